public import ByteReading

/// Bounds on what one file may cost (robustness is a promise: none of these is a failure, each is a
/// diagnostic when it bites).
public struct Limits: Sendable {
  /// Levels of nodes.
  public var depth = 64
  /// Nodes in all.
  public var nodes = 4_000_000
  /// Parts of a file that reports look into one by one, such as the tracks of a movie; the rest are
  /// listed as nodes.
  public var parts = 4_096
  /// Problems kept of one kind; the rest are counted.
  public var problemsOfAKind = 50
  /// Problems kept in all; the rest are counted.
  public var problems = 1_000
  /// Bytes that one compressed payload may inflate to.
  public var inflatedPayload = 64 << 20
  /// Bytes that all compressed payloads of a file may inflate to; with as many nodes as there may be
  /// they fit into 256 MiB.
  public var inflated = 96 << 20
  /// Bytes that all compressed payloads of a file may inflate to for each byte of the file, beside 1 MiB: what is
  /// shown of a file takes time by what comes out of it.
  public var inflatedPerByte = 8
  /// Rows of a table that an outline reads to check and to sum them.
  public var rowsInOutline = 4_096
  /// What the nodes, the inflated bytes, and all lists and indexes of a call are taken of. Calls that
  /// share these limits share it.
  public var memory = Memory()
  /// Steps that one file may cost, as ``Document/work`` counts them; no limit unless somebody sets one.
  public var steps = UInt64.max
  /// Who wants to know how far reading is; `nil` when nobody does.
  package var progress: ReadingProgress?

  /// The limits that programs have unless a call says otherwise.
  public init() {}

  /// The bytes that all compressed payloads of a file may inflate to.
  ///
  /// - Parameter byteCount: The bytes of the file.
  package func inflated(ofFile byteCount: Int) -> Int {
    let (room, isMore) = byteCount.multipliedReportingOverflow(by: max(0, inflatedPerByte))
    return isMore || room > inflated ? inflated : min(inflated, room &+ (1 << 20))
  }
}
