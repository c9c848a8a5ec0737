import ByteReading
import Foundation
import Testing

/// Pages of large mapped files are given back behind what was gone through.
@Suite struct MappingsTests {
  /// What of the files that are mapped is in memory, in bytes.
  private static func residentFileBytes() throws -> Int? {
    #if os(Linux)
      let text = try String(contentsOfFile: "/proc/self/status", encoding: .utf8)
      let line = text.split(separator: "\n").first { $0.hasPrefix("RssFile:") }
      return line.flatMap { Int($0.split(separator: " ").dropLast().last ?? "") }.map { $0 << 10 }
    #else
      return nil
    #endif
  }

  /// A file of 256 MiB, a hole, in which the bytes at its beginning and its end are others.
  private func withLargeFile(_ body: (ByteSource) throws -> Void) throws {
    let path = FileManager.default.temporaryDirectory
      .appendingPathComponent("atomtools-\(UUID().uuidString)").path
    defer { try? FileManager.default.removeItem(atPath: path) }
    _ = FileManager.default.createFile(atPath: path, contents: Data([1, 2, 3]))
    let file = try #require(FileHandle(forWritingAtPath: path))
    try file.truncate(atOffset: 256 << 20)
    try file.seek(toOffset: (256 << 20) - 3)
    try file.write(contentsOf: Data([4, 5, 6]))
    try file.close()
    try body(ByteSource.open(path: path))
  }

  @Test func comparingAndHashingKeepFewPages() throws {
    try withLargeFile { source in
      let before = try Self.residentFileBytes()
      let isSame = source.bytes.hasSameBytes(as: source.bytes)
      #expect(isSame)
      _ = source.bytes.mixed(into: 1)
      _ = crc32(of: source.bytes)
      if let before, let after = try Self.residentFileBytes() {
        // Other tests go on beside this one.
        #expect(after - before < 128 << 20)
      }
    }
  }

  /// A page that was given back holds the same when somebody looks again.
  @Test func pagesAreReadAgain() throws {
    try withLargeFile { source in
      let sum = crc32(of: source.bytes)
      Mappings.all.giveBack()
      let (first, last) = (source.bytes.byte(at: 1), source.bytes.byte(at: (256 << 20) - 1))
      #expect(first == 2 && last == 6)
      let again = crc32(of: source.bytes)
      #expect(again == sum)
    }
  }

  /// Bytes in memory are nobody's pages.
  @Test func bytesInMemoryStay() {
    let bytes = (0..<6_000_000).map { UInt8(truncatingIfNeeded: $0) }
    var pieces = 0
    var sum = 0
    let isWhole = bytes.rawBytes.forEachPiece { piece, offset in
      pieces += 1
      sum += piece.byteCount
      return piece.byte(at: 0) == UInt8(truncatingIfNeeded: offset)
    }
    #expect(isWhole && pieces == 2 && sum == 6_000_000)
    #expect(bytes[5_999_999] == UInt8(truncatingIfNeeded: 5_999_999))
  }
}
