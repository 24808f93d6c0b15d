import TestSupport

/// Code that must end with a normal result or a typed error, whatever its input.
///
/// Tools/dev/fuzz runs a target under libFuzzer; the package's tests run it on its seeds and on every known finding.
package struct FuzzTarget: Sendable {
  /// Changes an input by its structure; nil if that is not valid.
  package typealias Mutation = @Sendable ([UInt8], inout SeededGenerator) -> [UInt8]?

  /// Its name in Tools/dev/fuzz.
  package let name: String
  /// The maximum length of an input in bytes.
  package let byteLimit: Int
  /// Valid inputs to start from.
  package let seeds: @Sendable () throws -> [[UInt8]]
  /// For inputs whose random changes are mostly refused at once; nil for targets that need no mutation of their own.
  package let mutation: Mutation?
  /// Runs an input. Anything thrown, and anything that ends the process, is a finding.
  package let run: @Sendable ([UInt8]) throws -> Void

  init(
    name: String, byteLimit: Int, seeds: @escaping @Sendable () throws -> [[UInt8]], mutation: Mutation? = nil,
    run: @escaping @Sendable ([UInt8]) throws -> Void
  ) {
    (self.name, self.byteLimit, self.seeds, self.mutation, self.run) = (name, byteLimit, seeds, mutation, run)
  }

  /// All targets.
  package static let all: [FuzzTarget] =
    [.archive, .oddArchive, .model, .operator, .picture, .metadata, .gestures, .motions, .recording, .api] + ofInterface

  /// Where the compiler has functions for C.
  private static var ofInterface: [FuzzTarget] {
    #if canImport(CInterface)
      [.interface]
    #else
      []
    #endif
  }

  /// An input changed by its structure, the same for the same seed; nil if that cannot be done within a size.
  package func mutated(_ bytes: [UInt8], seed: UInt64, byteLimit: Int) -> [UInt8]? {
    guard let mutation else { return nil }
    // Seeds are small and near each other.
    var random = SeededGenerator(seed: (seed &+ 1) &* 0x9E37_79B9_7F4A_7C15)
    for _ in 0..<4 {
      guard let changed = mutation(bytes, &random) else { return nil }
      if !changed.isEmpty, changed.count <= byteLimit { return changed }
    }
    return nil
  }

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
