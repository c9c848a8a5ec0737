#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// How many seconds the zone of the person (`TZ`, else that of the system) is ahead of UTC at a moment;
/// `nil` for moments that the system does not know.
///
/// - Parameter moment: Seconds from 1970-01-01T00:00:00Z.
package func localSecondsAheadOfUTC(at moment: Int64) -> Int? {
  guard var time = time_t(exactly: moment) else { return nil }
  // The system fills the local value, and reads the other one.
  var parts = unsafe tm()
  guard unsafe localtime_r(&time, &parts) != nil else { return nil }
  return unsafe parts.tm_gmtoff
}

/// Waits.
package func pause(milliseconds: Int) {
  // No descriptors are looked at, so that only the time passes.
  _ = poll(nil, 0, Int32(clamping: max(0, milliseconds)))
}
