/// What is wrong with a FlatBuffer. Offsets count from the start of the buffer.
package enum FlatBufferFault: Error, Equatable, Sendable, CustomStringConvertible {
  /// There are too few bytes for a root offset and an identifier.
  case tooShort(byteCount: Int)
  /// The four bytes at offset 4 are not the identifier of the expected kind.
  case identifier(found: [UInt8], expected: String)
  /// An offset leads to where no table, vector or string can be.
  case offset(at: Int, target: Int)
  /// A table's vtable is missing, cut off or impossible.
  case vtable(table: Int)
  /// A field is outside its table.
  case field(table: Int, field: Int)
  /// A vector or string does not fit.
  case length(at: Int, count: Int)
  /// A string does not end in NUL.
  case unterminatedString(at: Int)
  /// A string is not UTF-8.
  case notUTF8(at: Int)
  /// Tables or operand lists are referred to too often, or there are too many of them.
  case tooManyTables(limit: Int)
  /// Vectors or strings are referred to too often.
  case tooManyBytes(limit: Int)
  /// The contents would take too much memory.
  case tooMuchMemory(limit: Int)

  /// A human-readable sentence.
  package var description: String {
    switch self {
    case .tooShort(let byteCount): "\(byteCount) bytes are too few for a FlatBuffer"
    case .identifier(let found, let expected):
      "identifier is “\(String(decoding: found, as: UTF8.self).printable)”, expected “\(expected)”"
    case .offset(let position, let target): "offset at \(position) leads to \(target), where nothing can be"
    case .vtable(let table): "table at \(table) has an impossible vtable"
    case .field(let table, let field): "field \(field) of the table at \(table) lies outside the table"
    case .length(let position, let count): "vector at \(position) with \(count) elements does not fit"
    case .unterminatedString(let position): "string at \(position) does not end in NUL"
    case .notUTF8(let position): "string at \(position) is not UTF-8"
    case .tooManyTables(let limit): "more than \(limit) tables and operands"
    case .tooManyBytes(let limit): "strings and vectors unfold to more than \(limit) bytes"
    case .tooMuchMemory(let limit): "tables, strings and vectors take more than \(limit) bytes of memory"
    }
  }
}
