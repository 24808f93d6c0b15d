import PixelImaging

/// The system's program `ffmpeg`, which reads and writes what this program does not: MP4 and other containers.
enum FFmpeg {
  /// Its path.
  ///
  /// - Parameter file: what it is needed for.
  static func path(for file: String) throws(VideoError) -> String {
    if let path = ProgramPath.find("ffmpeg") { return path }
    throw VideoError(
      file, .programMissing("needs the program ffmpeg, which is not in a folder of PATH (Debian: apt install ffmpeg)"))
  }

  /// Containers and streams whose readers open that one file and nothing else: no playlists, no lists of files, no
  /// devices, no scripts.
  private static let formats = [
    "mov", "mp4", "matroska", "webm", "avi", "mpegts", "mpeg", "flv", "asf", "ogg", "mjpeg", "mpegvideo", "m4v", "h261",
    "h263", "h264", "hevc", "vvc", "vc1", "av1", "obu", "ivf", "dirac", "dnxhd", "dv", "mxf", "nut", "rm", "wtv", "gif",
    "apng", "yuv4mpegpipe",
  ]

  /// What a child reads.
  enum Input {
    /// A file by its name, which is never taken as an option, a protocol or a pattern.
    case file(String)
    /// A file that is the child's standard input, in which it can seek.
    case openFile
    /// A stream that is the child's standard input.
    case stream

    fileprivate var arguments: (protocols: String, address: String) {
      switch self {
      case .file(let path): ("file", "file:\(path)")
      case .openFile: ("file", "file:/dev/stdin")
      case .stream: ("pipe", "pipe:0")
      }
    }
  }

  /// The arguments for reading the first video stream as packed red, green and blue with times.
  ///
  /// Every frame keeps its own size: without the automatic scale, frames of several sizes come one after another, and
  /// two rows above each, white and black, tell its width (see ``MatroskaReader``).
  static func readingArguments(_ input: Input, limits: ImageLimits) -> [String] {
    reading(input, limits: limits, formats: formats, options: [])
      // Pictures that go with music are not video. Times are as they are, not those of a constant rate.
      + ["-map", "0:V:0", "-enc_time_base", "1/1000000"] + output(filter: "format=rgb24")
  }

  /// The arguments for reading a picture from standard input.
  ///
  /// - Parameters:
  ///   - format: the only format that is tried.
  ///   - count: the number of pictures, such as the tiles of one.
  ///   - filter: what turns the pixels into RGB.
  static func pictureArguments(
    format: String, count: Int, filter: String, patience: Int, limits: ImageLimits
  ) -> [String] {
    reading(.openFile, limits: limits, formats: [format], options: ["-noautorotate", "-f", format])
      // A child that outlives this program ends by itself.
      + ["-timelimit", String(patience), "-frames:v", String(count)] + output(filter: filter)
  }

  private static func reading(
    _ input: Input, limits: ImageLimits, formats: [String], options: [String]
  ) -> [String] {
    let (protocols, address) = input.arguments
    return ["-nostdin", "-hide_banner", "-nostats", "-loglevel", "error"]
      + ["-protocol_whitelist", protocols, "-format_whitelist", formats.joined(separator: ",")]
      + ["-max_pixels", String(limits.pixelCount)] + options + ["-i", address]
  }

  private static func output(filter: String) -> [String] {
    ["-noautoscale", "-vf", filter + ",pad=iw:ih+1:0:1:black,pad=iw:ih+1:0:1:white"]
      + ["-codec:v", "rawvideo", "-pix_fmt", "rgb24", "-allow_raw_vfw", "1", "-f", "matroska", "pipe:1"]
  }

  /// The arguments for writing frames from standard input as a file, encoded as usual for its format.
  ///
  /// - Parameters:
  ///   - program: the program that will get them.
  ///   - patience: seconds that it may take to tell its version.
  static func writingArguments(
    _ file: String, format: String, program: String, patience: Int
  ) throws(ChildFailure) -> [String] {
    // Frames are not repeated to fill the time until the next.
    let timing = try isBefore5Point1(program, patience: patience) ? ["-vsync", "vfr"] : ["-fps_mode", "vfr"]
    return writingArguments(file, format: format, timing: timing)
  }

  /// Whether a program is of a version in which an option has its old name, which later ones do not know.
  private static func isBefore5Point1(_ program: String, patience: Int) throws(ChildFailure) -> Bool {
    let child = try ChildProcess(program, ["-version"], pipe: .standardOutput, patience: patience)
    let bytes = ChildBytes(child)
    var line: [UInt8] = []
    while line.count < 200, let byte = try bytes.next(), byte != 10 { line.append(byte) }
    // “ffmpeg version 5.1.9-0+deb12u1”; builds of the newest state have no number.
    let word = String(decoding: line, as: UTF8.self).split(separator: " ").dropFirst(2).first ?? ""
    let numbers = word.drop { $0 == "n" }.split(separator: ".").prefix(2).map { Int($0.prefix { $0.isNumber }) }
    guard numbers.count == 2, let major = numbers[0], let minor = numbers[1] else { return false }
    return (major, minor) < (5, 1)
  }

  private static func writingArguments(_ file: String, format: String, timing: [String]) -> [String] {
    ["-hide_banner", "-nostats", "-loglevel", "error", "-n"]
      + ["-protocol_whitelist", "pipe", "-f", "matroska", "-i", "pipe:0", "-enc_time_base", "1/1000"]
      // Players take video without a note, or of an odd size, in different ways.
      + ["-vf", "scale=out_color_matrix=bt709:out_range=tv,pad=ceil(iw/2)*2:ceil(ih/2)*2,format=yuv420p"]
      + ["-colorspace", "bt709", "-color_primaries", "bt709", "-color_trc", "bt709", "-color_range", "tv"]
      + timing + ["-f", format, "file:\(file)"]
  }

  /// How it ended, in a sentence.
  static func reason(_ end: ChildProcess.End) -> String {
    switch end {
    case .exit(let status): "ffmpeg ended with status \(status)"
    case .signal(let number): "ffmpeg was ended by signal \(number)"
    }
  }

  /// Why nothing more can be read or written, in a sentence.
  static func reason(_ failure: ChildFailure) -> String {
    switch failure {
    case .stalled(let seconds): "ffmpeg did nothing for \(seconds == 1 ? "1 second" : "\(seconds) seconds")"
    case .interrupted: "interrupted"
    case .system(let reason): "ffmpeg: \(reason)"
    }
  }
}
