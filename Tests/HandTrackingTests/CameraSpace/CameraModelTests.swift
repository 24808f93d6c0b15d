import Foundation
import HandTracking
import Testing

@Suite struct CameraModelTests {
  @Test func `a field of view of 90 degrees has a focal length of half the width`() throws {
    let camera = try CameraModel(fieldOfViewInDegrees: 90)
    #expect(abs(camera.focalLength.x - 0.5) < 1e-6)
    #expect(camera.focalLength.x == camera.focalLength.y)
    #expect(camera.principalPoint == SIMD2(0.5, 0.5))
  }

  @Test func `a calibrated camera suits its pictures in each size`() throws {
    let large = try CameraModel(fx: 900, fy: 910, cx: 639.5, cy: 359.5, width: 1280, height: 720)
    let small = try CameraModel(fx: 450, fy: 455, cx: 319.5, cy: 179.5, width: 640, height: 360)
    #expect(large == small)
    #expect(large.principalPoint == SIMD2(0.5, 0.5))
  }

  @Test(arguments: [0, -60, 180, .nan, .infinity] as [Float])
  func `a field of view out of range is refused`(degrees: Float) {
    #expect {
      try CameraModel(fieldOfViewInDegrees: degrees)
    } throws: {
      guard case .invalidFieldOfView(let found) = $0 as? CameraSpaceError else { return false }
      return found == degrees || degrees.isNaN && found.isNaN
    }
  }

  @Test func `numbers that no camera has are refused by name`() {
    for (numbers, name) in [
      ([0, 1, 1, 1], "fx"), ([1, -1, 1, 1], "fy"), ([1, 1, .nan, 1], "cx"), ([1, 1, 1, .infinity], "cy"),
    ] as [([Float], String)] {
      #expect {
        try CameraModel(fx: numbers[0], fy: numbers[1], cx: numbers[2], cy: numbers[3], width: 2, height: 2)
      } throws: {
        guard case .invalidIntrinsics(name, _) = $0 as? CameraSpaceError else { return false }
        return "\($0)".hasPrefix("\(name) is ")
      }
    }
    #expect(throws: CameraSpaceError.invalidPictureSize(width: 0, height: 2)) {
      try CameraModel(fx: 1, fy: 1, cx: 1, cy: 1, width: 0, height: 2)
    }
  }

  @Test func `a camera survives JSON, which may give a field of view alone`() throws {
    let camera = try CameraModel(fx: 901, fy: 910, cx: 600, cy: 350, width: 1280, height: 720)
    #expect(try JSONDecoder().decode(CameraModel.self, from: JSONEncoder().encode(camera)) == camera)
    let short = try JSONDecoder().decode(CameraModel.self, from: Data(#"{"fieldOfView":60}"#.utf8))
    #expect(try short == CameraModel(fieldOfViewInDegrees: 60))
    for json in [#"{"fieldOfView":200}"#, #"{"focalLength":[0,1],"principalPoint":[0.5,0.5]}"#, "{}"] {
      #expect(throws: DecodingError.self, "\(json)") {
        try JSONDecoder().decode(CameraModel.self, from: Data(json.utf8))
      }
    }
  }
}
