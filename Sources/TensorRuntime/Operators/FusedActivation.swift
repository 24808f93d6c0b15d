import TensorKernels

/// An operator's fused activation (TFLite's `ActivationFunctionType`, or a PReLU).
package enum FusedActivation: Sendable {
  case none
  case relu
  case reluMinus1To1
  case relu6
  /// Set by a pass, never by a file.
  case relu0To1
  /// A PReLU with one finite slope per channel. Set by a pass, never by a file.
  case slopes([Float])

  /// TFLite's enumeration; TANH and SIGN_BIT are not supported, nor applied by TFLite's float code.
  init(code: Int) throws(OperatorError) {
    switch code {
    case 0: self = .none
    case 1: self = .relu
    case 2: self = .reluMinus1To1
    case 3: self = .relu6
    default: throw .option(name: "fused_activation_function", value: code)
    }
  }

  var isNone: Bool {
    if case .none = self { true } else { false }
  }

  /// The equivalent operator; nil for none and for slopes.
  var operation: (any AnyOperation)? {
    switch self {
    case .none, .slopes: nil
    case .relu: OperationBox(ReLU())
    case .reluMinus1To1: OperationBox(ReLUN1To1())
    case .relu6: OperationBox(ReLU6())
    case .relu0To1: OperationBox(ReLU0To1())
    }
  }

  /// The range to clamp results to; unbounded for none and for slopes.
  var limits: (lower: Float, upper: Float) {
    switch self {
    case .none, .slopes: (-.infinity, .infinity)
    case .relu: (0, .infinity)
    case .reluMinus1To1: (-1, 1)
    case .relu6: (0, 6)
    case .relu0To1: (0, 1)
    }
  }

  var integerLimits: ClosedRange<Int> {
    (limits.lower.isFinite ? Int(limits.lower) : .min)...(limits.upper.isFinite ? Int(limits.upper) : .max)
  }

  var epilogue: Epilogue.Activation {
    switch self {
    case .none: .none
    case .relu, .reluMinus1To1, .relu6, .relu0To1: .clamp(lower: limits.lower, upper: limits.upper)
    case .slopes(let slopes): .slopes(slopes.withUnsafeBufferPointer { AlignedBuffer($0, paddedTo: 8) })
    }
  }
}

extension OperatorOptions {
  /// The option `fused_activation_function`.
  func activation(_ field: Int) throws(OperatorError) -> FusedActivation { try FusedActivation(code: byte(field)) }
}

/// An operator that can fuse an activation.
package protocol ActivationFusing: Operator {
  var activation: FusedActivation { get set }
}

extension ActivationFusing {
  package func fusing(_ activation: FusedActivation) -> Self? {
    guard self.activation.isNone else { return nil }
    var fused = self
    fused.activation = activation
    return fused
  }
}
