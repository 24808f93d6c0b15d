import Foundation

/// Prints a line that is visible immediately, even to a reader at the other end of a pipe.
func printLine(_ text: String) {
  print(text)
  fflush(nil)
}
