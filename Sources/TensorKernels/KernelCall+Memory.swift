import MachineCode
import MudraPlatform

extension KernelCall {
  private struct CopyArguments {
    let target: UnsafeMutableRawPointer
    let source: UnsafeRawPointer
    let byteCount: Int
  }

  private struct FillArguments {
    let target: UnsafeMutableRawPointer
    let byteCount: Int
    let byte: Int
    let integer: UnsafePointer<Float>?
  }

  private static let copy = EmittedFunction<CopyArguments> { target, source, byteCount, _, _, _ in
    guard let target = UnsafeMutableRawPointer(bitPattern: target), let source = UnsafeRawPointer(bitPattern: source)
    else { return }
    memcpy(target, source, byteCount)
  }

  private static let fill = EmittedFunction<FillArguments> { target, byteCount, byte, integer, _, _ in
    guard let target = UnsafeMutableRawPointer(bitPattern: target) else { return }
    let integer = UnsafePointer<Float>(bitPattern: integer).map { Int($0.pointee) }
    memset(target, Int32(UInt8(truncatingIfNeeded: integer ?? byte)), byteCount)
  }

  /// Copies floats to memory that does not overlap the source.
  package static func copy(
    _ count: Int, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
  ) -> KernelCall {
    copy(bytes: count * 4, from: source, to: target)
  }

  package static func copy(
    bytes count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) -> KernelCall {
    copy.call(CopyArguments(target: target, source: source, byteCount: count))
  }

  package static func clear(_ count: Int, at target: UnsafeMutablePointer<Float>) -> KernelCall {
    fill(count * 4, with: 0, at: target)
  }

  package static func fill(_ byteCount: Int, with byte: UInt8, at target: UnsafeMutableRawPointer) -> KernelCall {
    fill.call(FillArguments(target: target, byteCount: byteCount, byte: Int(byte), integer: nil))
  }

  /// Fills bytes with an integral float that is known at run time.
  package static func fill(
    _ byteCount: Int, withIntegerOf value: UnsafePointer<Float>, at target: UnsafeMutableRawPointer
  ) -> KernelCall {
    fill.call(FillArguments(target: target, byteCount: byteCount, byte: 0, integer: value))
  }
}
