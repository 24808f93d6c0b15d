#if os(Linux)
  import Foundation

  /// A terminal that a program can be given in place of a file.
  final class PseudoTerminal {
    /// The program's end.
    let path: String
    private let ours: FileHandle
    /// The program's end held open: what a terminal has been sent stays readable while it is.
    private let theirs: FileHandle

    init(columns: UInt16 = 120) throws {
      let descriptor = open("/dev/ptmx", O_RDWR | O_NOCTTY | O_CLOEXEC)
      ours = FileHandle(fileDescriptor: descriptor, closeOnDealloc: true)
      // TIOCSPTLCK and TIOCGPTN, as posix_openpt does, which Swift does not see.
      var (lock, number): (Int32, Int32) = (0, 0)
      var size = winsize(ws_row: 40, ws_col: columns, ws_xpixel: 0, ws_ypixel: 0)
      guard ioctl(descriptor, 0x4004_5431, &lock) == 0, ioctl(descriptor, 0x8004_5430, &number) == 0,
        ioctl(descriptor, UInt(TIOCSWINSZ), &size) == 0
      else { throw CommandRun.Failure(description: "no pseudoterminal: \(String(cString: strerror(errno)))") }
      path = "/dev/pts/\(number)"
      let other = open(path, O_RDWR | O_NOCTTY | O_CLOEXEC)
      guard other >= 0 else { throw CommandRun.Failure(description: "cannot open \(path)") }
      theirs = FileHandle(fileDescriptor: other, closeOnDealloc: true)
    }

    /// What the program has written since the last call.
    var text: String {
      _ = fcntl(ours.fileDescriptor, F_SETFL, O_NONBLOCK)
      var (bytes, block) = ([UInt8](), [UInt8](repeating: 0, count: 1 << 16))
      while case let count = read(ours.fileDescriptor, &block, block.count), count > 0 { bytes += block[..<count] }
      return String(decoding: bytes, as: UTF8.self)
    }
  }
#endif
