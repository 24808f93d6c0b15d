import MachineCode
import TensorKernels

extension Patches: EmittedCode {
  package static func x86(_ layout: Layout) -> [UInt8]? {
    let segments = layout.segments
    // The moves of a pixel are unrolled.
    guard segments.reduce(0, { $0 + $1.count / 32 + 2 }) <= 1024, segments.allSatisfy({ $0.source < 1 << 30 }),
      layout.window.strideX * layout.pixelByteCount < 1 << 30
    else { return nil }
    var code = X86Assembler()
    let arguments = X86ArgumentRegisters<Patches.RunArguments>()
    let (source, target) = (arguments[\.source], arguments[\.target])
    var registers = X86RegisterFile(arguments: arguments.all)
    let (word, vector) = (registers.general(), registers.vector())
    code.enter(registers)
    let next = code.here()
    for segment in segments {
      /// Moves `size` bytes at a time; the last move overlaps the previous one.
      func move(by size: Int, _ body: (_ from: X86Memory, _ to: X86Memory) -> Void) {
        for place in stride(from: 0, to: segment.count, by: size) {
          let place = min(place, segment.count - size)
          body(X86Memory(source, segment.source + place), X86Memory(target, segment.target + place))
        }
      }
      switch segment.count {
      case 32...:
        move(by: 32) {
          code.vmovups(vector, $0)
          code.vmovups($1, vector)
        }
      case 16...:
        move(by: 16) {
          code.vmovups(low: vector, $0)
          code.vmovups($1, low: vector)
        }
      case 8...:
        move(by: 8) {
          code.mov(word, $0)
          code.mov($1, word)
        }
      default:
        move(by: 1) {
          code.movzx(word, byte: $0)
          code.mov(byte: $1, word)
        }
      }
    }
    code.add(source, layout.window.strideX * layout.pixelByteCount)
    code.add(target, layout.patchByteCount)
    code.sub(arguments[\.count], 1)
    code.jump(.notEqual, next)
    code.leave(registers)
    return code.finished()
  }
}
