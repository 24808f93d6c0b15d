/// Code that must end in a normal result or a typed error, whatever bytes it is given.
///
/// Tools/fuzz runs a target under libFuzzer; the package's tests run it on its seeds and on every case that was found.
package struct FuzzTarget: Sendable {
  /// What Tools/fuzz calls it.
  package let name: String
  /// The longest input that is tried, in bytes.
  package let byteLimit: Int
  /// Inputs that are right, to start from.
  package let seeds: @Sendable () throws -> [[UInt8]]
  /// Does the work. Anything thrown, and anything that ends the process, is a find.
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
