import MudraPlatform

/// Softmax regression: the mean cross-entropy of the examples, each of which counts as much as its share, plus half the
/// squared weights times a factor is minimized by L-BFGS from zero. Weights are those of positive parts divided by
/// their standard deviations.
struct SoftmaxFit {
  /// The result.
  let head: SoftmaxHead

  /// Fits a head to gestures and other poses, and tells `progress` the number of iterations so far and their loss.
  ///
  /// - Throws: `GestureTrainingError.noBackground` without examples of other poses, `.cancelled` or `.limit`.
  init(
    _ set: TrainingSet, background: LearnedBackground, regularization: Double, _ budget: TrainingBudget,
    progress: (Int, Double) -> Void
  ) throws(GestureTrainingError) {
    guard !background.examples.isEmpty else { throw .noBackground }
    let embeddings = background.examples.map(\.values) + set.examples.map(\.embedding.values)
    let classes = background.examples.map { _ in 0 } + set.classes.map { $0 + 1 }
    let counts = background.examples.map(\.weight) + set.classes.map { _ in 1 }
    let total = counts.reduce(0, +)
    let shares = counts.map { $0 / total }
    let (size, classCount) = (embeddings[0].count, set.names.count + 1)
    let positive = embeddings.map { $0.map { max(Double($0), 0) } }
    let (means, deviations) = Self.moments(positive, shares)
    let inputs = positive.flatMap { values in
      values.indices.map { (values[$0] - means[$0]) / deviations[$0] }
    }
    let loss = SoftmaxLoss(
      inputs: inputs, classes: classes, shares: shares, size: size, classCount: classCount,
      regularization: regularization)
    let solution = try LimitedMemoryBFGS.minimum(
      from: [Double](repeating: 0, count: (size + 1) * classCount), of: loss.value, budget, progress: progress)
    var (weights, biases) = ([[Double]](), [Double]())
    for label in 0..<classCount {
      let row = solution[label * (size + 1)..<(label + 1) * (size + 1)]
      let scaled = zip(row.dropLast(), deviations).map { $0 / $1 }
      weights.append(scaled)
      biases.append((row.last ?? 0) - zip(scaled, means).reduce(0) { $0 + $1.0 * $1.1 })
    }
    head = SoftmaxHead(weights: weights, biases: biases)
  }

  /// The mean and the standard deviation of each value; the latter with an addend that keeps constant values finite.
  private static func moments(_ samples: [[Double]], _ shares: [Double]) -> (means: [Double], deviations: [Double]) {
    let size = samples[0].count
    var (means, squares) = ([Double](repeating: 0, count: size), [Double](repeating: 0, count: size))
    for (sample, share) in zip(samples, shares) {
      for index in 0..<size { means[index] += sample[index] * share }
    }
    for (sample, share) in zip(samples, shares) {
      for index in 0..<size {
        squares[index] += (sample[index] - means[index]) * (sample[index] - means[index]) * share
      }
    }
    return (means, squares.map { $0.squareRoot() + 1e-3 })
  }
}

/// The mean cross-entropy of softmax regression, weighted by shares, and its gradient. Parameters are a row for each
/// class: weights, then the bias, which is not regularized.
private struct SoftmaxLoss {
  let inputs: [Double]
  let classes: [Int]
  /// How much of the mean each input is; they add up to 1.
  let shares: [Double]
  let size: Int
  let classCount: Int
  let regularization: Double

  /// The loss at some parameters; the gradient replaces `gradient`.
  func value(_ parameters: [Double], _ gradient: inout [Double]) -> Double {
    let rowCount = size + 1
    var loss = 0.0
    var logits = [Double](repeating: 0, count: classCount)
    parameters.withUnsafeBufferPointer { parameters in
      gradient.withUnsafeMutableBufferPointer { gradient in
        for index in gradient.indices {
          let weight = (index + 1) % rowCount == 0 ? 0 : parameters[index]
          gradient[index] = regularization * weight
          loss += regularization * weight * weight / 2
        }
        inputs.withUnsafeBufferPointer { inputs in
          for (sample, target) in classes.enumerated() {
            let share = shares[sample]
            let input = UnsafeBufferPointer(rebasing: inputs[sample * size..<(sample + 1) * size])
            for label in 0..<classCount {
              var sum = parameters[label * rowCount + size]
              for index in 0..<size { sum += parameters[label * rowCount + index] * input[index] }
              logits[label] = sum
            }
            let highest = logits.max() ?? 0
            let sum = logits.reduce(0) { $0 + exp($1 - highest) }
            loss -= share * (logits[target] - highest - log(sum))
            for label in 0..<classCount {
              let slope = share * (exp(logits[label] - highest) / sum - (label == target ? 1 : 0))
              for index in 0..<size { gradient[label * rowCount + index] += slope * input[index] }
              gradient[label * rowCount + size] += slope
            }
          }
        }
      }
    }
    return loss
  }
}
