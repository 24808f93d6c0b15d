import MachineCode
import TensorKernels

/// Where a routine finds its ``MathConstant``s: those of a loop that fit in registers, the others in its table.
///
/// An operand in memory is loaded again for every vector, which takes more of the time than most instructions.
struct X86MathConstants {
  private let table: X86GeneralRegister, byteOffset: Int
  private var kept: [(constant: MathConstant, register: X86VectorRegister)] = []

  /// Constants that follow a struct in a table.
  init<Constants>(in table: X86GeneralRegister, after constants: Constants.Type) {
    self.table = table
    byteOffset = MemoryLayout<Constants>.stride
  }

  /// Takes a register for each constant, as long as there are any.
  mutating func keep(_ constants: [MathConstant], in registers: inout X86RegisterFile) {
    for constant in constants.prefix(registers.freeVectorCount) { kept.append((constant, registers.vector())) }
  }

  /// The number of constants that have registers.
  var keptCount: Int { kept.count }

  /// Loads the constants that have registers, in code of any width.
  func load(_ code: inout X86Assembler) {
    for (constant, register) in kept { load(&code, constant, into: register) }
  }

  /// Loads a constant, in code of any width.
  func load(_ code: inout X86Assembler, _ constant: MathConstant, into target: X86VectorRegister) {
    code.vbroadcastss(target, memory(constant))
  }

  /// Eight lanes of a constant in the table.
  func memory(_ constant: MathConstant) -> X86Memory {
    X86Memory(table, byteOffset + constant.rawValue * MemoryLayout<Lanes>.stride)
  }

  /// A constant, wherever it is.
  subscript(_ constant: MathConstant) -> X86VectorOperand {
    keptRegister(constant).map { .register($0) } ?? .memory(memory(constant))
  }

  /// The register of a constant.
  ///
  /// - Precondition: it has one.
  func register(_ constant: MathConstant) -> X86VectorRegister {
    guard let register = keptRegister(constant) else { preconditionFailure("\(constant) has no register") }
    return register
  }

  private func keptRegister(_ constant: MathConstant) -> X86VectorRegister? {
    kept.first { $0.constant == constant }?.register
  }
}
