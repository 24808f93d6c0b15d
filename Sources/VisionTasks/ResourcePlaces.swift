#if !WITHOUT_FOUNDATION
  import Foundation

  /// The folders in which the files that come with a module may be.
  ///
  /// They are in a folder that SwiftPM makes: `Mudra_MODULE.bundle` on Apple's systems, elsewhere
  /// `Mudra_MODULE.resources`.
  package struct ResourcePlaces: Sendable {
    /// The folders, in the order in which they are looked at.
    ///
    /// On Apple's systems: in the resources of the app, in those of the framework with the module, beside a bundle of
    /// tests, beside the program. Elsewhere: beside the program, wherever it has been moved, and then the package's
    /// source folder, as long as it exists on this machine.
    package let folders: [String]

    /// The places of a module's files.
    ///
    /// - Parameters:
    ///   - module: the module's name.
    ///   - mark: a class of the module, which tells in which framework or program it is.
    ///   - sourceFolder: where the files are in the package.
    package init(module: String, mark: AnyClass, sourceFolder: String) {
      // Not `Bundle.module`: its accessor ends the program when the resources are not where they were built.
      #if os(macOS) || os(iOS) || os(tvOS) || os(visionOS) || os(watchOS)
        let name = "Mudra_\(module).bundle"
        let framework = Bundle(for: mark)
        let first = [Bundle.main.resourceURL, framework.resourceURL, framework.bundleURL.deletingLastPathComponent()]
        let last: [String] = []
      #else
        let name = "Mudra_\(module).resources"
        let first: [URL?] = []
        let last = [sourceFolder]
      #endif
      let all = first + [Bundle.main.bundleURL, Bundle.main.executableURL?.deletingLastPathComponent()]
      var known = Set<String>()
      folders = (all.compactMap { $0?.appendingPathComponent(name).path } + last).filter { known.insert($0).inserted }
    }

    /// The first file of a name that is there and readable.
    package func path(ofFile name: String) -> String? {
      folders.lazy.compactMap { Self.path(ofFile: name, in: $0) }.first
    }

    /// The file in a folder, or in a bundle's folder of resources; nil if it is not there or not readable.
    package static func path(ofFile name: String, in folder: String) -> String? {
      ["\(folder)/\(name)", "\(folder)/Contents/Resources/\(name)"].first {
        FileManager.default.isReadableFile(atPath: $0)
      }
    }
  }
#endif
