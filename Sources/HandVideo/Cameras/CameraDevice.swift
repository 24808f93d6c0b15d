/// What is asked of the system about a camera, so that tests can answer in its place.
package protocol CameraDevice: Sendable {
  /// Makes a request (`ioctl`); the system changes the argument.
  func control(_ request: V4L2.Request, _ argument: inout IoctlMemory) throws(CameraError)

  /// Makes a buffer of the camera readable (`mmap`).
  func map(offset: Int, byteCount: Int) throws(CameraError) -> UnsafeRawBufferPointer

  /// Gives a buffer back.
  func unmap(_ buffer: UnsafeRawBufferPointer)

  /// Waits until a frame can be taken; false if there is none in that time.
  func hasFrame(withinMilliseconds limit: Int) throws(CameraError) -> Bool
}
