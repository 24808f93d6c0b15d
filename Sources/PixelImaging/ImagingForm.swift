import MachineCode
import MudraPlatform

/// How a warp or a conversion is computed. Both forms have the same bits as results.
package enum ImagingForm: Sendable, CaseIterable {
  /// Code emitted once, on x86-64 with AVX2, if executable memory is allowed.
  case machineCode
  /// Swift code, available everywhere.
  case portable

  /// The forms of this build on this machine.
  package static var available: [ImagingForm] { WarpCode.shared == nil ? [.portable] : allCases }

  /// Emitted code where there is any, unless the environment variable `MUDRA_KERNELS` names another provider.
  package static let preferred: ImagingForm = {
    if let value = EnvironmentVariables["MUDRA_KERNELS"], value != "machineCode" {
      return .portable
    }
    return WarpCode.shared == nil ? .portable : .machineCode
  }()
}
