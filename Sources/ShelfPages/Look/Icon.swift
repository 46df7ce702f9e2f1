/// The site's icon: three books on a shelf.
enum Icon {
  static let bytes: [UInt8] = Array(
    #"""
    <svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 32 32"><rect x="5" y="5" width="6" height="20" rx="1" fill="#8f3a1c"/><rect x="12" y="9" width="5" height="16" rx="1" fill="#c98a3d"/><rect x="18.4" y="6.4" width="6" height="20" rx="1" fill="#4a6a77" transform="rotate(-9 21 25)"/><rect x="3" y="26" width="26" height="2" rx="1" fill="#665e55"/></svg>

    """#.utf8)
}
