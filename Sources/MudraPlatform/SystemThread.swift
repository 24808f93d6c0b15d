/// A system thread, for work that must not wait for Swift's thread pool.
package struct SystemThread: @unchecked Sendable {
  #if canImport(WinSDK)
    private let handle: HANDLE
  #elseif !canImport(WASILibc)
    let handle: pthread_t
  #endif

  /// The number of bytes of a thread's stack. The system's own choice depends on `ulimit -s`, and may be too little or
  /// a waste of address space. Kernels need less than a tenth of this.
  package static let stackByteCount = 512 << 10

  /// Starts a thread that runs `body` and ends; nil if the system refuses it or has no threads.
  package init?(_ body: @escaping @Sendable () -> Void) {
    guard !FaultInjection.refuses(.thread) else { return nil }
    #if canImport(WASILibc)
      return nil
    #elseif canImport(WinSDK)
      let start = Unmanaged.passRetained(Start(body: body))
      let handle = CreateThread(
        nil, 0,
        { raw in
          if let raw { Start.run(raw) }
          return 0
        }, start.toOpaque(), 0, nil)
      guard let handle else {
        start.release()
        return nil
      }
      self.handle = handle
    #else
      let start = Unmanaged.passRetained(Start(body: body))
      #if canImport(Darwin) || canImport(Musl)
        var thread: pthread_t?
      #else
        var thread = pthread_t()
      #endif
      var attributes = pthread_attr_t()
      pthread_attr_init(&attributes)
      defer { pthread_attr_destroy(&attributes) }
      pthread_attr_setstacksize(&attributes, Self.stackByteCount)
      #if canImport(Darwin)
        // Somebody waits for what threads of ours compute: without a class they may be kept on slow cores.
        pthread_attr_set_qos_class_np(&attributes, QOS_CLASS_USER_INITIATED, 0)
      #endif
      let status = pthread_create(
        &thread, &attributes,
        { raw in
          // Optional on some systems but not on others.
          let opaque: UnsafeMutableRawPointer? = raw
          if let opaque { Start.run(opaque) }
          return nil
        }, start.toOpaque())
      guard status == 0 else {
        start.release()
        return nil
      }
      #if canImport(Darwin) || canImport(Musl)
        guard let thread else { return nil }
      #endif
      handle = thread
    #endif
  }

  /// Waits until the thread has ended. Must be called exactly once.
  package func join() {
    #if canImport(WinSDK)
      WaitForSingleObject(handle, INFINITE)
      CloseHandle(handle)
    #elseif !canImport(WASILibc)
      pthread_join(handle, nil)
    #endif
  }

  /// Offers the processor to another thread that is ready to run.
  package static func yield() {
    #if canImport(WinSDK)
      SwitchToThread()
    #else
      sched_yield()
    #endif
  }

  /// What a thread receives when it starts.
  private final class Start {
    let body: @Sendable () -> Void

    init(body: @escaping @Sendable () -> Void) { self.body = body }

    static func run(_ raw: UnsafeMutableRawPointer) {
      Unmanaged<Start>.fromOpaque(raw).takeRetainedValue().body()
    }
  }
}
