import TFLiteFormat
import TensorKernels

/// Index tuples in an integer input, each of which selects a slice by indices along some axes. They are checked
/// early if constant, otherwise when read.
struct IndexTuples: Sendable {
  private let input: Int
  private let type: ElementType
  /// The extents of the indexed axes, and bytes between their indices.
  private let axes: [(extent: Int, step: Int)]
  private let skipsNegative: Bool

  /// - Parameter skipsNegative: whether a tuple with a negative index selects nothing.
  /// - Throws: `OperatorError.value` if a constant index is out of range.
  init(
    _ inputs: Operands, _ input: Int, axes: [(extent: Int, step: Int)], skipsNegative: Bool = false
  ) throws(OperatorError) {
    (self.input, self.axes, self.skipsNegative) = (input, axes, skipsNegative)
    let operand = try inputs.required(input)
    type = operand.type.elementType
    guard let constant = operand.constant, !axes.isEmpty else { return }
    let outside = constant.firstInteger { position, index in
      index < 0 ? !skipsNegative : index >= axes[position % axes.count].extent
    }
    if let outside { throw .value(name: "index", outside) }
  }

  /// Tuples that select slices of a tensor by an index for each of its first axes.
  init(_ inputs: Operands, _ input: Int, slicesOf type: TensorType, rank: Int) throws(OperatorError) {
    let size = type.elementType.byteCount ?? 1, steps = Walk(over: type.shape).steps
    try self.init(inputs, input, axes: zip(type.shape, steps).prefix(rank).map { ($0, $1 * size) })
  }

  /// Calls `body` with some tuples and the byte offsets of their slices, in order, without those that select nothing.
  /// An index out of range fails the run and ends it.
  @inline(__always)
  func forEachOffset(of tuples: Range<Int>, _ io: OperatorIO, _ body: (_ tuple: Int, _ offset: Int) -> Void) {
    let indices = io.inputBytes(input)
    axes.withUnsafeBufferPointer { axes in
      tuple: for tuple in tuples {
        var offset = 0
        for position in axes.indices {
          let place = tuple * axes.count + position
          let index =
            switch type {
            case .int64: Int(clamping: indices.load(fromByteOffset: place * 8, as: Int64.self))
            case .int16: Int(indices.load(fromByteOffset: place * 2, as: Int16.self))
            default: Int(indices.load(fromByteOffset: place * 4, as: Int32.self))
            }
          if index < 0, skipsNegative { continue tuple }
          guard index >= 0, index < axes[position].extent else { return io.fail(.value(name: "index", index)) }
          offset += index * axes[position].step
        }
        body(tuple, offset)
      }
    }
  }

  /// Byte offsets of the slices of neighboring tuples; false, failing the run, if one of them is out of range.
  ///
  /// - Precondition: tuples with negative indices are not skipped.
  func readOffsets(
    ofTuples tuples: Range<Int>, _ io: OperatorIO, to offsets: UnsafeMutableBufferPointer<Int>
  ) -> Bool {
    var count = 0
    forEachOffset(of: tuples, io) { _, offset in
      offsets[count] = offset
      count += 1
    }
    return count == tuples.count
  }
}

let indexTypes: [ElementType] = [.int32, .int64]

/// Runs the gathering operators: slices of one input, each selected by a tuple of another.
///
///     output[row, i] = input[row, tuple[row / rowsPerBatch, i]]
final class GatheredSlices: PreparedOperator {
  let tuples: IndexTuples
  let source: Int
  /// Output rows; those of a batch share their tuples.
  let rowCount: Int, rowsPerBatch: Int
  let slicesPerRow: Int
  /// Bytes of an input row, and of a slice.
  let rowByteCount: Int, sliceByteCount: Int

  init(
    tuples: IndexTuples, source: Int = 0, rowCount: Int, rowsPerBatch: Int, slicesPerRow: Int, rowByteCount: Int,
    sliceByteCount: Int
  ) {
    (self.tuples, self.source, self.rowCount, self.rowsPerBatch) = (tuples, source, rowCount, rowsPerBatch)
    (self.slicesPerRow, self.rowByteCount, self.sliceByteCount) = (slicesPerRow, rowByteCount, sliceByteCount)
  }

  var provider: KernelProvider { .reference }
  var usefulShareCount: Int { rowCount * slicesPerRow * sliceByteCount / ThreadGrain.bytes }

  func run(_ io: OperatorIO) {
    let source = io.inputBytes(source), target = io.outputBytes(0)
    let slices = io.share(of: rowCount * slicesPerRow)
    withUnsafeTemporaryAllocation(of: Int.self, capacity: PickedSlices.countAtOnce) { offsets in
      var next = slices.lowerBound
      while next < slices.upperBound {
        // Slices of one row.
        let (row, index) = next.quotientAndRemainder(dividingBy: slicesPerRow)
        let count = min(slicesPerRow - index, slices.upperBound - next, offsets.count)
        let tuple = row / rowsPerBatch * slicesPerRow + index
        let picked = UnsafeMutableBufferPointer(rebasing: offsets[..<count])
        guard tuples.readOffsets(ofTuples: tuple..<tuple + count, io, to: picked) else { return }
        PickedSlices.copy(
          sliceByteCount, from: source + row * rowByteCount, at: picked, to: target + next * sliceByteCount)
        next += count
      }
    }
  }
}
