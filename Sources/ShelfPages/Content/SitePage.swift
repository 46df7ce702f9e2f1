/// A file of the site, whose contents are generated on demand.
struct SitePage: Sendable {
  let path: SitePath
  let make: @Sendable () -> [UInt8]

  init(_ path: SitePath, _ make: @escaping @Sendable () -> [UInt8]) {
    self.path = path
    self.make = make
  }
}
