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

  /// The number of a row was read.
  ///
  /// Both are claims of the file: no arithmetic on `value` traps, and what is kept grows by no more than a
  /// fixed amount a call.
  ///
  /// - Parameters:
  ///   - name: The name of the row.
  ///   - value: The number as it is stored, sign-extended when the row is signed.
  mutating func read(_ name: StaticString, _ value: UInt64)
}
