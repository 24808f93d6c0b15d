import MachineCode

/// Rows of one element or of few bytes, as of a reversed tensor or picture: loops over integers.
final class ShortRowCopy: StridedCopyKernel {
  let problem: StridedCopy.Problem

  /// Fewer rows of a plane are left to emitted code, which other code can call.
  static func supports(_ problem: StridedCopy.Problem) -> Bool {
    problem.row == .bytes && problem.rowsPerPlane > 3 && (1..<16).contains(problem.rowByteCount)
  }

  init(_ problem: StridedCopy.Problem) { self.problem = problem }

  var memory: [any KernelMemory] { [] }

  func calls(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) -> [KernelCall]? {
    nil
  }

  func run(units: Range<Int>, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer) {
    let (byteCount, sourceStep, targetStep) = (problem.rowByteCount, problem.sourceStep, problem.targetStep)
    let isReversed = sourceStep == -byteCount && targetStep == byteCount
    problem.forEachRun(in: units) { count, offsets in
      let (source, target) = (source + offsets.source, target + offsets.target)
      switch byteCount {
      case 1 where isReversed: reverse(UInt8.self, count, from: source, to: target) { (v: UInt64) in v.byteSwapped }
      case 2 where isReversed:
        reverse(UInt16.self, count, from: source, to: target) { (v: SIMD8<UInt16>) in
          SIMD8(v[7], v[6], v[5], v[4], v[3], v[2], v[1], v[0])
        }
      case 4 where isReversed:
        reverse(UInt32.self, count, from: source, to: target) { (v: SIMD4<UInt32>) in SIMD4(v[3], v[2], v[1], v[0]) }
      case 8 where isReversed:
        reverse(UInt64.self, count, from: source, to: target) { (v: SIMD2<UInt64>) in SIMD2(v[1], v[0]) }
      case 1: Self.move(UInt8.self, count, source, sourceStep, target, targetStep)
      case 2: Self.move(UInt16.self, count, source, sourceStep, target, targetStep)
      case 4: Self.move(UInt32.self, count, source, sourceStep, target, targetStep)
      case 8: Self.move(UInt64.self, count, source, sourceStep, target, targetStep)
      case 3: moveTwo(UInt16.self, count, from: source, to: target)
      case 5...7: moveTwo(UInt32.self, count, from: source, to: target)
      default: moveTwo(UInt64.self, count, from: source, to: target)
      }
    }
  }

  /// Elements with steps in bytes.
  @inline(never)
  static func move<Element: BitwiseCopyable>(
    _ type: Element.Type, _ count: Int, _ source: UnsafeRawPointer, _ sourceStep: Int,
    _ target: UnsafeMutableRawPointer, _ targetStep: Int
  ) {
    var (from, to) = (source, target)
    for _ in 0..<count {
      to.storeBytes(of: from.loadUnaligned(as: type), as: type)
      from += sourceStep
      to += targetStep
    }
  }

  /// Neighboring elements, the last of which, at `source`, is to be the first: a vector of each end at a time, in which
  /// `turn` changes the order. In the middle vectors overlap.
  @inline(__always)
  private func reverse<Element: BitwiseCopyable, Vector: BitwiseCopyable>(
    _ type: Element.Type, _ count: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer,
    _ turn: (Vector) -> Vector
  ) {
    let size = MemoryLayout<Element>.size, width = MemoryLayout<Vector>.size, byteCount = count &* size
    guard byteCount >= width else { return Self.move(type, count, source, -size, target, size) }
    let start = source + (size &- byteCount)
    var (front, back) = (0, byteCount &- width)
    repeat {
      let first = (start + front).loadUnaligned(as: Vector.self), last = (start + back).loadUnaligned(as: Vector.self)
      (target + front).storeBytes(of: turn(last), as: Vector.self)
      (target + back).storeBytes(of: turn(first), as: Vector.self)
      (front, back) = (front &+ width, back &- width)
    } while front < back &+ width
  }

  /// Rows of one or two integers, which overlap if the row is shorter.
  private func moveTwo<Word: BitwiseCopyable>(
    _ type: Word.Type, _ rows: Int, from source: UnsafeRawPointer, to target: UnsafeMutableRawPointer
  ) {
    let second = problem.rowByteCount - MemoryLayout<Word>.size
    for row in 0..<rows {
      let (from, to) = (source + row * problem.sourceStep, target + row * problem.targetStep)
      let words = (from.loadUnaligned(as: type), (from + second).loadUnaligned(as: type))
      to.storeBytes(of: words.0, as: type)
      (to + second).storeBytes(of: words.1, as: type)
    }
  }
}
