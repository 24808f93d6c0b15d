import TensorKernels

extension MathConstant {
  /// The offset of eight lanes of the constant in the constants of a routine.
  var byteOffset: Int { byteOffset(after: RowCode.Constants.self) }

  /// The offset of eight lanes of the constant in constants that begin with a struct.
  func byteOffset<Constants>(after constants: Constants.Type) -> Int {
    MemoryLayout<Constants>.stride + rawValue * MemoryLayout<Lanes>.stride
  }

  /// A struct of constants, followed by eight lanes of each of these.
  static func buffer<Constants: BitwiseCopyable>(after constants: Constants) -> AlignedBuffer {
    let laneCount = Lanes.scalarCount
    let buffer = AlignedBuffer(constants, following: allCases.count * laneCount)
    for constant in allCases {
      (buffer.pointer + constant.byteOffset(after: Constants.self) / 4).update(
        repeating: constant.value, count: laneCount)
    }
    return buffer
  }
}
