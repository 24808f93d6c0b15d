import ArgumentParser
import TFLiteFormat

/// Options of every command that opens models and bundles.
struct BundleLimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("The largest model, bundle or array that is read.", valueName: "MiB"))
  var maxModelFile = BundleLimits().fileByteCount >> 20

  @Option(parsing: .unconditional, help: ArgumentHelp("The most entries of a bundle.", valueName: "n"))
  var maxEntries = BundleLimits().entryCount

  @Option(parsing: .unconditional, help: ArgumentHelp("The most bundles that lie in each other.", valueName: "n"))
  var maxNesting = BundleLimits().nestingDepth

  @Option(parsing: .unconditional, help: ArgumentHelp("The most operators of a network.", valueName: "n"))
  var maxOperators = BundleLimits().operatorCount

  func validate() throws {
    // Nested archives are read recursively.
    for (name, value, limit) in [
      ("--max-model-file", maxModelFile, 1_000_000), ("--max-entries", maxEntries, 65_535),
      ("--max-nesting", maxNesting, 64), ("--max-operators", maxOperators, 1_000_000),
    ] where !(1...limit).contains(value) {
      throw ValidationError("\(name) is \(value), expected a number from 1 to \(limit)")
    }
  }

  /// The limits for the library.
  var limits: BundleLimits {
    BundleLimits(
      fileByteCount: maxModelFile << 20, entryCount: maxEntries, nestingDepth: maxNesting, operatorCount: maxOperators)
  }
}
