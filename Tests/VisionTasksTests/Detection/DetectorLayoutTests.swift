import Testing
import VisionTasks

@Suite struct DetectorLayoutTests {
  private let palm = DetectorLayout(inputSide: 192, strides: [8, 16, 16, 16], keypointCount: 7)
  private let face = DetectorLayout(inputSide: 128, strides: [8, 16, 16, 16], keypointCount: 6)

  private func center(_ x: Double, _ y: Double, side: Double) -> SIMD2<Float> {
    SIMD2(Float(x / side), Float(y / side))
  }

  @Test func `outputs have the shapes of the published networks`() {
    #expect(palm.outputShapes == [[1, 2016, 18], [1, 2016, 1]])
    #expect(face.outputShapes == [[1, 896, 16], [1, 896, 1]])
  }

  @Test func `there is an anchor for each box`() {
    #expect(palm.anchors.count == 2016)
    #expect(face.anchors.count == 896)
  }

  @Test func `the first anchor is in the first cell of the fine grid`() {
    #expect(palm.anchors.first == center(0.5, 0.5, side: 24))
    #expect(face.anchors.first == center(0.5, 0.5, side: 16))
  }

  @Test func `the last anchor is in the last cell of the coarse grid`() {
    #expect(palm.anchors.last == center(11.5, 11.5, side: 12))
    #expect(face.anchors.last == center(7.5, 7.5, side: 8))
  }

  @Test func `cells follow each other by row, two anchors each, then six each`() {
    let centers = palm.anchors
    #expect(centers[1] == centers[0])
    #expect(centers[2] == center(1.5, 0.5, side: 24))
    #expect(centers[48] == center(0.5, 1.5, side: 24))
    #expect(centers[1151] == center(23.5, 23.5, side: 24))
    for anchor in 1152..<1158 {
      #expect(centers[anchor] == center(0.5, 0.5, side: 12))
    }
    #expect(centers[1158] == center(1.5, 0.5, side: 12))
    #expect(centers[1224] == center(0.5, 1.5, side: 12))
  }

  @Test func `layers with one stride share a grid only in sequence, and a grid covers the last columns`() {
    let layout = DetectorLayout(inputSide: 10, strides: [4, 8, 4], keypointCount: 0)
    #expect(layout.anchors.count == 2 * 9 + 2 * 4 + 2 * 9)
    #expect(layout.anchors[18] == center(0.5, 0.5, side: 2))
    #expect(layout.anchors[26] == layout.anchors[0])
  }
}
