public import CMudra
import HandRecording
import HandTracking
import MudraPlatform
import PixelImaging
import VisionTasks

#if !WITHOUT_FOUNDATION
  import Foundation
#endif

// The functions of mudra.h, which says what each does; the compiler compares them with it.

/// A session that C holds.
private final class HeldSession: Sendable {
  let session: HandSession

  init(_ session: HandSession) { self.session = session }
}

/// The newest interface that the library has.
@c @implementation public func mudra_interface() -> UInt32 { interfaceVersion }

/// The library's version, a text that is not freed.
@c @implementation public func mudra_version() -> UnsafePointer<CChar>? { UnsafePointer(versionText.start) }

private struct StaticText: @unchecked Sendable {
  let start: UnsafeMutablePointer<CChar>?
}

private let versionText = StaticText(start: newText(LibraryVersion.text))

/// Frees a text.
@c @implementation public func mudra_free(_ text: UnsafeMutableRawPointer?) { free(text) }

/// Creates a session.
@c @implementation public func mudra_session_create(
  _ options: UnsafePointer<mudra_session_options>?, _ out: UnsafeMutablePointer<OpaquePointer?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> mudra_status {
  answer(error) {
    let given = try structure(options, size: \.size, interface: \.interface)
    guard let out else { throw CallFailure.invalid("The place for the session is null") }
    var options = SessionOptions()
    if let given: SessionOptions = try given.options() { options = given }
    try options.checkLimits()
    let session = try HandSession(
      model: try model(given, options), options: options, areVideoFrames: given.is_video != 0)
    out.pointee = HandleTable.shared.add(HeldSession(session))
  }
}

/// The model of a session, with fast networks beside the exact ones if its frame budget needs them.
private func model(_ given: mudra_session_options, _ options: SessionOptions) throws -> HandModel {
  func model(_ precision: Precision) throws -> HandModel {
    switch try given.model() {
    case .bytes(let bytes): try HandModel(data: Data(bytes), precision: precision)
    case .path(let path): try HandModel(path: path, precision: precision)
    }
  }
  let own = try model(options.precision)
  return options.needsFastModel ? try HandModel(own, fast: try model(.fast)) : own
}

/// The hands of a picture, or of the next frame of a video.
@c @implementation public func mudra_session_process(
  _ session: OpaquePointer?, _ image: UnsafePointer<mudra_image>?, _ milliseconds: Int64,
  _ lines: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> mudra_status {
  answer(error) {
    let session = try HandleTable.shared.object(session, HeldSession.self).session
    let image = try structure(image, size: \.size, interface: \.interface)
    guard let lines else { throw CallFailure.invalid("The place for the result is null") }
    let result: SessionResult
    do {
      result = try session.result(
        of: try image.pixelImage(), timestampInMilliseconds: session.areVideoFrames ? Int(milliseconds) : nil,
        source: "")
    } catch let error as ImageError {
      throw TaskError.image(error)
    }
    let text = ([result.json] + VideoEvent.events(of: result).map(\.json.text)).joined(separator: "\n")
    lines.pointee = try held(text)
  }
}

/// The end of a video.
@c @implementation public func mudra_session_finish(
  _ session: OpaquePointer?, _ lines: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?,
  _ error: UnsafeMutablePointer<UnsafeMutablePointer<CChar>?>?
) -> mudra_status {
  answer(error) {
    let session = try HandleTable.shared.object(session, HeldSession.self).session
    guard let lines else { throw CallFailure.invalid("The place for the events is null") }
    let events = VideoEvent.events(session.finish(), session.finishMotions(), source: "")
    lines.pointee = try held(events.map(\.json.text).joined(separator: "\n"))
  }
}

/// Ends a session.
@c @implementation public func mudra_session_close(_ session: OpaquePointer?) -> mudra_status {
  answer(nil) { _ = try HandleTable.shared.remove(session, HeldSession.self) }
}

extension mudra_image {
  /// The picture, in place.
  fileprivate func pixelImage() throws -> PixelImage {
    let (width, height) = (Int(width), Int(height))
    guard (1...1 << 16).contains(width), (1...1 << 16).contains(height) else {
      throw CallFailure.invalid("The image has \(width)×\(height) pixels, expected sides from 1 to 65536")
    }
    let formats: [Int32: PixelImage.Format] = [1: .rgb, 2: .rgba, 3: .gray, 4: .bgr, 5: .bgra]
    if let format = formats[self.format] {
      let plane = try rows(planes.0, row_byte_strides.0, rowByteCount: width * format.channelCount, height)
      return try PixelImage(
        width: width, height: height, format: format, rowByteStride: plane.stride, unownedPixels: plane.bytes)
    }
    let (halfWidth, halfHeight) = ((width + 1) / 2, (height + 1) / 2)
    var parts = [try rows(planes.0, row_byte_strides.0, rowByteCount: width, height)]
    switch self.format {
    case 6: parts.append(try rows(planes.1, row_byte_strides.1, rowByteCount: 2 * halfWidth, halfHeight))
    case 7:
      parts.append(try rows(planes.1, row_byte_strides.1, rowByteCount: halfWidth, halfHeight))
      parts.append(try rows(planes.2, row_byte_strides.2, rowByteCount: halfWidth, halfHeight))
    default: throw CallFailure.invalid("The format \(self.format) is unknown, expected 1 to 7")
    }
    return PixelImage(
      try YUVImage(
        width: width, height: height, format: self.format == 6 ? .nv12 : .i420,
        planes: parts.map { YUVImage.Plane(unownedBytes: $0.bytes, rowByteStride: $0.stride) }))
  }

  private func rows(
    _ start: UnsafeRawPointer?, _ given: Int, rowByteCount: Int, _ height: Int
  ) throws(CallFailure) -> (bytes: UnsafeRawBufferPointer, stride: Int) {
    let stride = given == 0 ? rowByteCount : given
    guard let start, stride >= rowByteCount, stride <= 1 << 24 else {
      throw .invalid("A plane is null, or its rows have \(given) bytes, expected at least \(rowByteCount)")
    }
    return (UnsafeRawBufferPointer(start: start, count: stride * (height - 1) + rowByteCount), stride)
  }
}
