/// What files that are mapped are called, where the handler of a signal finds it by an address: in memory that never
/// moves, without locks. Of more than there is room for it is not known.
@safe
package enum MappedNames {
  @unsafe private struct Entry {
    var start: UInt = 0
    /// One behind the last byte; 0 where the entry is free.
    var end: UInt = 0
    var name: UnsafeMutablePointer<UInt8>?
    var count = 0
  }

  private static let limit = 256
  /// Guards the entries against two threads that change them; handlers do not take it.
  private static let lock = Lock()
  /// Made by ``prepare()`` or with the first name, and never freed.
  private nonisolated(unsafe) static let entries: UnsafeMutablePointer<Entry> = {
    let entries = UnsafeMutablePointer<Entry>.allocate(capacity: limit)
    unsafe entries.initialize(repeating: Entry(), count: limit)
    return unsafe entries
  }()

  /// Makes room for names, before a handler may look for one.
  package static func prepare() { _ = unsafe entries }

  /// Keeps what a file is called until it is no longer mapped; one that is in memory needs no name.
  ///
  /// - Parameters:
  ///   - start: The address of its first byte.
  ///   - count: Its bytes.
  ///   - name: As it may be shown anywhere.
  package static func add(_ start: UInt, count: Int, called name: String) {
    guard count > 0 else { return }
    let bytes = Array(name.utf8)
    lock.withLock {
      // `slot` is below the capacity, here and below.
      for slot in 0..<limit where unsafe entries[slot].end == 0 {
        let copy = UnsafeMutablePointer<UInt8>.allocate(capacity: max(1, bytes.count))
        // There is room for as many bytes.
        for (index, byte) in bytes.enumerated() { unsafe copy[index] = byte }
        unsafe entries[slot] = Entry(start: start, end: start &+ UInt(count), name: copy, count: bytes.count)
        return
      }
    }
  }

  /// Forgets the file whose bytes began at `start`, before they go.
  static func remove(_ start: UInt) {
    lock.withLock {
      for slot in 0..<limit where unsafe entries[slot].end > 0 && entries[slot].start == start {
        // Nobody reads the name any more: who does reads a byte of the file.
        unsafe entries[slot].end = 0
        unsafe entries[slot].name?.deallocate()
        unsafe entries[slot].name = nil
        return
      }
    }
  }

  /// What the file is called that has a byte at `address`; it is there as long as the file is mapped.
  @unsafe
  package static func name(at address: UInt) -> UnsafeBufferPointer<UInt8>? {
    var slot = 0
    while slot < limit {
      let entry = unsafe entries[slot]
      if unsafe entry.start <= address && address < entry.end, let name = unsafe entry.name {
        return unsafe UnsafeBufferPointer(start: name, count: entry.count)
      }
      slot &+= 1
    }
    return nil
  }
}
