import HandTracking
import TestSupport
import Testing

@Suite struct GestureFeaturesTests {
  private func features(
    _ landmarks: [NormalizedLandmark], rotation: Float = 0, width: Int = 100, height: Int = 100
  ) -> [Float] {
    [Float](unsafeUninitializedCapacity: 3 * landmarks.count) { buffer, count in
      count = 3 * landmarks.count
      GestureFeatures.fill(
        UnsafeMutableBufferPointer(rebasing: buffer[0..<count]), from: landmarks, rotation: rotation,
        imageWidth: width, imageHeight: height)
    }
  }

  private func features(_ landmarks: [Landmark], rotation: Float = 0) -> [Float] {
    [Float](unsafeUninitializedCapacity: 3 * landmarks.count) { buffer, count in
      count = 3 * landmarks.count
      GestureFeatures.fill(
        UnsafeMutableBufferPointer(rebasing: buffer[0..<count]), from: landmarks, rotation: rotation)
    }
  }

  private func isClose(_ found: [Float], _ expected: [Float]) -> Bool {
    found.count == expected.count
      && zip(found, expected).allSatisfy { TestSupport.isClose($0, $1, within: 1e-4) }
  }

  private let triangle = [
    NormalizedLandmark(x: 0.25, y: 0.5, z: 0.25), NormalizedLandmark(x: 0.75, y: 0.5, z: 0),
    NormalizedLandmark(x: 0.25, y: 0.75, z: 0.5),
  ]

  @Test func `the first landmark is the origin and the longer side is one`() {
    #expect(isClose(features(triangle), [0, 0, 0, 1, 0, -0.5, 0, 0.5, 0.5]))
  }

  @Test func `a picture's aspect is restored`() {
    // Twice as wide as high: y counts half, z is not touched.
    #expect(isClose(features(triangle, width: 200, height: 100), [0, 0, 0, 1, 0, -0.5, 0, 0.25, 0.5]))
    // Twice as high as wide: x counts half, so both sides are equal.
    #expect(isClose(features(triangle, width: 100, height: 200), [0, 0, 0, 1, 0, -1, 0, 1, 1]))
  }

  @Test func `the rotation of the input region is undone`() {
    #expect(
      isClose(features(triangle, rotation: Float(Double.pi / 2)), [0, 0, 0, 0, -1, -0.5, 0.5, 0, 0.5]))
  }

  @Test func `place and size do not matter`() {
    let larger = triangle.map { NormalizedLandmark(x: $0.x * 1.5 - 1, y: $0.y * 1.5 + 2, z: $0.z * 1.5) }
    #expect(isClose(features(larger), features(triangle)))
  }

  @Test func `world landmarks are normalized likewise`() {
    // The offset of 1e-5 that keeps the division finite is 1 part in 10 000 of these 10 centimeters.
    let world = [Landmark(x: 0, y: 0, z: 0), Landmark(x: 0.1, y: 0.05, z: 0.02)]
    let found = features(world)
    let expected: [Float] = [0, 0, 0, 0.1 / 0.10001, 0.05 / 0.10001, 0.02 / 0.10001]
    #expect(isClose(found, expected))
    let turned = features(world, rotation: Float(Double.pi))
    #expect(isClose(turned, [0, 0, 0, -expected[3], -expected[4], expected[5]]))
  }

  @Test func `a hand without extent gives zeros`() {
    let point = [NormalizedLandmark](repeating: NormalizedLandmark(x: 0.5, y: 0.5, z: 0), count: 3)
    #expect(features(point) == [Float](repeating: 0, count: 9))
  }
}
