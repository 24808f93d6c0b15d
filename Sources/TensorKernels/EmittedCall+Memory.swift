import MachineCode
import MudraPlatform

extension EmittedCall {
  private struct CopyArguments {
    let target: UnsafeMutableRawPointer
    let source: UnsafeRawPointer
    let byteCount: Int
  }

  private struct ClearArguments {
    let target: UnsafeMutablePointer<Float>
    let byteCount: Int
  }

  private static let copy: EmittedFunction<CopyArguments> = {
    let function: @convention(c) (UnsafeMutableRawPointer, UnsafeRawPointer, Int) -> Void = { memcpy($0, $1, $2) }
    return EmittedFunction(unsafeBitCast(function, to: UnsafeRawPointer.self))
  }()

  private static let clear: EmittedFunction<ClearArguments> = {
    let function: @convention(c) (UnsafeMutableRawPointer, Int) -> Void = { memset($0, 0, $1) }
    return EmittedFunction(unsafeBitCast(function, to: UnsafeRawPointer.self))
  }()

  /// Copies floats to memory that does not overlap the source.
  package static func copy(
    _ count: Int, from source: UnsafePointer<Float>, to target: UnsafeMutablePointer<Float>
  ) -> EmittedCall {
    copy(bytes: count * 4, from: source, to: target)
  }

  package static func copy(
    bytes count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) -> EmittedCall {
    copy.call(CopyArguments(target: target, source: source, byteCount: count))
  }

  package static func clear(_ count: Int, at target: UnsafeMutablePointer<Float>) -> EmittedCall {
    clear.call(ClearArguments(target: target, byteCount: count * 4))
  }
}
