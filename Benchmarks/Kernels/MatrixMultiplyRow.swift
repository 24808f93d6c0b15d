import Foundation

/// A matrix product of the networks, emitted and by OpenBLAS.
struct MatrixMultiplyRow: Codable {
  /// Rows, columns and terms of the product.
  let rows: Int, columns: Int, depth: Int
  /// Layers of the networks that have this shape.
  let layers: Int
  /// Billions of operations per second at the median of the emitted kernel and of `cblas_sgemm`.
  let machineCodeGflops: Double, openBLASGflops: Double
  /// The fraction of the machine's peak that the emitted kernel attains, 0 to 1.
  let peakShare: Double?

  /// How many times as fast as OpenBLAS the emitted kernel is.
  var ratio: Double { machineCodeGflops / openBLASGflops }

  /// Billions of operations of all those layers.
  var work: Double { Double(2 * rows * columns * depth * layers) / 1e9 }

  /// Titles of the columns.
  static let header = "      m     n     k  layers  machineCode  of peak  OpenBLAS  GFLOP/s   ratio"

  /// The row as text.
  var text: String {
    let share = peakShare.map { String(format: "%5.1f %%", $0 * 100) } ?? "       "
    return String(format: "%7d %5d %5d %7d %12.1f  ", rows, columns, depth, layers, machineCodeGflops) + share
      + String(format: "  %8.1f           %5.2f×", openBLASGflops, ratio)
  }
}
