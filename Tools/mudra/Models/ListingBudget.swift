import HandRecording
import TensorRuntime

/// Limits the length of a listing of a file, and the time to make it: a small file can refer to the same table very
/// often.
final class ListingBudget {
  /// The maximum length of a listing, in bytes.
  static let byteCount = 32 << 20
  /// The maximum number of tensors, labels or names in one line of text.
  static let lineCount = 64

  private let file: String
  private let deadline: Deadline?
  private var spent = 0
  private var callCount = 0

  /// A budget for listing a file in the time of `options`.
  init(_ file: String, options: PlanOptions) {
    self.file = file
    deadline = options.currentDeadline
  }

  /// Counts bytes of the listing.
  func spend(_ byteCount: Int) throws(CommandFailure) {
    spent += byteCount
    try check(byteCount: spent)
  }

  /// Checks the length of a listing, and now and then the time.
  private func check(byteCount: Int) throws(CommandFailure) {
    guard byteCount <= Self.byteCount else {
      throw CommandFailure(file, "there is more to list than the limit of \(Self.byteCount) bytes")
    }
    if callCount.isMultiple(of: 64) { try checkTime() }
    callCount += 1
  }

  /// Throws once the time is up.
  func checkTime() throws(CommandFailure) {
    do {
      try deadline?.check()
    } catch {
      throw CommandFailure(file, error)
    }
  }

  // MARK: Text

  /// Adds a line to a table.
  func add(_ cells: [String], to table: inout TextTable) throws(CommandFailure) {
    try spend(cells.reduce(0) { $0 + $1.utf8.count })
    table.add(cells)
  }

  /// The lines of a table.
  func lines(of table: TextTable, indent: Int = 0) throws(CommandFailure) -> [String] {
    try spend(table.paddingCount(indent: indent))
    return table.lines(indent: indent)
  }

  // MARK: JSON

  /// The text of a JSON value.
  func text(of json: JSONValue) throws(CommandFailure) -> String {
    try json.text(checking: { (byteCount) throws(CommandFailure) in try check(byteCount: spent + byteCount) })
  }
}
