import TensorRuntime
import TensorTestSupport
import TestSupport
import Testing

/// TFLite's own operators for sound, against LiteRT's results.
@Suite struct SoundTests {
  private static let archives = ["audio_spectrogram", "mfcc"]

  @Test(arguments: try archives.flatMap { try OperatorFixture.cases(of: $0) })
  func `spectra and coefficients are LiteRT's`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.failures(.relativeToRange(1e-6)) == [])
  }

  @Test(arguments: try archives.flatMap { try OperatorFixture.badModels(of: $0) })
  func `a wrong model is refused`(_ fixture: OperatorFixture) throws {
    #expect(try fixture.refusal() != nil)
  }
}
