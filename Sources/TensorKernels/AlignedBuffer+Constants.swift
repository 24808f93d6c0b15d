extension AlignedBuffer {
  /// Constants for emitted code to read at their fields' offsets, followed by zeros.
  ///
  /// - Parameter following: the number of floats after the struct, from its stride on.
  package convenience init<Constants: BitwiseCopyable>(_ constants: Constants, following count: Int = 0) {
    self.init(zeros: (MemoryLayout<Constants>.stride + 3) / 4 + count)
    UnsafeMutableRawPointer(pointer).storeBytes(of: constants, as: Constants.self)
  }
}

/// Emitted code of every width reads constants as eight floats.
package typealias Lanes = SIMD8<Float>
