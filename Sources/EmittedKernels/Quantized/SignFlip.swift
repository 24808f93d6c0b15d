import MachineCode
import TensorKernels

/// Copies signed bytes as unsigned ones: adds 128 to each.
enum SignFlip: EmittedCode {
  struct Arguments {
    let source: UnsafeRawPointer
    let target: UnsafeMutableRawPointer
    /// At least one.
    let byteCount: Int
    /// The signs of a vector.
    let signs: UnsafePointer<Float>
  }

  private static let function: EmittedFunction<Arguments>? = code.map { EmittedFunction($0) }
  private static let code = memory(name: "sign-flip")
  private static let signs = AlignedBuffer(SIMD32<UInt8>(repeating: 0x80))

  static var isAvailable: Bool { function != nil }

  /// Nil if no code can be emitted.
  static func call(
    _ byteCount: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) -> KernelCall? {
    function?.call(Arguments(source: source, target: target, byteCount: byteCount, signs: signs.pointer))
  }
}
