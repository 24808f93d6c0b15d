// Importing the sources of frames also imports frames, and the sequences of results that take them.
@_exported import VisionTasks
