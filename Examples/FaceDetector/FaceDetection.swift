import VisionTasks

/// Prints the faces in pictures: a task of one's own, built from the parts of `VisionTasks`.
///
///     swift run FaceDetection Examples/FaceDetector/face_detector.task picture.png…
@main
struct FaceDetection {
  static func main() throws {
    guard CommandLine.arguments.count > 2 else {
      print("usage: FaceDetection face_detector.task picture.png…")
      return
    }
    let options = FaceDetectorOptions()
    options.baseOptions.modelAssetPath = CommandLine.arguments[1]
    let detector = try FaceDetector(options: options)
    for path in CommandLine.arguments.dropFirst(2) {
      let image = try PixelImage(contentsOfFile: path)
      let size = SIMD2(Float(image.width), Float(image.height))
      for face in try detector.process(image: image).faces {
        let (low, high) = (SIMD2(face.xMin, face.yMin) * size, SIMD2(face.xMax, face.yMax) * size)
        print("\(path): a face from \(text(low)) to \(text(high)), score \(face.score), nose at", terminator: " ")
        print(text(face[.noseTip] * size))
      }
    }
  }

  private static func text(_ position: SIMD2<Float>) -> String {
    "(\(Int(position.x.rounded())), \(Int(position.y.rounded())))"
  }
}
