// Importing the tasks also imports the types of inputs, options and reports of a task.
@_exported import HandCore
@_exported import VisionTasks
