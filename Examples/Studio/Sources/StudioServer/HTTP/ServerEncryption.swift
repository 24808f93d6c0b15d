import NIOCore

#if TLS
  import Foundation
  import NIOSSL

  /// TLS with a certificate, for the connections of a server.
  struct ServerEncryption: Sendable {
    private static let fileByteLimit = 256 << 10

    private let context: NIOSSLContext

    /// Reads the certificate and its key.
    ///
    /// - Throws: `StudioError` if they cannot be read, or do not belong together.
    init(_ certificate: StudioCertificate) throws(StudioError) {
      let chain = try Self.read(certificate.path, as: "a certificate") { try NIOSSLCertificate.fromPEMBytes($0) }
      let key = try Self.read(certificate.keyPath, as: "a key without a password") {
        try NIOSSLPrivateKey(bytes: $0, format: .pem)
      }
      var configuration = TLSConfiguration.makeServerConfiguration(
        certificateChain: chain.map { .certificate($0) }, privateKey: .privateKey(key))
      configuration.minimumTLSVersion = .tlsv12
      do {
        context = try NIOSSLContext(configuration: configuration)
      } catch {
        throw StudioError(.start, "\(certificate.keyPath): not the key of the certificate \(certificate.path)")
      }
    }

    private static func read<Content>(
      _ path: String, as kind: String, _ parse: ([UInt8]) throws -> Content
    ) throws(StudioError) -> Content {
      guard let data = RegularFile.read(path, byteLimit: fileByteLimit) else {
        throw StudioError(.start, "\(path): not a file that can be read, or larger than \(fileByteLimit >> 10) KB")
      }
      do {
        return try parse(Array(data))
      } catch {
        throw StudioError(.start, "\(path): not \(kind) in PEM")
      }
    }

    /// Encrypts a new connection, on which nothing was said yet.
    func encrypt(_ pipeline: ChannelPipeline.SynchronousOperations, _ address: StudioAddress) throws {
      try pipeline.addHandlers([PlainRequestHandler(address), NIOSSLServerHandler(context: context)])
    }
  }
#else
  /// Stands for encryption in a program that was built without it.
  struct ServerEncryption: Sendable {
    /// - Throws: `StudioError`.
    init(_ certificate: StudioCertificate) throws(StudioError) {
      throw StudioError(
        .start,
        "this program was built without TLS: ‘Tools/studio --certificate’ and ‘swift build --traits TLS’ add it")
    }

    /// Never called.
    func encrypt(_ pipeline: ChannelPipeline.SynchronousOperations, _ address: StudioAddress) throws {}
  }
#endif
