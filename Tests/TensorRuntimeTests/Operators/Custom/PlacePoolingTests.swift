import TFLiteFormat
import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// MediaPipe's pooling operators with places. MediaPipe's own code for processors crashes on models with them, so the
/// expected values are computed by hand.
@Suite struct PlacePoolingTests {
  /// Padding (1 same, 2 valid), stride along width and height, extent along width and height, activation.
  private static func bytes(_ options: [Int32]) -> [UInt8] {
    options.flatMap { value in withUnsafeBytes(of: value.littleEndian) { Array($0) } }
  }

  /// Options of an operator of this suite; nil for others.
  static func options(of name: String) -> [UInt8]? {
    ["MaxPoolingWithArgmax2D", "MaxUnpooling2D"].contains(name) ? bytes([1, 2, 2, 2, 2, 0]) : nil
  }

  private func pooling(_ options: [Int32], _ shape: [Int]) -> OneOperator {
    OneOperator(
      name: "MaxPoolingWithArgmax2D", customOptions: Self.bytes(options), inputs: [.empty(shape)],
      outputs: [.empty([1]), .empty([1])])
  }

  private func unpooling(_ options: [Int32], _ shape: [Int]) -> OneOperator {
    OneOperator(
      name: "MaxUnpooling2D", customOptions: Self.bytes(options), inputs: [.empty(shape), .empty(shape)])
  }

  private func session(_ model: OneOperator) throws -> Session { try Session(Plan(Model(Bytes(model.bytes)))) }

  @Test func `each window has its largest value and the value's place`() throws {
    let session = try session(pooling([1, 2, 2, 2, 2, 0], [1, 2, 4, 1]))
    #expect(try session.results([[1, 2, 5, 5, 4, 3, -1, 5]]) == [[4, 5], [2.1, 0.1]])
  }

  @Test func `a window at the border counts from its own corner`() throws {
    // Three columns, windows of three at a distance of two: one column of padding before and after.
    let session = try session(pooling([1, 2, 1, 3, 1, 0], [1, 1, 3, 1]))
    #expect(try session.results([[7, 8, 9]]) == [[8, 9], [2.1, 1.1]])
  }

  @Test func `an activation limits values and not places`() throws {
    let session = try session(pooling([2, 2, 1, 2, 1, 3], [1, 1, 5, 1]))
    #expect(try session.results([[-3, -2, 5, 9, 1]]) == [[0, 6], [1.1, 1.1]])
  }

  @Test func `channels have places of their own`() throws {
    let session = try session(pooling([2, 2, 2, 2, 2, 0], [1, 2, 2, 2]))
    #expect(try session.results([[1, 8, 2, 7, 3, 6, 4, 5]]) == [[4, 8], [3.1, 0.1]])
  }

  @Test func `unpooling puts values back and zeros elsewhere`() throws {
    let session = try session(unpooling([1, 2, 2, 2, 2, 0], [1, 1, 2, 1]))
    #expect(try session.results([[4, 5], [2.1, 0.1]]) == [[0, 0, 5, 0, 4, 0, 0, 0]])
  }

  @Test func `places outside the output are left out`() throws {
    let session = try session(unpooling([1, 2, 2, 2, 2, 0], [1, 1, 2, 1]))
    for place in [-1, 4, 1e9, 1e30, -.infinity, Float.nan] as [Float] {
      let row = try session.results([[4, 5], [place, 1.1]])[0]
      #expect(row[3] == 5 && row.filter { $0 != 0 }.count == 1, "\(place)")
    }
  }

  @Test func `impossible options and inputs are refused`() throws {
    for options: [Int32] in [
      [0, 2, 2, 2, 2, 0], [3, 2, 2, 2, 2, 0], [1, 0, 2, 2, 2, 0], [1, 2, 2, -1, 2, 0], [1, 2, 2, 2, 1 << 30, 0],
      [1, 2, 2, 2, 2, 9], [1, 2, 2],
    ] {
      #expect(throws: ModelError.self) { try session(pooling(options, [1, 4, 4, 1])) }
      #expect(throws: ModelError.self) { try session(unpooling(options, [1, 4, 4, 1])) }
    }
    #expect(throws: ModelError.self) { try session(pooling([2, 2, 2, 5, 5, 0], [1, 4, 4, 1])) }
    let other = OneOperator(
      name: "MaxUnpooling2D", customOptions: Self.bytes([1, 2, 2, 2, 2, 0]),
      inputs: [.empty([1, 2, 2, 1]), .empty([1, 2, 3, 1])])
    #expect(throws: ModelError.self) { try session(other) }
    #expect(throws: ModelError.self) { try session(unpooling([1, 1, 1, 65536, 65536, 0], [1, 64, 64, 64])) }
  }
}
