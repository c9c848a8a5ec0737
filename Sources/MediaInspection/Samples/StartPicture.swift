/// What kind of picture a sample begins with, of AVC or HEVC, that is said to be one at which decoding may start.
package enum StartPicture: Sendable, CaseIterable {
  /// An instantaneous decoding refresh: of what follows nothing needs what is before it (14496-10 §3, 23008-2 §3).
  case idr
  /// A clean random access picture: what is shown before it and decoded behind it may need what is not there (23008-2 §3).
  case cra
  /// The same where what was before it is known to be gone: a broken link (23008-2 §3).
  case bla
  /// Another picture, of which a message says that decoding may start there (14496-10 §D.2.8).
  case recoveryPoint
  /// Another picture, of which nothing says so.
  case noIDR

  /// What people call it.
  package var words: String {
    switch self {
    case .idr: "IDR"
    case .cra: "CRA"
    case .bla: "BLA"
    case .recoveryPoint: "recovery point"
    case .noIDR: "no IDR"
    }
  }

  /// What people call so many: of the names of pictures there are no plurals.
  ///
  /// - Parameter count: How many there are.
  package func words(of count: Int) -> String { self == .recoveryPoint && count > 1 ? "recovery points" : words }

  /// Whether nothing that is decoded behind it needs what is before it.
  package var isClosed: Bool { self == .idr }

  /// Whether its type is none of those at which decoding may start, whatever a message says of it.
  package var isNoIDR: Bool { self == .recoveryPoint || self == .noIDR }
}
