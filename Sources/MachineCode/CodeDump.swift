import MudraPlatform

/// Writes each block of emitted code to a file named after its purpose and a hash of its bytes.
///
/// ```
/// MUDRA_CODE_DUMP=folder mudra profile model.tflite
/// objdump -D -b binary -m i386:x86-64 -M intel folder/matrix-multiply-….bin
/// aarch64-linux-gnu-objdump -D -b binary -m aarch64 folder/matrix-multiply-….bin
/// ```
struct CodeDump {
  /// The dump requested by the environment variable `MUDRA_CODE_DUMP`, which names an existing folder.
  static let shared: CodeDump? = EnvironmentVariables["MUDRA_CODE_DUMP"].map {
    CodeDump(folder: $0)
  }

  let folder: String

  /// Skips files that cannot be written.
  func write(_ code: [UInt8], name: String) {
    try? OpenFile("\(folder)/\(name)-\(Self.hash(code)).bin", for: .overwriting).write(code)
  }

  /// 64-bit FNV-1a, in sixteen digits.
  static func hash(_ code: [UInt8]) -> String {
    let value = code.reduce(0xCBF2_9CE4_8422_2325 as UInt64) { ($0 ^ UInt64($1)) &* 0x100_0000_01B3 }
    let digits = String(value, radix: 16)
    return String(repeating: "0", count: 16 - digits.count) + digits
  }
}
