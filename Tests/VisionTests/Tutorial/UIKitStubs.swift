#if !(os(iOS) || os(macOS) || os(tvOS) || os(visionOS))
  import Foundation
  import Vision

  // What the tutorial's files take from UIKit and AVFoundation, as far as its code needs it: views that remember, and a
  // session without a camera.

  class UIView {
    var frame = CGRect.zero
    var bounds: CGRect { CGRect(origin: .zero, size: frame.size) }
    let layer = CALayer()
    init(frame: CGRect) { self.frame = frame }
  }

  class CALayer {
    var frame = CGRect.zero
    private(set) var sublayers: [CALayer] = []
    func addSublayer(_ layer: CALayer) { sublayers.append(layer) }
  }

  final class CAShapeLayer: CALayer {
    var path: UIBezierPath?
  }

  final class UIBezierPath {
    private(set) var circles: [(center: CGPoint, radius: CGFloat)] = []
    func move(to point: CGPoint) {}
    func addArc(
      withCenter center: CGPoint, radius: CGFloat, startAngle: CGFloat, endAngle: CGFloat, clockwise: Bool
    ) {
      circles.append((center, radius))
    }
    func removeAllPoints() { circles = [] }
  }

  class UIViewController {
    var view = UIView(frame: .zero)
    func viewDidLoad() {}
  }

  final class AVCaptureSession {
    private(set) var isRunning = true
    func stopRunning() { isRunning = false }
  }

  class AVCaptureOutput {}
  final class AVCaptureConnection {}

  protocol AVCaptureVideoDataOutputSampleBufferDelegate: AnyObject {
    func captureOutput(
      _ output: AVCaptureOutput, didOutput sampleBuffer: CMSampleBuffer, from connection: AVCaptureConnection)
  }
#endif
