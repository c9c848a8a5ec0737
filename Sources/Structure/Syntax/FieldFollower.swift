/// Follows the numbers of some rows while they are read, and answers for one that no field says: how many
/// values follow where those before decide it.
///
/// ```swift
/// following({ ScalingList() }) {
///   list(16, "delta_scales") { when(.atLeast("followed", 1)) { se("delta_scale") } }
/// }
/// ```
public protocol FieldFollower: Sendable {
  /// What rows ask for by the name `followed`, in conditions and counts.
  ///
  /// It is asked for behind each number: what takes long is kept.
  var number: UInt64 { get }

  /// What rows ask for by the name `followed_second`: where one row asks for two numbers, a count and a width.
  var second: UInt64 { get }

  /// The number of a row was read.
  ///
  /// Both are claims of the file: no arithmetic on `value` traps, and what is kept grows by no more than a
  /// fixed amount a call.
  ///
  /// - Parameters:
  ///   - name: The name of the row.
  ///   - value: The number as it is stored, sign-extended when the row is signed.
  mutating func read(_ name: StaticString, _ value: UInt64)

  /// An item of a list begins, before any of its rows.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - item: Which it is, from 0.
  mutating func begin(_ list: StaticString, item: UInt64)

  /// The items of a list, of which there may be none, are over.
  ///
  /// - Parameter list: The name of the list.
  mutating func end(_ list: StaticString)
}

extension FieldFollower {
  /// No second value.
  public var second: UInt64 { 0 }
  /// Keeps nothing of where items begin.
  ///
  /// - Parameters:
  ///   - list: The name of the list.
  ///   - item: Which it is, from 0.
  public mutating func begin(_ list: StaticString, item: UInt64) {}
  /// Keeps nothing of where a list ends.
  ///
  /// - Parameter list: The name of the list.
  public mutating func end(_ list: StaticString) {}
}
