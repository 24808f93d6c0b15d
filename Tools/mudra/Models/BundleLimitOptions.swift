import ArgumentParser
import TFLiteFormat

/// Options of every command that opens models and bundles.
struct BundleLimitOptions: ParsableArguments {
  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Largest model, bundle or array to read.", valueName: "MiB", visibility: .hidden))
  var maxModelFile = BundleLimits().fileByteCount >> 20

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of entries in a bundle.", valueName: "n", visibility: .hidden))
  var maxEntries = BundleLimits().entryCount

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum nesting depth of bundles.", valueName: "n", visibility: .hidden))
  var maxNesting = BundleLimits().nestingDepth

  @Option(
    parsing: .unconditional,
    help: ArgumentHelp("Maximum number of operators in a network.", valueName: "n", visibility: .hidden))
  var maxOperators = BundleLimits().operatorCount

  func validate() throws {
    // Nested archives are read recursively.
    try OptionRange.check("--max-model-file", maxModelFile, in: 1...1_000_000)
    try OptionRange.check("--max-entries", maxEntries, in: 1...65_535)
    try OptionRange.check("--max-nesting", maxNesting, in: 1...64)
    try OptionRange.check("--max-operators", maxOperators, in: 1...1_000_000)
  }

  /// The limits for the library.
  var limits: BundleLimits {
    BundleLimits(
      fileByteCount: maxModelFile << 20, entryCount: maxEntries, nestingDepth: maxNesting, operatorCount: maxOperators)
  }
}
