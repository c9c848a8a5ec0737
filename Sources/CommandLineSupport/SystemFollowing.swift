#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

extension StandardStream {
  /// Waits, and says whether nobody reads any more what is written to the stream; that ends the wait.
  package func isDeserted(after milliseconds: Int) -> Bool {
    CommandLineSupport.isDeserted(rawValue, after: milliseconds)
  }
}

/// Waits, and says whether nobody reads any more what is written to a descriptor; that ends the wait.
func isDeserted(_ descriptor: Int32, after milliseconds: Int) -> Bool {
  // Nothing is asked for: a pipe without a reader is an error, which is always reported.
  var wanted = pollfd(fd: descriptor, events: 0, revents: 0)
  // One local value.
  let ready = unsafe poll(&wanted, 1, Int32(clamping: max(0, milliseconds)))
  return ready > 0 && wanted.revents & Int16(POLLERR | POLLHUP | POLLNVAL) != 0
}
