import TFLiteFormat

/// The options of TFLite's custom operators: a FlexBuffers map.
struct FlexOptions {
  private let map: FlexValue

  init(_ options: Bytes) throws(OperatorError) {
    guard let map = FlexValue(root: options) else { throw .customOptions("they are not a map") }
    self.map = map
  }

  /// An option; the error names it if it is missing without a default, or out of the range.
  func integer(
    _ key: String, _ range: ClosedRange<Int>, default value: Int? = nil
  ) throws(OperatorError) -> Int {
    guard let found = map[key]?.integer ?? value else { throw .customOptions("\(key) is missing") }
    guard range.contains(found) else { throw .option(name: key, value: found) }
    return found
  }

  func float(_ key: String) throws(OperatorError) -> Float {
    guard let value = map[key]?.float else { throw .customOptions("\(key) is missing") }
    return value
  }
}
