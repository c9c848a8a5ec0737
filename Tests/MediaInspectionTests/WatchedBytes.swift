import Foundation

@testable import ByteReading
@testable import MediaInspection
import MediaMetadata

#if canImport(Glibc)
  import Glibc
#elseif canImport(Darwin)
  import Darwin
#endif

/// A source whose reading is seen, page by page.
///
/// Its bytes lie in protected pages. The first look at one raises a signal, whose handler notes the
/// page and lets it be read from then on. The code that reads is the one that reads files, and knows
/// nothing of it.
@safe
final class WatchedBytes: MediaAssetSource, @unchecked Sendable {
  let path: String?
  /// The bytes that are seen together.
  static let pageSize = Int(getpagesize())

  private let lock = NSLock()
  private var openings = 0
  private let byteCount: Int
  private let slot: UnsafeMutablePointer<WatchedRange>
  private var source: ByteSource?
  private weak var lent: ByteSource?

  /// Watches a copy of `bytes`; `path` is what an asset is told.
  init(_ bytes: [UInt8], path: String? = nil) throws {
    self.path = path
    byteCount = bytes.count
    let start = unsafe mmap(
      nil, bytes.count, PROT_READ | PROT_WRITE, MAP_PRIVATE | MAP_ANON, -1, 0)
    guard let start = unsafe start, unsafe start != MAP_FAILED,
      let slot = unsafe Watch.shared.take()
    else { throw POSIXError(.ENOMEM) }
    unsafe self.slot = unsafe slot
    unsafe bytes.withUnsafeBytes { buffer in
      // The mapping has room for all of them.
      guard let address = buffer.baseAddress else { return }
      unsafe start.copyMemory(from: address, byteCount: buffer.count)
    }
    let pages = (bytes.count + Self.pageSize - 1) / Self.pageSize
    unsafe slot.pointee = unsafe WatchedRange(
      start: UInt(bitPattern: start), pageCount: pages, pageSize: Self.pageSize,
      touched: .allocate(capacity: pages))
    unsafe slot.pointee.touched.initialize(repeating: 0, count: pages)
    source = unsafe ByteSource(owningMapping: start, byteCount: bytes.count)
    forget()
  }

  deinit {
    unsafe Watch.shared.give(back: slot)
  }

  func open() throws -> ByteSource {
    try lock.withLock {
      openings += 1
      lent = source
      defer { source = nil }
      guard let source else { throw SourceError.notFound }
      return source
    }
  }

  /// How often it was opened; it can be once.
  var opened: Int { lock.withLock { openings } }
  /// Whether who opened it has done with it.
  var isReleased: Bool { lock.withLock { source == nil && lent == nil } }

  /// The numbers of the pages that were read, from 0.
  var touched: [Int] {
    (0..<(unsafe slot.pointee.pageCount)).filter { unsafe slot.pointee.touched[$0] != 0 }
  }

  /// The bytes of the pages that were read and have no byte outside of `range`.
  func touched(inside range: Range<Int>) -> Int {
    touched.count {
      $0 * Self.pageSize >= range.lowerBound && ($0 + 1) * Self.pageSize <= range.upperBound
    } * Self.pageSize
  }

  /// Protects all pages again, and forgets which were read.
  func forget() {
    let range = unsafe slot.pointee
    unsafe range.touched.update(repeating: 0, count: range.pageCount)
    unsafe mprotect(
      UnsafeMutableRawPointer(bitPattern: range.start), range.pageCount * range.pageSize, PROT_NONE)
  }

  /// Holds who reads the byte at `offset` first until the gate is opened.
  func closeGate(at offset: Int) {
    unsafe slot.pointee.gate = offset / Self.pageSize
  }

  func openGate() { unsafe slot.pointee.gate = -1 }

  /// Whether somebody stands at the gate.
  var isSomebodyAtTheGate: Bool { unsafe slot.pointee.isAtGate != 0 }
}

/// What the handler knows of a range.
@unsafe
struct WatchedRange {
  var start: UInt = 0
  var pageCount = 0
  var pageSize = 1
  /// One byte for each page.
  var touched: UnsafeMutablePointer<UInt8>
  /// The page at which a reader waits; -1 for none.
  var gate = -1
  var isAtGate: UInt8 = 0
}

/// The ranges that are watched.
@safe
private final class Watch: @unchecked Sendable {
  static let shared = Watch()
  static let capacity = 64

  private let lock = NSLock()
  private var free: [Int]

  private init() {
    unsafe watchedRanges.initialize(
      repeating: WatchedRange(touched: .allocate(capacity: 1)), count: Self.capacity)
    free = Array(0..<Self.capacity)
    var action = sigaction()
    #if canImport(Darwin)
      unsafe action.__sigaction_u.__sa_sigaction = noteReading
    #else
      unsafe action.__sigaction_handler.sa_sigaction = noteReading
    #endif
    action.sa_flags = Int32(truncatingIfNeeded: SA_SIGINFO)
    // Protected memory is the one on Linux, the other on Darwin.
    _ = unsafe sigaction(SIGSEGV, &action, nil)
    _ = unsafe sigaction(SIGBUS, &action, nil)
  }

  func take() -> UnsafeMutablePointer<WatchedRange>? {
    guard let place = lock.withLock({ free.popLast() }) else { return nil }
    return unsafe watchedRanges + place
  }

  func give(back slot: UnsafeMutablePointer<WatchedRange>) {
    lock.withLock {
      unsafe slot.pointee.pageCount = 0
      free.append(unsafe slot - watchedRanges)
    }
  }
}

/// What the handler looks through; it was made before there is a handler.
nonisolated(unsafe) private let watchedRanges =
  UnsafeMutablePointer<WatchedRange>.allocate(capacity: Watch.capacity)

/// The handler: notes the page, and lets it be read; what is not watched ends the process, as without.
@unsafe
private func noteReading(
  _ number: Int32, _ information: UnsafeMutablePointer<siginfo_t>?, _: UnsafeMutableRawPointer?
) {
  #if canImport(Darwin)
    let address = unsafe UInt(bitPattern: information?.pointee.si_addr)
  #else
    let address = unsafe UInt(bitPattern: information?.pointee._sifields._sigfault.si_addr)
  #endif
  var index = 0
  while index < 64 {
    let slot = unsafe watchedRanges + index
    index &+= 1
    let size = UInt(bitPattern: unsafe slot.pointee.pageSize)
    let start = unsafe slot.pointee.start
    guard address >= start else { continue }
    let page = Int((address &- start) / size)
    guard unsafe page < slot.pointee.pageCount else { continue }
    unsafe slot.pointee.touched[page] = 1
    while unsafe slot.pointee.gate == page {
      unsafe slot.pointee.isAtGate = 1
      var pause = timespec(tv_sec: 0, tv_nsec: 1_000_000)
      unsafe nanosleep(&pause, nil)
    }
    let place = unsafe UnsafeMutableRawPointer(bitPattern: start &+ UInt(page) &* size)
    if unsafe mprotect(place, Int(size), PROT_READ) == 0 { return }
  }
  _ = signal(number, SIG_DFL)
}
