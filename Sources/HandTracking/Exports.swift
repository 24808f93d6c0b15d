// Whoever imports the tasks has the types of what goes into a task and its options and of what it tells about itself.
@_exported import VisionTasks
