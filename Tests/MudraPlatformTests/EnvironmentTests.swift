import MudraPlatform
import Testing

@Suite struct EnvironmentTests {
  @Test func `variables that are not set, or empty, have no value`() {
    setenv("MUDRA_PLATFORM_TEST", "", 1)
    #expect(EnvironmentVariables["MUDRA_PLATFORM_TEST"] == nil)
    setenv("MUDRA_PLATFORM_TEST", "a b", 1)
    #expect(EnvironmentVariables["MUDRA_PLATFORM_TEST"] == "a b")
    unsetenv("MUDRA_PLATFORM_TEST")
    #expect(EnvironmentVariables["MUDRA_PLATFORM_TEST"] == nil)
  }

  @Test func `the clock moves forward`() {
    let start = MonotonicClock.nanoseconds()
    while MonotonicClock.nanoseconds() == start {}
    #expect(MonotonicClock.nanoseconds() > start)
  }

  @Test func `a library that is not there has no functions`() throws {
    #expect(DynamicLibrary(firstOf: []) == nil)
    #expect(DynamicLibrary(firstOf: ["libmudra-none.so"]) == nil)
    #if os(Linux)
      let library = try #require(DynamicLibrary(firstOf: ["libmudra-none.so", "libm.so.6"]))
      #expect(library.function("cos") != nil)
      #expect(library.function("mudra_none") == nil)
    #endif
  }
}
