import MudraPlatform
import Testing

@Suite struct ProcessorCountTests {
  @Test func `a quota counts where it is less than the processors, rounded up, and never as none`() {
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

  @Test func `this process may use a processor at least`() {
    #expect(ProcessorCount.available >= 1)
  }
}
