extension AlignedBuffer {
  /// A struct of constants, which emitted code reads at the offsets of its fields, followed by zeros.
  ///
  /// - Parameter following: the number of floats after the struct, from its stride on.
  convenience init<Constants: BitwiseCopyable>(_ constants: Constants, following count: Int = 0) {
    self.init(zeros: (MemoryLayout<Constants>.stride + 3) / 4 + count)
    UnsafeMutableRawPointer(pointer).storeBytes(of: constants, as: Constants.self)
  }
}

/// Eight floats: how emitted code of every width reads constants.
typealias Lanes = SIMD8<Float>

/// Eight set lanes followed by eight clear ones in memory: the eight lanes starting n before the clear ones are a mask
/// of n lanes.
struct TailMasks {
  private let set = SIMD8<UInt32>(repeating: .max)
  /// The start of the clear lanes.
  let clear = SIMD8<UInt32>(repeating: 0)
}
