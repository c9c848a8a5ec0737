/// A sample of the sample table by what its columns say of it, for who goes through very many of them: it
/// has no packets, and nothing says what it depends on.
package struct PlainSample: Sendable, BitwiseCopyable {
  /// Its number in the track, from 1.
  package var number: Int
  package var chunk: Int
  /// The offset of its first byte in the file; `nil` as of ``Sample/offset``.
  package var offset: UInt64?
  package var size: UInt64
  /// When it is decoded and shown, in ticks of the media.
  package var decodeTime: Int64
  package var time: Int64
  package var duration: UInt64
  package var isSync: Bool
  /// Whether it is decoded and never shown.
  package var isHidden: Bool
}
