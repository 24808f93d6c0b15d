import MudraPlatform
import TFLiteFormat
import TensorKernels

/// Mel-frequency cepstral coefficients of sound (TFLite's custom operator `Mfcc`).
///
/// - Inputs: squared magnitudes `[channels, windows, frequencies]`, as of ``AudioSpectrogram``; the sample rate, one
///   int32; one that is known only at run time begins a stage.
/// - Output: floats `[channels, windows, dct_coefficient_count]`.
/// - Options: the limits of frequency in Hz, the number of filters and that of coefficients.
/// - Formula: triangular filters, evenly spaced in `1127 · ln(1 + Hz / 700)`, add magnitudes; the logarithms of their
///   sums, at least 10⁻¹², go through a discrete cosine transform (DCT-II), in double precision. Source: TFLite's
///   `internal/mfcc.cc`, `mfcc_mel_filterbank.cc` and `mfcc_dct.cc`.
struct MelCepstrum: BuiltinCustomOperator, ProblemOperation {
  static let customName = "Mfcc"

  private let lowest: Double, highest: Double, filters: Int, coefficients: Int

  init(options: Bytes) throws(OperatorError) {
    let options = try FlexOptions(options)
    // LiteRT reads whole numbers.
    lowest = Double(try options.float("lower_frequency_limit").rounded(.towardZero))
    highest = Double(try options.float("upper_frequency_limit").rounded(.towardZero))
    guard lowest >= 0, highest > lowest else {
      throw .customOptions("frequencies from \(lowest) to \(highest)")
    }
    filters = try options.integer("filterbank_channel_count", 1...FixedLimits.customExtent)
    coefficients = try options.integer("dct_coefficient_count", 1...filters)
    guard saturatingProduct(filters, coefficients) <= FixedLimits.cosineCount else {
      throw .customOptions("\(coefficients) coefficients of \(filters) filters")
    }
  }

  struct Parts: Sendable {
    let bank: FilterBank, coefficients: Int, channels: Int, windows: Int
  }

  func problem(_ inputs: Operands) throws(OperatorError) -> Parts {
    try inputs.expectCount(2...2)
    let input = try inputs.type(0, rank: 3...3).shape
    let rate = try inputs.type(1, of: [.int32])
    guard rate.elementCount == 1 else { throw .inputShape(input: 1, expected: "one element", found: rate.shape) }
    let rates = try inputs.integers(1)
    guard rates[0] > 0 else { throw .value(name: "sample rate", rates[0]) }
    guard !input.contains(0), input[2] > 1 else {
      throw .inputShape(input: 0, expected: "windows of at least two frequencies", found: input)
    }
    let step = 0.5 * Double(rates[0]) / Double(input[2] - 1)
    guard highest / step < Double(input[2]) else {
      throw .customOptions("upper_frequency_limit \(highest) is more than half of the sample rate \(rates[0])")
    }
    return Parts(
      bank: FilterBank(frequencies: input[2], step: step, lowest: lowest, highest: highest, count: filters),
      coefficients: coefficients, channels: input[0], windows: input[1])
  }

  func outputTypes(of parts: Parts) throws(OperatorError) -> [TensorType] {
    [try TensorType(.float32, [parts.channels, parts.windows, parts.coefficients])]
  }

  func readsAtRunTime(_ index: Int) -> Bool { index == 0 }

  /// The filters, and the cosines.
  func packedByteCount(of parts: Parts) -> Int? {
    16 * parts.bank.frequencies + 8 * parts.coefficients * parts.bank.count
  }

  func repeatedWork(of parts: Parts) -> Int {
    saturatingProduct(parts.channels, parts.windows, parts.coefficients, parts.bank.count)
  }

  func prepare(_ parts: Parts, _ context: PreparationContext) throws(OperatorError) -> any PreparedOperator {
    Prepared(parts)
  }

  /// Triangular filters: each frequency adds to the filter that it is in and to the next one.
  struct FilterBank: Sendable {
    let frequencies: Int, step: Double, lowest: Double, highest: Double, count: Int

    /// The range of frequencies that count.
    var places: Range<Int> {
      let first = min(Int(1.5 + lowest / step), frequencies), end = Int(highest / step) + 1
      return first..<max(end, first)
    }

    /// The filter whose center is at most the frequency at each of ``places``, −1 below the first one, and which part
    /// it takes; the next one has the rest.
    var shares: [(filter: Int, part: Double)] {
      func mel(_ frequency: Double) -> Double { 1127 * log1p(frequency / 700) }
      let low = mel(lowest), spacing = (mel(highest) - low) / Double(count + 1)
      // The last of them is the upper limit.
      func center(_ filter: Int) -> Double { low + spacing * Double(filter + 1) }
      var next = 0
      return places.map { place in
        let position = mel(Double(place) * step)
        while next < count, center(next) < position { next += 1 }
        let start = next == 0 ? low : center(next - 1)
        return (next - 1, (center(next) - position) / (center(next) - start))
      }
    }
  }

  private final class Prepared: PreparedOperator {
    let parts: Parts, places: Range<Int>
    let shares: [(filter: Int, part: Double)]
    let cosines: [Double]

    init(_ parts: Parts) {
      self.parts = parts
      (places, shares) = (parts.bank.places, parts.bank.shares)
      let count = parts.bank.count, norm = (2 / Double(count)).squareRoot(), angle = Double.pi / Double(count)
      cosines = (0..<parts.coefficients * count).map {
        norm * cos(Double($0 / count) * angle * (Double($0 % count) + 0.5))
      }
    }

    var provider: KernelProvider { .reference }
    var usefulShareCount: Int { parts.channels * parts.windows }
    var heldByteCount: Int { 16 * shares.count + 8 * cosines.count }
    var scratchByteCount: Int { 8 * parts.bank.count }

    func run(_ io: OperatorIO) {
      let sums = io.scratchBytes.assumingMemoryBound(to: Double.self), count = parts.bank.count
      for index in io.share(of: parts.channels * parts.windows) {
        let spectrum = io.input(0) + index * parts.bank.frequencies + places.lowerBound
        sums.update(repeating: 0, count: count)
        for (place, (filter, part)) in shares.enumerated() {
          let magnitude = Double(spectrum[place]).squareRoot(), share = magnitude * part
          if filter >= 0 { sums[filter] += share }
          if filter + 1 < count { sums[filter + 1] += magnitude - share }
        }
        for filter in 0..<count { sums[filter] = log(max(sums[filter], 1e-12)) }
        let target = io.output(0) + index * parts.coefficients
        for coefficient in 0..<parts.coefficients {
          var sum = 0.0
          for filter in 0..<count { sum += cosines[coefficient * count + filter] * sums[filter] }
          target[coefficient] = Float(sum)
        }
      }
    }
  }
}
