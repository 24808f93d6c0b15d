import Foundation
import TestSupport

/// Instructions and their bytes, as GNU as encodes them.
enum EncodingFixture {
  /// The lines of a file: instruction and bytes.
  static func lines(of name: String) -> [(text: String, bytes: [UInt8])] {
    let file = PackageFolders.fixtures(of: "MachineCodeTests").appendingPathComponent(name)
    let lines = (try? String(contentsOf: file, encoding: .utf8))?.split(separator: "\n") ?? []
    return lines.compactMap { line in
      guard let equals = line.range(of: " = ") else { return nil }
      let hex = Array(line[equals.upperBound...])
      let bytes = stride(from: 0, to: hex.count, by: 2).compactMap { UInt8(String(hex[$0...($0 + 1)]), radix: 16) }
      return (String(line[..<equals.lowerBound]), bytes)
    }
  }
}
