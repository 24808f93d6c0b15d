/// Minimizes a smooth, convex function by the limited-memory method of Broyden, Fletcher, Goldfarb and Shanno, with a
/// line search by halving.
///
/// Nocedal and Wright, Numerical Optimization, algorithms 7.4 and 7.5.
enum LimitedMemoryBFGS {
  private static let memory = 10
  private static let iterationLimit = 500
  private static let gradientTolerance = 1e-7
  private static let halvingLimit = 40

  /// The place of the minimum.
  ///
  /// - Parameters:
  ///   - start: where the search begins.
  ///   - function: the value at a place; it replaces its second argument by the gradient.
  ///   - progress: is called after each iteration with their number so far and the lowest value.
  /// - Throws: `GestureTrainingError.cancelled` or `.limit`.
  static func minimum(
    from start: [Double], of function: ([Double], inout [Double]) -> Double, _ budget: TrainingBudget,
    progress: (Int, Double) -> Void
  ) throws(GestureTrainingError) -> [Double] {
    var place = start
    var gradient = start
    var value = function(place, &gradient)
    var history: [(step: [Double], change: [Double], inverse: Double)] = []
    for iteration in 1...iterationLimit where (gradient.map(abs).max() ?? 0) > gradientTolerance {
      try budget.check()
      let direction = descent(gradient, history)
      let slope = dot(direction, gradient)
      var length = history.isEmpty ? 1 / max(dot(gradient, gradient).squareRoot(), 1) : 1
      var next = place
      var nextGradient = gradient
      var nextValue = value
      var isLower = false
      for _ in 0..<halvingLimit {
        try budget.check()
        next = place.indices.map { place[$0] + length * direction[$0] }
        nextValue = function(next, &nextGradient)
        isLower = nextValue <= value + 1e-4 * length * slope
        if isLower { break }
        length /= 2
      }
      // Rounding ends the search at the latest.
      guard isLower else { break }
      let step = place.indices.map { next[$0] - place[$0] }
      let change = place.indices.map { nextGradient[$0] - gradient[$0] }
      let curvature = dot(step, change)
      if curvature > 0 {
        history.append((step, change, 1 / curvature))
        if history.count > memory { history.removeFirst() }
      }
      (place, gradient, value) = (next, nextGradient, nextValue)
      progress(iteration, value)
    }
    return place
  }

  /// Minus the gradient times the approximate inverse of the second derivatives.
  private static func descent(
    _ gradient: [Double], _ history: [(step: [Double], change: [Double], inverse: Double)]
  ) -> [Double] {
    var direction = gradient.map { -$0 }
    var factors: [Double] = []
    for entry in history.reversed() {
      let factor = entry.inverse * dot(entry.step, direction)
      factors.append(factor)
      for index in direction.indices { direction[index] -= factor * entry.change[index] }
    }
    if let last = history.last {
      let scale = 1 / (last.inverse * dot(last.change, last.change))
      for index in direction.indices { direction[index] *= scale }
    }
    for (entry, factor) in zip(history, factors.reversed()) {
      let correction = factor - entry.inverse * dot(entry.change, direction)
      for index in direction.indices { direction[index] += correction * entry.step[index] }
    }
    return direction
  }

  private static func dot(_ first: [Double], _ second: [Double]) -> Double {
    var sum = 0.0
    for index in first.indices { sum += first[index] * second[index] }
    return sum
  }
}
