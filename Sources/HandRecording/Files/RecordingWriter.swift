#if !WITHOUT_FOUNDATION
  import Foundation

  /// Writes a recording to a new file, or gives its bytes, part by part, for a socket.
  ///
  /// ```
  /// "MUDRASES"  u32 version  u32 byte count  header as JSON
  /// then for each record: four letters, FRAM, ANSW or OPTS  u32 byte count  bytes
  /// ```
  ///
  /// Numbers are little-endian.
  public final class RecordingWriter {
    static let signature = Array("MUDRASES".utf8)
    static let version: UInt32 = 1

    private let file: FileHandle

    /// Begins a recording in a file, which must not exist.
    ///
    /// - Throws: `POSIXError` for a file that exists or cannot be written, `EncodingError` for options that are not
    ///   finite numbers.
    public init(path: String, _ header: RecordingHeader) throws {
      let start = try Self.start(header)
      let descriptor = open(path, O_WRONLY | O_CREAT | O_EXCL | O_CLOEXEC, 0o644)
      guard descriptor >= 0 else { throw POSIXError(POSIXErrorCode(rawValue: errno) ?? .EIO) }
      file = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      try file.write(contentsOf: start)
    }

    /// Adds a record.
    ///
    /// - Throws: `EncodingError` for options that are not finite numbers; an error of the file system.
    public func write(_ record: RecordingRecord) throws {
      try file.write(contentsOf: Self.data(record))
    }

    /// Closes the file, which tells whether all of it was written.
    ///
    /// - Throws: an error of the file system.
    public func close() throws { try file.close() }

    // MARK: Bytes

    /// The start of a recording.
    ///
    /// - Throws: `EncodingError` for options that are not finite numbers.
    public static func start(_ header: RecordingHeader) throws -> Data {
      let json = try encoder.encode(header)
      return Data(signature) + bytes(version) + bytes(UInt32(json.count)) + json
    }

    /// A record.
    ///
    /// - Throws: `EncodingError` for options that are not finite numbers.
    public static func data(_ record: RecordingRecord) throws -> Data {
      switch record {
      case .frame(let frame): data(.frame, Data(frame.bytes))
      case .answer(let json): data(.answer, Data(json.utf8))
      case .options(let options): data(.options, try encoder.encode(options))
      }
    }

    private static func data(_ kind: RecordingRecord.Kind, _ content: Data) -> Data {
      Data(kind.rawValue.utf8) + bytes(UInt32(content.count)) + content
    }

    private static func bytes(_ number: UInt32) -> Data {
      Data((0..<4).map { UInt8(truncatingIfNeeded: number >> (8 * UInt32($0))) })
    }

    private static var encoder: JSONEncoder {
      let encoder = JSONEncoder()
      encoder.outputFormatting = [.sortedKeys]
      return encoder
    }
  }
#endif
