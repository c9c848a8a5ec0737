/// Where a case stands among those of its enum.
public enum CaseOrdinal {
  /// The position of `value`, from 0, among the cases of its enum in the order of their declaration.
  ///
  /// - Parameter value: A case of the enum.
  /// - Returns: The position, 0...255.
  /// - Precondition: The enum has no associated values and 1...256 cases. Whoever relies on it for a
  ///   type asks ``holds(for:)`` once.
  @inlinable @inline(__always)
  public static func of<T: CaseIterable>(_ value: T) -> Int {
    // Such an enum is one byte that holds the position, or no byte when it has one case: the
    // comparison is the check that the cast needs.
    guard MemoryLayout<T>.size == 1 else { return 0 }
    return Int(unsafe unsafeBitCast(value, to: UInt8.self))
  }

  /// Whether ``of(_:)`` gives the position of each case.
  ///
  /// - Parameter type: The enum.
  /// - Returns: False for an enum with associated values, or with more than 256 cases.
  @inlinable
  public static func holds<T: CaseIterable>(for type: T.Type) -> Bool {
    var place = 0
    for value in T.allCases {
      if of(value) != place { return false }
      place += 1
    }
    return MemoryLayout<T>.size <= 1
  }
}
