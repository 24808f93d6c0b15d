import MudraPlatform
import Testing

@Suite struct ProcessorQuotaTests {
  private func processors(_ files: [String: String]) -> Double? {
    ProcessorQuota.processors { files[$0] }
  }

  @Test func `version 2 has the quota in the group's own file`() {
    let files = ["/proc/self/cgroup": "0::/user.slice/mudra.scope\n"]
    let quota = ["/sys/fs/cgroup/user.slice/mudra.scope/cpu.max": "150000 100000\n"]
    #expect(processors(files.merging(quota) { $1 }) == 1.5)
    #expect(processors(files) == nil)
  }

  @Test func `a group round it may leave less`() {
    let files = [
      "/proc/self/cgroup": "0::/a/b/c\n",
      "/sys/fs/cgroup/a/b/c/cpu.max": "max 100000\n",
      "/sys/fs/cgroup/a/b/cpu.max": "400000 100000\n",
      "/sys/fs/cgroup/a/cpu.max": "20000 10000\n",
    ]
    #expect(processors(files) == 2)
  }

  @Test func `a container sees its group as the root`() {
    #expect(processors(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "50000 100000\n"]) == 0.5)
    // Without its own namespace, the path is the host's.
    let files = [
      "/proc/self/cgroup": "0::/system.slice/docker-1234.scope\n", "/sys/fs/cgroup/cpu.max": "300000 100000\n",
    ]
    #expect(processors(files) == 3)
  }

  @Test func `an absent limit is no quota`() {
    #expect(processors(["/proc/self/cgroup": "0::/\n", "/sys/fs/cgroup/cpu.max": "max 100000\n"]) == nil)
    #expect(processors([:]) == nil)
  }

  @Test func `version 1 has quota and period in files of the cpu controller`() {
    let files = ["/proc/self/cgroup": "5:memory:/docker/1\n4:cpu,cpuacct:/docker/1\n1:name=systemd:/docker/1\n0::/\n"]
    let folders = ["/sys/fs/cgroup/cpu/docker/1", "/sys/fs/cgroup/cpu,cpuacct/docker/1", "/sys/fs/cgroup/cpu"]
    for folder in folders {
      let quota = ["\(folder)/cpu.cfs_quota_us": "250000\n", "\(folder)/cpu.cfs_period_us": "100000\n"]
      #expect(processors(files.merging(quota) { $1 }) == 2.5)
      let none = ["\(folder)/cpu.cfs_quota_us": "-1\n", "\(folder)/cpu.cfs_period_us": "100000\n"]
      #expect(processors(files.merging(none) { $1 }) == nil)
    }
  }

  @Test(arguments: ["", "max", "100000", "x 100000", "100000 0", "-5 100000", "1 2 3"])
  func `text that is not a quota limits nothing`(text: String) {
    #expect(processors(["/proc/self/cgroup": "0::/\nnonsense\n:\n", "/sys/fs/cgroup/cpu.max": text]) == nil)
  }
}
