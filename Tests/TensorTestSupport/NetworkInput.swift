import TFLiteFormat
import TensorRuntime
import TestSupport

/// The inputs of the network fixtures, computed by a rule in whole numbers instead of stored in files.
///
/// Element `i` of input `t`, modulo 2³²: `noise = ((i + 1 + 7919 t) · 2654435761) >> 16`.
/// - A picture `[1, height, width, 3]` with element `i` at row `y`, column `x`, channel `c`:
///   `slope = |((3x + 5y + 40c) mod 256) − 128|`, value `(1536 slope + noise) / 2¹⁸`.
/// - Any other shape: `noise / 2¹⁶`.
///
/// Both quotients are exact, so the floats equal those of Tools/dev/reference/make_network_fixtures.py.
public enum NetworkInput {
  /// The input array for tensor number `tensor` of a network.
  public static func array(shape: [Int], tensor: Int) -> NPYFile {
    let count = shape.reduce(1, *)
    let isPicture = shape.count == 4 && shape[3] == 3
    let floats = (0..<count).map { i -> Float in
      let noise = (UInt32(truncatingIfNeeded: i + 1 + 7919 * tensor) &* 2_654_435_761) >> 16
      guard isPicture else { return Float(noise) / 65_536 }
      let (x, y, channel) = (i / 3 % shape[2], i / (3 * shape[2]), i % 3)
      let slope = abs((3 * x + 5 * y + 40 * channel) % 256 - 128)
      return Float(slope * 1536 + Int(noise)) / 262_144
    }
    return NPYFile(floats: floats, shape: shape)
  }

  /// The inputs of a network.
  public static func arrays(for inputs: [TensorDescription]) -> [NPYFile] {
    inputs.enumerated().map { array(shape: $1.shape, tensor: $0) }
  }
}
