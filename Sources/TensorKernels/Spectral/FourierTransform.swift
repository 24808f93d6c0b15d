import MudraPlatform

/// An in-place discrete Fourier transform of complex numbers, whose count is a power of two.
struct FourierTransform: Sendable {
  private let count: Int
  /// `e^(−2πi · k / count)` for the first half of `k`.
  private let rotations: [SIMD2<Double>]

  init(_ count: Int) {
    self.count = count
    rotations = (0..<count / 2).map { k in
      let angle = -2 * Double.pi * Double(k) / Double(count)
      return [cos(angle), sin(angle)]
    }
  }

  /// The Cooley–Tukey algorithm with bit reversal.
  func run(_ numbers: UnsafeMutablePointer<SIMD2<Double>>) {
    var reversed = 0
    for index in 0..<count {
      if index < reversed { (numbers[index], numbers[reversed]) = (numbers[reversed], numbers[index]) }
      var bit = count >> 1
      while bit > 0, reversed & bit != 0 {
        reversed ^= bit
        bit >>= 1
      }
      reversed |= bit
    }
    var half = 1
    while half < count {
      let step = count / (2 * half)
      for start in stride(from: 0, to: count, by: 2 * half) {
        for k in 0..<half {
          let rotation = rotations[k * step], odd = numbers[start + k + half], even = numbers[start + k]
          let turned = SIMD2(
            odd.x * rotation.x - odd.y * rotation.y, odd.x * rotation.y + odd.y * rotation.x)
          numbers[start + k] = even + turned
          numbers[start + k + half] = even - turned
        }
      }
      half *= 2
    }
  }
}
