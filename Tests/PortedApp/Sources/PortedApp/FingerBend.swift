import CoreGraphics
import CoreImage
import CoreMedia
import CoreVideo
import Vision

/// What apps for Apple's Vision do with joints: vectors between them, angles, and places in a view.
struct FingerBend {
  /// The names of Apple's modules bring their types.
  static func picture(_ sample: CMSampleBuffer) -> (image: CIImage, time: CMTime)? {
    guard let buffer: CVPixelBuffer = CMSampleBufferGetImageBuffer(sample) else { return nil }
    return (CIImage(cvPixelBuffer: buffer), CMSampleBufferGetPresentationTimeStamp(sample))
  }

  /// The angle at the middle joint of the index finger of a picture's hand, in degrees; 180 for a straight finger.
  static func ofIndexFinger(in image: CGImage) throws -> CGFloat? {
    let request = VNDetectHumanHandPoseRequest()
    request.maximumHandCount = 1
    try VNImageRequestHandler(cgImage: image, options: [:]).perform([request])
    guard let hand = request.results?.first else { return nil }
    let points = try hand.recognizedPoints(.indexFinger)
    guard let knuckle = points[.indexMCP], let joint = points[.indexPIP], let tip = points[.indexTip] else {
      return nil
    }
    let toView = CGAffineTransform(scaleX: CGFloat(image.width), y: -CGFloat(image.height))
    let places = [knuckle, joint, tip].map { $0.location.applying(toView) }
    let first = CGVector(dx: places[0].x - places[1].x, dy: places[0].y - places[1].y)
    let second = CGVector(dx: places[2].x - places[1].x, dy: places[2].y - places[1].y)
    let product = first.dx * second.dx + first.dy * second.dy
    return acos(product / (hypot(first.dx, first.dy) * hypot(second.dx, second.dy))) * 180 / .pi
  }
}
