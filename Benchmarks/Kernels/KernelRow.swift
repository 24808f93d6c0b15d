import Foundation

/// A kernel of a family on one of the family's cases.
struct KernelRow: Codable {
  /// The family, its case, and the kernel: provider and form.
  let family: String, example: String, kernel: String
  /// The median time.
  let medianMs: Double
  /// Billions of operations per second; nil for kernels that do not consist of multiply-adds.
  let gflops: Double?
  /// Billions of bytes of inputs and outputs per second.
  let gigabytes: Double
  /// How many times as fast as the family's reference.
  let ratio: Double
  /// The fraction of the machine's float peak, which integers may exceed; nil for kernels that do not consist of
  /// multiply-adds.
  let peakShare: Double?

  init(
    family: String, example: String, kernel: String, medianMs: Double, multiplyAdds: Int, byteCount: Int,
    referenceMs: Double, peak: Double?
  ) {
    (self.family, self.example, self.kernel, self.medianMs) = (family, example, kernel, medianMs)
    let nanoseconds = max(medianMs, 1e-6) * 1e6
    let rate = multiplyAdds > 0 ? Double(2 * multiplyAdds) / nanoseconds : nil
    gflops = rate
    gigabytes = Double(byteCount) / nanoseconds
    ratio = referenceMs / max(medianMs, 1e-6)
    peakShare = rate.flatMap { rate in peak.map { rate / $0 } }
  }

  /// Titles of the columns.
  static let header = "  kernel                          ms   GFLOP/s  of float peak     GB/s  × reference  case"

  /// The row as text.
  var text: String {
    let name = kernel + String(repeating: " ", count: max(24 - kernel.count, 1))
    let rate = gflops.map { String(format: "%9.1f ", $0) } ?? String(repeating: " ", count: 10)
    let share = peakShare.map { String(format: "%5.1f %%", $0 * 100) } ?? "       "
    return "  " + name + String(format: "%10.4f", medianMs) + rate + "        " + share
      + String(format: "%9.1f %12.1f", gigabytes, ratio) + "  " + example
  }
}
