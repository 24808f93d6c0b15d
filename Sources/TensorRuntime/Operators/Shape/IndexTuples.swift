import TFLiteFormat

/// Indices in an int32 or int64 input that pick slices of a tensor: a tuple for each slice, with an index for each of
/// some axes. They are checked early if they are known, otherwise when they are read.
struct IndexTuples: Sendable {
  private let input: Int
  private let isWide: Bool
  /// The extents of the axes for which a tuple has indices, and bytes from one index to the next.
  private let axes: [(extent: Int, step: Int)]

  /// - Throws: `OperatorError.value` if the indices are constants and one is out of range.
  init(_ inputs: Operands, _ input: Int, axes: [(extent: Int, step: Int)]) throws(OperatorError) {
    self.input = input
    self.axes = axes
    let operand = try inputs.required(input)
    isWide = operand.type.elementType == .int64
    guard let constant = operand.constant, !axes.isEmpty else { return }
    let outside = constant.firstInteger { position, index in
      !(0..<axes[position % axes.count].extent).contains(index)
    }
    if let outside { throw .value(name: "index", outside) }
  }

  /// Bytes from the first slice to the one that a tuple picks; nil, and the run fails, if there is no such slice.
  func offset(ofTuple tuple: Int, _ io: OperatorIO) -> Int? {
    var offset = 0
    for position in axes.indices {
      let place = tuple * axes.count + position
      let index = isWide ? Int(io.input(input, as: Int64.self)[place]) : Int(io.input(input, as: Int32.self)[place])
      guard index >= 0, index < axes[position].extent else {
        io.fail(.value(name: "index", index))
        return nil
      }
      offset += index * axes[position].step
    }
    return offset
  }
}

/// The element types of indices.
let indexTypes: [ElementType] = [.int32, .int64]

/// The execution of the gathering operators: slices of one input, each picked by a tuple of another.
///
///     output[row, i] = input[row, tuple[row / rowsPerBatch, i]]
final class GatheredSlices: PreparedOperator {
  let tuples: IndexTuples
  /// The input with the slices.
  let source: Int
  /// Rows of the output; those of a batch share their tuples.
  let rowCount: Int, rowsPerBatch: Int
  /// The number of slices in each row.
  let slicesPerRow: Int
  /// Bytes of a row of the input, and of a slice.
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
    let source = io.input(source, as: UInt8.self), target = io.output(0, as: UInt8.self)
    let slices = io.share(of: rowCount * slicesPerRow)
    var next = slices.lowerBound
    while next < slices.upperBound {
      // The slices of a row.
      let (row, index) = next.quotientAndRemainder(dividingBy: slicesPerRow)
      let end = min(next - index + slicesPerRow, slices.upperBound)
      let input = source + row * rowByteCount, tuple = row / rowsPerBatch * slicesPerRow + index - next
      for slice in next..<end {
        guard let offset = tuples.offset(ofTuple: tuple + slice, io) else { return }
        let place = UnsafeMutableRawPointer(target + slice * sliceByteCount)
        if sliceByteCount == 4 {
          place.storeBytes(of: UnsafeRawPointer(input + offset).loadUnaligned(as: UInt32.self), as: UInt32.self)
        } else {
          place.copyMemory(from: input + offset, byteCount: sliceByteCount)
        }
      }
      next = end
    }
  }
}
