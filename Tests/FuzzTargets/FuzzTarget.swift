/// Code that must end with a normal result or a typed error, whatever its input.
///
/// Tools/fuzz runs a target under libFuzzer; the package's tests run it on its seeds and on every known finding.
package struct FuzzTarget: Sendable {
  /// Its name in Tools/fuzz.
  package let name: String
  /// The maximum length of an input in bytes.
  package let byteLimit: Int
  /// Valid inputs to start from.
  package let seeds: @Sendable () throws -> [[UInt8]]
  /// Runs an input. Anything thrown, and anything that ends the process, is a finding.
  package let run: @Sendable ([UInt8]) throws -> Void

  /// All targets.
  package static let all: [FuzzTarget] = [.archive, .model, .operator, .picture, .api]

  /// A rule that does not hold for an input.
  package struct Finding: Error, CustomStringConvertible {
    /// What was expected and what was found.
    package let description: String
  }

  /// Throws a finding unless a rule holds.
  package static func require(_ holds: Bool, _ rule: @autoclosure () -> String) throws {
    guard holds else { throw Finding(description: rule()) }
  }
}
