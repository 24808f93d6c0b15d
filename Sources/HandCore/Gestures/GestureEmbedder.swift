import TensorRuntime
import VisionCore

/// A task's session of the gesture embedder: turns the landmarks of a hand into the vector that gestures are named by.
///
/// It is used by one caller at a time.
package final class GestureEmbedder {
  /// The network.
  package let network: Network<Session>

  /// A session of a model's embedder.
  ///
  /// - Throws: `TaskError` if there is not enough memory.
  package init(_ model: GestureModel<Plan>, threads: ThreadPool) throws(TaskError) {
    network = try model.embedder.session(threads: threads)
  }

  /// Computes the embedding of a hand found in a picture, for ``withEmbedding(_:)``. `rotation` is that of the region
  /// on which the palm detector ran.
  ///
  /// - Precondition: there are 21 landmarks of each kind.
  package func embed(
    _ landmarks: [NormalizedLandmark], world: [Landmark], handedness: Handedness, rotation: Float, imageWidth: Int,
    imageHeight: Int
  ) throws(TaskError) {
    typealias Inputs = ModelConstants.Embedder.Input
    network.withInput(Inputs.landmarks) {
      GestureFeatures.fill(
        $0, from: landmarks, rotation: rotation, imageWidth: imageWidth, imageHeight: imageHeight)
    }
    network.withInput(Inputs.handedness) { $0[0] = handedness.rightProbability }
    network.withInput(Inputs.worldLandmarks) { GestureFeatures.fill($0, from: world, rotation: rotation) }
    try network.run()
  }

  /// The last embedding. The pointer is valid only during the call.
  package func withEmbedding<R, E: Error>(_ body: (UnsafeBufferPointer<Float>) throws(E) -> R) throws(E) -> R {
    try network.withOutput(0, body)
  }
}
