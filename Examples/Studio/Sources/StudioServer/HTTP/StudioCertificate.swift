/// What a server encrypts its connections with, so that browsers of other machines give their camera.
public struct StudioCertificate: Sendable, Hashable {
  /// A PEM file with the certificate, and those that vouch for it.
  public let path: String
  /// A PEM file with its key.
  public let keyPath: String

  /// A certificate from its files, which the server reads.
  public init(path: String, keyPath: String) {
    self.path = path
    self.keyPath = keyPath
  }
}
