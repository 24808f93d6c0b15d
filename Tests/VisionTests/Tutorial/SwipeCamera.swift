#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import Vision

  // An app that swipes a card when the thumb points up or down, written as the tutorials for iOS 14 have it: a request
  // that is kept, a handler for each camera frame, points turned into the view's, a rule about the thumb and the wrist.
  // Nothing in this file is about Mudra.

  protocol HandSwiperDelegate: AnyObject {
    func thumbsUp()
    func thumbsDown()
  }

  final class CameraView: UIView {
    private let overlay = CAShapeLayer()
    private let path = UIBezierPath()

    override init(frame: CGRect) {
      super.init(frame: frame)
      layer.addSublayer(overlay)
    }

    func show(_ points: [CGPoint]) {
      path.removeAllPoints()
      for point in points {
        path.move(to: point)
        path.addArc(withCenter: point, radius: 5, startAngle: 0, endAngle: 2 * .pi, clockwise: true)
      }
      overlay.frame = bounds
      overlay.path = path
    }
  }

  final class SwipeViewController: UIViewController {
    // swift-format-ignore: NeverForceUnwrap
    private var cameraView: CameraView { view as! CameraView }
    private var cameraFeedSession: AVCaptureSession? = AVCaptureSession()
    private let handPoseRequest = VNDetectHumanHandPoseRequest()
    private(set) var lastError: Error?
    weak var delegate: HandSwiperDelegate?
    var restingHand = true

    override func viewDidLoad() {
      super.viewDidLoad()
      handPoseRequest.maximumHandCount = 1
    }

    func processPoints(_ points: [CGPoint?]) {
      var pointsConverted: [CGPoint] = []
      for point in points {
        if let point { pointsConverted.append(convertFromCamera(point)) }
      }
      cameraView.show(pointsConverted)
      guard pointsConverted.count == 6, let thumbTip = pointsConverted.first, let wrist = pointsConverted.last else {
        restingHand = true
        return
      }
      let yDistance = thumbTip.y - wrist.y
      if yDistance > 50 {
        if restingHand {
          restingHand = false
          delegate?.thumbsDown()
        }
      } else if yDistance < -50 {
        if restingHand {
          restingHand = false
          delegate?.thumbsUp()
        }
      } else {
        restingHand = true
      }
    }

    private func convertFromCamera(_ point: CGPoint) -> CGPoint {
      CGPoint(x: point.x * view.frame.width, y: point.y * view.frame.height)
    }
  }

  extension SwipeViewController: AVCaptureVideoDataOutputSampleBufferDelegate {
    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection
    ) {
      var tips: [CGPoint?] = []
      defer { processPoints(tips) }
      let handler = VNImageRequestHandler(cmSampleBuffer: sampleBuffer, orientation: .up, options: [:])
      do {
        try handler.perform([handPoseRequest])
        guard let observation = handPoseRequest.results?.first else { return }
        let thumbPoints = try observation.recognizedPoints(.thumb)
        let indexFingerPoints = try observation.recognizedPoints(.indexFinger)
        let middleFingerPoints = try observation.recognizedPoints(.middleFinger)
        let ringFingerPoints = try observation.recognizedPoints(.ringFinger)
        let littleFingerPoints = try observation.recognizedPoints(.littleFinger)
        let wristPoints = try observation.recognizedPoints(.all)
        guard let thumbTip = thumbPoints[.thumbTip], let indexTip = indexFingerPoints[.indexTip],
          let middleTip = middleFingerPoints[.middleTip], let ringTip = ringFingerPoints[.ringTip],
          let littleTip = littleFingerPoints[.littleTip], let wrist = wristPoints[.wrist]
        else { return }
        let found = [thumbTip, indexTip, middleTip, ringTip, littleTip, wrist]
        guard found.allSatisfy({ $0.confidence > 0.3 }) else { return }
        tips = found.map { CGPoint(x: $0.location.x, y: 1 - $0.location.y) }
      } catch {
        cameraFeedSession?.stopRunning()
        lastError = error
      }
    }

    var isRunning: Bool { cameraFeedSession?.isRunning ?? false }

    /// The circles of the overlay.
    var circles: [CGPoint] {
      view.layer.sublayers.compactMap { ($0 as? CAShapeLayer)?.path }.flatMap(\.circles).map(\.center)
    }
  }
#endif
