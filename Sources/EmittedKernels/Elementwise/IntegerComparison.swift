import MachineCode
import TensorKernels

/// Comparisons of integers in emitted vectors, eight at a time: the compiler's baseline has none for 64 bits, and packs
/// the results of 32 bits one by one.
struct IntegerComparison: EmittedCode, Sendable {
  struct Routine: Sendable, Hashable {
    let comparison: ElementComparison
    let element: NumberType
    /// The operand that has one element.
    let broadcast: RowCode.Broadcast
  }

  struct Arguments {
    let left: UnsafeRawPointer, right: UnsafeRawPointer
    let output: UnsafeMutableRawPointer
    /// A positive multiple of eight.
    let count: Int
  }

  private let routine: Routine
  private let broadcasting: Broadcasting
  private let function: EmittedFunction<Arguments>

  static var isAvailable: Bool { MachineCodeSupport.obstacle == nil && Architecture.current == .x86 }

  /// Nil if no code can be emitted.
  ///
  /// - Precondition: the comparison is `equal`, `notEqual`, `less` or `lessOrEqual`, of int32 or int64.
  init?(_ comparison: ElementComparison, _ element: NumberType, _ broadcasting: Broadcasting) {
    let broadcast: RowCode.Broadcast =
      broadcasting.innerStep(of: 0) == 0 ? .left : broadcasting.innerStep(of: 1) == 0 ? .right : .none
    routine = Routine(comparison: comparison, element: element, broadcast: broadcast)
    guard let code = Self.shared(routine, name: "integer-comparison") else { return nil }
    (self.broadcasting, function) = (broadcasting, EmittedFunction(code))
  }

  /// Computes elements `elements` of the flattened output, the last ones of each row by the plain loops.
  func run(
    _ elements: Range<Int>, _ left: UnsafeRawPointer, _ right: UnsafeRawPointer, _ output: UnsafeMutablePointer<UInt8>
  ) {
    broadcasting.forEachRun(in: elements) { position, row, start, count in
      func place(_ operand: Int) -> Int {
        (broadcasting.offset(ofRow: row, in: operand) + start * broadcasting.innerStep(of: operand))
          * routine.element.byteCount
      }
      let whole = count & ~7
      if whole > 0 {
        function.call(
          Arguments(left: left + place(0), right: right + place(1), output: output + position, count: whole)
        ).run()
      }
      guard whole < count else { return }
      routine.comparison.run(
        routine.element, broadcasting, position + whole..<position + count, left, right, output)
    }
  }
}
