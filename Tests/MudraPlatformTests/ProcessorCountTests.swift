import MudraPlatform
import Testing

@Suite struct ProcessorCountTests {
  @Test func `a quota below the number of processors counts, rounded up, and is at least one`() {
    #expect(ProcessorCount.available(allowed: 8, quota: nil) == 8)
    #expect(ProcessorCount.available(allowed: 8, quota: 2) == 2)
    #expect(ProcessorCount.available(allowed: 8, quota: 2.5) == 3)
    #expect(ProcessorCount.available(allowed: 8, quota: 0.1) == 1)
    #expect(ProcessorCount.available(allowed: 2, quota: 1e9) == 2)
    #expect(ProcessorCount.available(allowed: 0, quota: nil) == 1)
  }

  @Test(arguments: [
    ("Name:\tmudra\nCpus_allowed:\t3\nCpus_allowed_list:\t0-1\n", 2),
    ("Cpus_allowed:\t00000000,00000000,0000000f,fffffffe\n", 35),
    ("Cpus_allowed:\tFF", 8),
  ])
  func `the affinity mask is read from the thread's status`(status: String, count: Int) {
    #expect(ProcessorCount.affinity { $0 == "/proc/thread-self/status" ? status : nil } == count)
  }

  @Test(arguments: [nil, "", "Cpus_allowed_list:\t0-1\n", "Cpus_allowed:\t0\n"])
  func `without a mask nothing is claimed`(status: String?) {
    #expect(ProcessorCount.affinity { _ in status } == nil)
  }

  /// Four slow cores, three fast ones and a faster one, as in phones; two kinds that are nearly equal; one kind.
  @Test(arguments: [
    ("f", [250, 250, 250, 250], 4), ("ff", [250, 250, 250, 250, 800, 800, 800, 1024], 4),
    ("f", [1024, 1024, 512, 511], 3), ("00000000,0000001f", [250, 250, 250, 250, 1024], 1),
    ("f", [250, 250, 250, 250, 1024], 4),
  ])
  func `the fast processors are those with half of the largest capacity, of those in the mask`(
    mask: String, capacities: [Int], count: Int
  ) {
    var files = ["/proc/thread-self/status": "Cpus_allowed:\t\(mask)\n"]
    for (number, capacity) in capacities.enumerated() {
      files["/sys/devices/system/cpu/cpu\(number)/cpu_capacity"] = "\(capacity)\n"
    }
    #expect(ProcessorCount.fast { files[$0] } == count)
  }

  @Test(arguments: [nil, "", "none\n", "0\n", "-5\n"])
  func `where a processor's capacity is not stated, none is fast`(capacity: String?) {
    let files = [
      "/proc/thread-self/status": "Cpus_allowed:\t3\n", "/sys/devices/system/cpu/cpu0/cpu_capacity": "1024\n",
      "/sys/devices/system/cpu/cpu1/cpu_capacity": capacity,
    ]
    #expect(ProcessorCount.fast { files[$0] ?? nil } == nil)
  }

  @Test func `this process may use a processor at least`() {
    #expect(ProcessorCount.available >= 1)
    #expect((1...ProcessorCount.available).contains(ProcessorCount.fast))
  }
}
