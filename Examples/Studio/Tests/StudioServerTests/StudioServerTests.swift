import Testing

/// All tests of the server, one after another: some look at the memory of the process.
@Suite(.serialized) struct StudioServerTests {}
