import MachineCode
import MudraPlatform

/// Checksums in emitted code, which folds many bytes into the last 64 by products of polynomials (PCLMULQDQ).
///
///     sums, 4 × 16 bytes:  low · x^(512 + 32) ⊕ high · x^(512 − 32) ⊕ next bytes     for each block of 64 bytes
///
/// What is left has the same remainder as all of the bytes, and tables find it.
///
/// Source: Gopal et al., Fast CRC Computation for Generic Polynomials Using PCLMULQDQ Instruction, Intel 2009; the
/// factors are k1 and k2 of its bit-reflected form for CRC-32.
struct FoldedCRC32: EmittedCode, Sendable {
  /// Made once per process; nil if the processor has no such products, or the system refuses the pages.
  static let shared = FoldedCRC32()

  struct Arguments {
    let input: UnsafeRawPointer
    /// The last 64 bytes so far.
    let sums: UnsafeMutableRawPointer
    let factors: UnsafePointer<UInt64>
    /// At least one.
    let blockCount: Int
  }

  static let blockByteCount = 64
  /// Eight blocks; shorter contents are left to tables.
  static let leastByteCount = 512

  private static let factors: [UInt64] = [0x1_5444_2BD4, 0x1_C6E4_1596]

  private let memory: ExecutableMemory
  private let function: EmittedFunction<Arguments>

  private init?() {
    guard MachineCodeSupport.hasPolynomialProducts, let memory = Self.memory(name: "crc-32") else { return nil }
    self.memory = memory
    function = EmittedFunction(memory)
  }

  /// The bytes with the same remainder as a state and whole blocks that follow it, passed to `body`.
  ///
  /// - Precondition: there are at least two blocks.
  func fold<R>(_ state: UInt, _ bytes: UnsafeRawBufferPointer, _ body: (UnsafeRawBufferPointer) -> R) -> R {
    withUnsafeTemporaryAllocation(byteCount: Self.blockByteCount, alignment: 16) { sums in
      sums.copyMemory(from: UnsafeRawBufferPointer(rebasing: bytes[..<Self.blockByteCount]))
      sums.storeBytes(of: sums.load(as: UInt32.self) ^ UInt32(truncatingIfNeeded: state), as: UInt32.self)
      Self.factors.withUnsafeBufferPointer { factors in
        guard let input = bytes.baseAddress, let sums = sums.baseAddress, let factors = factors.baseAddress else {
          return
        }
        function(
          Arguments(
            input: input + Self.blockByteCount, sums: sums, factors: factors,
            blockCount: bytes.count / Self.blockByteCount - 1))
      }
      return body(UnsafeRawBufferPointer(sums))
    }
  }
}
