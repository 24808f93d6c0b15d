import Foundation

/// Tells gestures apart by whitened distances to their means, and refuses what is far from all of them.
///
/// With h the positive part of an embedding, z = U(h − μ̄) is the whitened point, where μ̄ is the mean of the gestures'
/// means. The gesture with the nearest mean m_c wins if d² = |z − m_c|² is below the limit τ². The score of gesture c
/// is the softmax of −β d²/2 over the gestures and −β τ²/2 for none, so that it is ½ at the limit.
public struct DistanceHead: Sendable, Hashable, Codable {
  /// U, row by row: upper triangular, as many rows and columns as an embedding has values.
  public let whitening: [Double]
  /// The mean of the gestures' means, before whitening.
  public let center: [Double]
  /// The whitened mean of each gesture.
  public let means: [[Double]]
  /// τ²: the squared distance beyond which a pose is none of the gestures.
  public let squaredLimit: Double
  /// β: how fast the score falls around the limit.
  public let sharpness: Double

  /// The whitened point of an embedding.
  func point(_ embedding: [Float]) -> [Double] {
    Self.point(embedding, whitening, center)
  }

  /// The squared distances of a whitened point to the means.
  func squaredDistances(_ point: [Double]) -> [Double] {
    means.map { Self.squaredDistance($0, point) }
  }

  static func squaredDistance(_ first: [Double], _ second: [Double]) -> Double {
    first.withUnsafeBufferPointer { first in
      second.withUnsafeBufferPointer { second in
        var sum = 0.0
        for index in first.indices {
          let difference = first[index] - second[index]
          sum += difference * difference
        }
        return sum
      }
    }
  }

  /// Positive part, centered and whitened.
  static func point(_ embedding: [Float], _ whitening: [Double], _ center: [Double]) -> [Double] {
    product(whitening, embedding.indices.map { max(Double(embedding[$0]), 0) - center[$0] })
  }

  /// An upper triangular matrix times a vector.
  static func product(_ matrix: [Double], _ vector: [Double]) -> [Double] {
    let size = vector.count
    return [Double](unsafeUninitializedCapacity: size) { output, count in
      matrix.withUnsafeBufferPointer { matrix in
        vector.withUnsafeBufferPointer { vector in
          for row in 0..<size {
            var sum = 0.0
            for column in row..<size { sum += matrix[row * size + column] * vector[column] }
            output[row] = sum
          }
        }
      }
      count = size
    }
  }
}
