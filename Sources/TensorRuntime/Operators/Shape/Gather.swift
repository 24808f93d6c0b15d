import TFLiteFormat
import TensorKernels

/// Slices picked by index along one axis (TFLite `GATHER`).
///
/// - Inputs: any tensor; int32 or int64 indices of any shape, a constant, each within the axis.
/// - Output: the tensor's shape with the axis replaced by the shape of the indices.
package struct Gather: Operator {
  package static let tfliteName = "GATHER"
  package static let builtinCode = 36

  let axis: Int

  package init(parsing options: OperatorOptions) throws(OperatorError) {
    axis = try options.integer(0)
    let batchDimensions = try options.integer(1)
    guard batchDimensions == 0 else { throw .option(name: "batch_dims", value: batchDimensions) }
  }

  package func outputTypes(for inputs: Operands) throws(OperatorError) -> [TensorType] {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, of: movableTypes, rank: 1...8)
    let axis = try Operands.axis(axis, rank: input.shape.count)
    for index in try inputs.integers(1) where index < 0 || index >= input.shape[axis] {
      throw .value(name: "index", index)
    }
    let indices = try inputs.required(1).type.shape
    return [try TensorType(input.elementType, input.shape[..<axis] + indices + input.shape[(axis + 1)...])]
  }

  package func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  package func prepare(_ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    let input = try context.inputs.required(0).type
    let axis = try Operands.axis(axis, rank: input.shape.count)
    let rowCount = input.shape[..<axis].reduce(1, *)
    let byteCount = input.shape[(axis + 1)...].reduce(input.elementType.byteCount ?? 1, *)
    let indices = try context.inputs.integers(1)
    // A few slices are a few copies.
    guard indices.count <= 64 else {
      return Prepared(rowCount: rowCount, extent: input.shape[axis], sliceByteCount: byteCount, indices: indices)
    }
    let copy = StridedCopy(
      extents: [rowCount, byteCount], sourceSteps: [input.shape[axis] * byteCount, 1],
      targetSteps: [indices.count * byteCount, 1], elementByteCount: 1, usesMachineCode: context.allowsMachineCode)
    return MovedElements(
      parts: indices.enumerated().map { index, slice in
        MovedElements.Part(sourceOffset: slice * byteCount, targetOffset: index * byteCount, copy: copy)
      })
  }

  private struct Prepared: PreparedOperator {
    let rowCount: Int
    let extent: Int
    let sliceByteCount: Int
    let indices: [Int]
    var provider: KernelProvider { .reference }

    func run(_ io: OperatorIO) {
      let source: UnsafePointer<UInt8> = io.input(0, as: UInt8.self)
      var target: UnsafeMutablePointer<UInt8> = io.output(0, as: UInt8.self)
      for row in 0..<rowCount {
        for index in indices {
          target.update(from: source + (row * extent + index) * sliceByteCount, count: sliceByteCount)
          target += sliceByteCount
        }
      }
    }
  }
}
