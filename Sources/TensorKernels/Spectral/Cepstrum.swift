import MudraPlatform

/// Mel-frequency cepstral coefficients of rows of squared magnitudes, as in TFLite's `internal/mfcc.cc`,
/// `mfcc_mel_filterbank.cc` and `mfcc_dct.cc`.
///
/// Triangular filters, evenly spaced in `1127 · ln(1 + Hz / 700)`, add magnitudes; the logarithms of their sums, at
/// least 10⁻¹², go through a discrete cosine transform (DCT-II), in double precision.
package enum Cepstrum {
  package struct Problem: KernelProblem {
    package let channels: Int, windows: Int
    /// Of each window, `step` Hz apart.
    package let frequencies: Int
    let step: Double
    /// The limits of filters in Hz.
    let lowest: Double, highest: Double
    package let filters: Int, coefficients: Int

    package init(
      channels: Int, windows: Int, frequencies: Int, step: Double, lowest: Double, highest: Double, filters: Int,
      coefficients: Int
    ) {
      (self.channels, self.windows, self.frequencies, self.step) = (channels, windows, frequencies, step)
      (self.lowest, self.highest) = (lowest, highest)
      (self.filters, self.coefficients) = (filters, coefficients)
    }

    package var element: NumberType { .float32 }

    /// The range of frequencies that count.
    fileprivate var places: Range<Int> {
      let first = min(Int(1.5 + lowest / step), frequencies), end = Int(highest / step) + 1
      return first..<max(end, first)
    }

    /// The filter whose center is at most the frequency at each of ``places``, −1 below the first one, and which part
    /// it takes; the next one has the rest.
    fileprivate var shares: [(filter: Int, part: Double)] {
      func mel(_ frequency: Double) -> Double { 1127 * log1p(frequency / 700) }
      let low = mel(lowest), spacing = (mel(highest) - low) / Double(filters + 1)
      // The last of them is the upper limit.
      func center(_ filter: Int) -> Double { low + spacing * Double(filter + 1) }
      var next = 0
      return places.map { place in
        let position = mel(Double(place) * step)
        while next < filters, center(next) < position { next += 1 }
        let start = next == 0 ? low : center(next - 1)
        return (next - 1, (center(next) - position) / (center(next) - start))
      }
    }

    /// The factors of each coefficient.
    fileprivate var cosines: [Double] {
      let norm = (2 / Double(filters)).squareRoot(), angle = Double.pi / Double(filters)
      return (0..<coefficients * filters).map {
        norm * cos(Double($0 / filters) * angle * (Double($0 % filters) + 0.5))
      }
    }
  }

  /// A unit is a window of a channel.
  package static let family = KernelFamily<Problem, any UnitKernel>("cepstrum") { problem, _ in
    let shares = problem.shares, cosines = problem.cosines
    return LoopKernel(
      problem.channels * problem.windows, scratchCount: 2 * problem.filters,
      heldByteCount: 16 * shares.count + 8 * cosines.count
    ) { run(problem, shares, cosines, $0, $1) }
  }

  private static func run(
    _ problem: Problem, _ shares: [(filter: Int, part: Double)], _ cosines: [Double], _ rows: Range<Int>,
    _ operands: KernelOperands
  ) {
    let count = problem.filters, first = problem.places.lowerBound
    let sums = UnsafeMutableRawPointer(operands.scratch).assumingMemoryBound(to: Double.self)
    for row in rows {
      let spectrum = operands.input(0) + row * problem.frequencies + first
      sums.update(repeating: 0, count: count)
      for (place, (filter, part)) in shares.enumerated() {
        let magnitude = Double(spectrum[place]).squareRoot(), share = magnitude * part
        if filter >= 0 { sums[filter] += share }
        if filter + 1 < count { sums[filter + 1] += magnitude - share }
      }
      for filter in 0..<count { sums[filter] = log(max(sums[filter], 1e-12)) }
      let target = operands.output() + row * problem.coefficients
      for coefficient in 0..<problem.coefficients {
        var sum = 0.0
        for filter in 0..<count { sum += cosines[coefficient * count + filter] * sums[filter] }
        target[coefficient] = Float(sum)
      }
    }
  }
}
