import ByteReading
import Corpus
import Foundation
import FuzzOracles
import Testing

/// Files whose requests for memory are refused, one after the other: nothing traps, what was read is
/// shown, and a problem or a line says what is left out.
@Suite struct AllocationFaultTests {
  /// Files that ask for memory in each way that there is.
  static let files: [(name: String, bytes: @Sendable () throws -> [UInt8])] = [
    ("movie", { try Self.bytes("mockups/movie.mov") }),
    ("fragments", { try Self.bytes("encoded/fragmented.mp4") }),
    ("items", { try Self.bytes("encoded/image.avif") }),
    ("tags", { try Self.bytes("encoded/lame-vbr.mp3") }),
    ("chunks", { try Self.bytes("encoded/broadcast.wav") }),
    ("compressed", { Files.compressed(declared: 16) }),
    (
      "unsynchronised",
      {
        let builder = TagBuilder(.v3)
        return builder.tag(unsynchronised: true) {
          builder.frame("PRIV") { string("key"); hex("FF00FF00FFE0FF00") }
        }.bytes
      }
    ),
    // More nodes than one chunk of their list has.
    ("siblings", { Array(repeatElement(atoms { atom("free") }, count: 70_000).joined()) }),
    (
      "kinds of siblings",
      {
        atoms {
          for number in 0..<40 { atom("free") { u32(UInt32(number % 7)) } }
          for number in 0..<40 { atom("uuid") { u64(UInt64(number), 1); u8(2) } }
        }
      }
    ),
    (
      "tracks",
      {
        atoms {
          atom("moov") {
            for number in 1...UInt32(20) {
              atom("trak") {
                atom("tkhd", version: 0) { u32(0, 0, number); zeros(68) }
              }
            }
          }
        }
      }
    ),
  ]

  private static func bytes(_ name: String) throws -> [UInt8] {
    let source = try Corpus.open(name)
    let bytes = source.bytes
    return (0..<source.byteCount).compactMap { bytes.byte(at: $0) }
  }

  @Test(arguments: files.indices) func everyRequestMayBeRefused(file: Int) throws {
    var requests = 0
    let broken = AllocationFaults.firstBroken(by: try Self.files[file].bytes(), requests: &requests)
    #expect(broken == nil, "\(Self.files[file].name)")
    // The list of nodes asks at least, of each file that is opened. Siblings are not compared: there it
    // asks once for each of its two chunks.
    let least = Self.files[file].name == "siblings" ? 2 : 3
    #expect(requests >= least, "\(Self.files[file].name) asks \(requests) times")
  }

  @Test func thereAreTenFilesAndAllReports() {
    #expect(Self.files.count == 10)
    #expect(AllocationFaults.callCount == 12)
  }
}
