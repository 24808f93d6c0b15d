/// A model's metadata for one of its inputs or outputs.
///
/// Entries are in the order in which they were written, which need not be the order of the tensors.
public struct TensorMetadata: Sendable, Equatable {
  /// The name.
  public let name: String?
  /// A description of what the tensor holds.
  public let description: String?
  /// How the input expects its values to be normalized.
  public let normalization: Normalization?
  /// The minimum score of an output's category.
  public let scoreThreshold: Float?
  /// Files about the tensor, such as labels.
  public let associatedFiles: [AssociatedFile]
  /// The schema's `ColorSpaceType` of an image (1 is RGB, 2 is grayscale); nil if the tensor is not an image.
  public let colorSpace: Int?
  /// The sound that the tensor holds; nil if it does not.
  public let audio: AudioProperties?

  init(_ table: FlatTable) throws(FormatError) {
    name = try table.string(0)
    description = try table.string(1)
    var normalization: Normalization?
    var threshold: Float?
    for unit in try table.tables(4) {
      guard let options = try unit.table(1) else { continue }
      switch try unit.scalar(0, default: UInt8(0)) {
      case 1 where normalization == nil:
        normalization = Normalization(
          mean: try options.floats(0) ?? [], standardDeviation: try options.floats(1) ?? [])
      case 3 where threshold == nil:
        threshold = try options.float(0)
      default: break
      }
    }
    self.normalization = normalization
    scoreThreshold = threshold
    associatedFiles = try table.tables(6) { file, _ throws(FormatError) in try AssociatedFile(file) }
    // Content: a union whose second member describes images, and the fourth one sound.
    let content = try table.table(3)
    let kind = try content?.scalar(0, default: UInt8(0)) ?? 0
    let properties = try content?.table(1)
    colorSpace =
      kind == 2 ? try properties.map { image throws(FormatError) in Int(try image.scalar(0, default: Int8(0))) } : nil
    audio = kind == 4 ? try properties.map { sound throws(FormatError) in try AudioProperties(sound) } : nil
  }
}
