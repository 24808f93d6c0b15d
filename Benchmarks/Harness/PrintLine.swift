import Foundation

/// Prints a line that is seen at once, also by a reader at the other end of a pipe.
func printLine(_ text: String) {
  print(text)
  fflush(nil)
}
