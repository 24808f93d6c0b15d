import AVFoundation
import CoreImage
import HandPose
import Mudra

/// Reads frames of the front camera and finds their hands, all on one queue, on which alone its state is used.
final class CameraReader: NSObject, AVCaptureVideoDataOutputSampleBufferDelegate, @unchecked Sendable {
  private let session = AVCaptureSession()
  private let queue = DispatchQueue(label: "camera", qos: .userInitiated)
  private let context = CIContext()
  private let recognizer: GestureRecognizer
  private let show: @Sendable (ShownFrame) -> Void

  static func isAllowed() async -> Bool { await AVCaptureDevice.requestAccess(for: .video) }

  init(_ recognizer: GestureRecognizer, show: @escaping @Sendable (ShownFrame) -> Void) throws {
    (self.recognizer, self.show) = (recognizer, show)
    super.init()
    let front = AVCaptureDevice.default(.builtInWideAngleCamera, for: .video, position: .front)
    guard let camera = front ?? AVCaptureDevice.default(for: .video) else { throw AVError(.deviceNotConnected) }
    session.sessionPreset = .vga640x480
    session.addInput(try AVCaptureDeviceInput(device: camera))
    let output = AVCaptureVideoDataOutput()
    output.videoSettings = [kCVPixelBufferPixelFormatTypeKey as String: kCVPixelFormatType_32BGRA]
    // A frame that comes while another one is processed is dropped.
    output.alwaysDiscardsLateVideoFrames = true
    output.setSampleBufferDelegate(self, queue: queue)
    session.addOutput(output)
    #if os(iOS)
      output.connection(with: .video)?.videoOrientation = .portrait
    #endif
  }

  func start() { queue.async { [self] in session.startRunning() } }

  func stop() { queue.async { [self] in session.stopRunning() } }

  func captureOutput(_ output: AVCaptureOutput, didOutput frame: CMSampleBuffer, from connection: AVCaptureConnection) {
    let time = Int(CMSampleBufferGetPresentationTimeStamp(frame).seconds * 1000)
    guard let buffer = CMSampleBufferGetImageBuffer(frame), let picture = try? MPImage(sampleBuffer: frame),
      let result = try? recognizer.recognize(videoFrame: picture, timestampInMilliseconds: time)
    else { return }
    let image = CIImage(cvPixelBuffer: buffer)
    guard let bitmap = context.createCGImage(image, from: image.extent) else { return }
    // What the touchless control takes.
    let observations = HandPoseObservation.observations(of: result, in: picture)
    show(ShownFrame(bitmap: bitmap, result: result, observations: observations))
  }
}
