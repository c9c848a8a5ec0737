#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// The size of the terminal behind standard output, or else behind standard error or input; `nil`
/// when none of them is a terminal that knows its size.
package func terminalSize() -> (columns: Int, rows: Int)? {
  for stream in [StandardStream.output, .error, .input] {
    var size = winsize()
    // The system fills the local value.
    guard unsafe ioctl(stream.rawValue, UInt(TIOCGWINSZ), &size) == 0 else { continue }
    if size.ws_col > 0, size.ws_row > 0 { return (Int(size.ws_col), Int(size.ws_row)) }
  }
  return nil
}
