/// Downloads an image from a URL that the user typed.
package enum NamedPicture {
  /// Downloads the image. Follows redirects only on the same host.
  package static func fetch(_ address: WebAddress, _ network: any Network) throws(CatalogueFailure) -> [UInt8] {
    var address = address
    for _ in 0...3 {
      let response: WebResponse
      do throws(NetworkFailure) { response = try network.get(address) } catch { throw .network(error) }
      switch response.status {
      case 200..<300: return response.body
      case 301, 302, 303, 307, 308:
        let location = response.headers["location"] ?? ""
        guard let next = WebAddress(location: location, from: address), next.scheme == address.scheme,
          next.host == address.host, next.port == address.port
        else { throw .elsewhere(location) }
        address = next
      default: throw .status(response.status, "")
      }
    }
    throw .tooManyRedirects
  }
}
