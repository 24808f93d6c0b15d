import Platform

/// Emitted code as files, for reading it: one for each block of code, named after what it is and a hash of its bytes.
///
/// ```
/// MUDRA_CODE_DUMP=folder mudra profile model.tflite
/// objdump -D -b binary -m i386:x86-64 -M intel folder/matrix-multiply-….bin
/// ```
struct CodeDump {
  /// The dump that the environment variable `MUDRA_CODE_DUMP` asks for: it names a folder that exists.
  static let shared: CodeDump? = EnvironmentVariables["MUDRA_CODE_DUMP"].map {
    CodeDump(folder: $0)
  }

  let folder: String

  /// Writes a block of code; a file that cannot be written is left out.
  func write(_ code: [UInt8], name: String) {
    try? OpenFile("\(folder)/\(name)-\(Self.hash(code)).bin", for: .overwriting).write(code)
  }

  /// FNV-1a of 64 bits, in sixteen digits.
  static func hash(_ code: [UInt8]) -> String {
    let value = code.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
