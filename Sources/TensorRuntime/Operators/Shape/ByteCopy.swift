import TFLiteFormat
import TensorKernels

/// Elements moved as they are, whatever their type: the execution of RESHAPE, and a part of its neighbours'.
struct ByteCopy: PreparedOperator {
  let byteCount: Int
  var provider: KernelProvider { .reference }

  func run(_ io: OperatorIO) {
    let source: UnsafePointer<UInt8> = io.input(0, as: UInt8.self)
    let target: UnsafeMutablePointer<UInt8> = io.output(0, as: UInt8.self)
    target.update(from: source, count: byteCount)
  }
}

/// The element types that operators which only move elements take.
let movableTypes: [ElementType] = [
  .float32, .float16, .int8, .uint8, .int16, .int32, .int64, .bool,
]
