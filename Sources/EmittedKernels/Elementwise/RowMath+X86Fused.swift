import MachineCode
import TensorKernels

/// Emits the functions of rows that have fused multiply-adds, which take fewer instructions than those with the bits of
/// portable vectors, and roots: they pay in sixteen lanes.
///
/// On a Zen 3, the time of a function is about the number of its instructions times how long they wait for each other:
/// so many vectors are computed at once as fit in the window of instructions. Constants in registers save a fifth of
/// it. Tried without gain: several vectors an iteration; pairs of independent terms in a polynomial (Estrin's scheme),
/// which take more instructions. A hyperbolic tangent that is a quotient of polynomials is off by up to five units in
/// the last place, and exceeds one.
struct FusedFunctionEmitter {
  private let function: RowCode.Function
  private let constants: X86MathConstants
  private let power: X86Exponential

  /// Nil for other functions.
  ///
  /// - Parameters:
  ///   - registers: vector registers to use in the whole routine.
  ///   - isWide: whether the code is that of sixteen lanes, for which operands in memory are too short, and which has
  ///     no blends.
  init?(_ function: RowCode.Function, table: X86GeneralRegister, registers: X86RegisterFile, isWide: Bool = false) {
    guard let kept = Self.keptConstants(function), !isWide || function != .exponentialLinear else { return nil }
    self.function = function
    var registers = registers
    let (t, n, p, other) = (registers.vector(), registers.vector(), registers.vector(), registers.vector())
    var constants = X86MathConstants(in: table, after: RowCode.Constants.self)
    constants.keep(kept, in: &registers)
    precondition(!isWide || constants.keptCount == kept.count, "operands in memory have eight lanes")
    self.constants = constants
    power = X86Exponential(constants: constants, t: t, power: n, p: p, other: other)
  }

  /// The constants of a function to keep in registers, most useful first, all but those that are only loaded; nil for
  /// other functions.
  private static func keptConstants(_ function: RowCode.Function) -> [MathConstant]? {
    switch function {
    case .squareRoot: []
    case .reciprocalSquareRoot: [.one]
    case .exponential: [.lowest, .highest] + X86Exponential.pairConstants
    case .fusedLogistic: X86HalfTangent.logisticConstants + X86Exponential.log2
    case .gaussianErrorLinearByTangent: X86HalfTangent.logisticConstants + [.log2, .gaussianScale]
    case .hyperbolicTangent: X86HalfTangent.tangentConstants
    case .exponentialLinear: [.minusOneLimit] + X86Exponential.minusOneConstants
    case .gaussianErrorLinear:
      [
        .minusGaussianLimit, .gaussianLimit, .minusOne, .one, .e4, .d4, .e3, .d3, .e2, .d2, .e1, .d1, .e0, .half,
      ]
    default: nil
    }
  }

  /// Loads the constants, before the loop.
  func begin(_ code: inout X86Assembler) { constants.load(&code) }

  /// The function of `x`, in another register.
  func emit(_ code: inout X86Assembler, of x: X86VectorRegister, into value: X86VectorRegister) {
    switch function {
    case .squareRoot: code.vsqrtps(value, x)
    case .reciprocalSquareRoot:
      code.vsqrtps(power.t, x)
      code.vdivps(value, constants.register(.one), power.t)
    case .exponential:
      code.vmaxps(power.t, constants.register(.lowest), x)
      code.vminps(power.t, constants.register(.highest), power.t)
      power.emitPair(&code, into: value)
    case .fusedLogistic:
      X86HalfTangent(reduction: power).emitLogistic(&code, of: x, into: value)
    case .hyperbolicTangent:
      X86HalfTangent(reduction: power).emitTangent(&code, of: x, into: value)
    case .gaussianErrorLinearByTangent: emitGaussianErrorLinearByTangent(&code, of: x, into: value)
    case .exponentialLinear:
      code.vmaxps(power.t, constants.register(.minusOneLimit), x)
      power.emitMinusOne(&code)
      code.vblendvps(value, x, power.p, mask: x)
    default: emitGaussianErrorLinear(&code, of: x, into: value)
    }
  }

  /// `(1 + tanh(v)) / 2` is the logistic function of 2v. `ln 2` has one part: it is off by 2·10⁻⁹, and n times that is
  /// below a unit of one where the function is above it.
  private func emitGaussianErrorLinearByTangent(
    _ code: inout X86Assembler, of x: X86VectorRegister, into value: X86VectorRegister
  ) {
    code.vmulps(power.t, x, x)
    constants.load(&code, .gaussianCubicScale, into: power.p)
    code.vfmadd213ps(power.p, power.t, constants[.gaussianScale])
    code.vmulps(power.t, power.p, x)
    X86HalfTangent(reduction: power).emitLogistic(&code, of: power.t, into: value, log2: [.log2])
    code.vmulps(value, value, x)
  }

  /// `h + h · erf(x / √2)` with h = x / 2. The error function is a quotient of polynomials, fitted here by least
  /// squares with weights that level the error (4e-8 of one at most); it exceeds one where its argument is limited.
  private func emitGaussianErrorLinear(
    _ code: inout X86Assembler, of x: X86VectorRegister, into value: X86VectorRegister
  ) {
    let (limited, square, numerator, term) = (power.t, power.power, power.p, power.other)
    code.vmaxps(limited, constants.register(.minusGaussianLimit), x)
    code.vminps(limited, constants.register(.gaussianLimit), limited)
    code.vmulps(square, limited, limited)
    constants.load(&code, .e5, into: numerator)
    constants.load(&code, .d5, into: term)
    for (e, d) in [(MathConstant.e4, MathConstant.d4), (.e3, .d3), (.e2, .d2), (.e1, .d1), (.e0, .one)] {
      code.vfmadd213ps(numerator, square, constants[e])
      code.vfmadd213ps(term, square, constants[d])
    }
    code.vmulps(numerator, numerator, limited)
    code.vdivps(value, numerator, term)
    code.vmaxps(value, constants.register(.minusOne), value)
    code.vminps(value, constants.register(.one), value)
    code.vmulps(limited, x, constants[.half])
    code.vfmadd213ps(value, limited, limited)
  }
}
