import HandPose
import MediaPipeTasksVision
import Mudra
import TensorRuntime

/// Foundation's and Swift's names mean theirs.
let systemTypes: [Any.Type] = [
  Bundle.self, ContinuousClock.self, Data.self, Date.self, Dimension.self, Duration.self, FileHandle.self, Locale.self,
  Measurement<Unit>.self, Notification.self, Operation.self, Process.self, Progress.self, Result<Int, any Error>.self,
  Scanner.self, Stream.self, Substring.self, Task<Int, Never>.self, Thread.self, Timer.self, URL.self, Unit.self,
]

/// Swift's protocol, which a type with this name would hide.
func elapsed<C: Clock>(of clock: C, since start: C.Instant) -> C.Instant.Duration { start.duration(to: clock.now) }
