import ByteReading
import Corpus
import Structure

/// Samples of cameras and what they leave behind films, made to do harm.
package enum CameraCases {
  private typealias Message = Cameras.Message

  /// A film with a trailer of these records.
  private static func film(_ records: Piece, size: UInt64? = nil) -> [UInt8] {
    Files.film + records.bytes + Cameras.end(after: records, size: size).bytes
  }

  private static let times = Cameras.record(0x600, Cameras.little(1_000, 8))
  private static let sound = film(times)

  /// A file for each rule.
  static let rules: [RuleCase] = [
    RuleCase("insta360-record-outside", film(Cameras.record(0x600, size: 9, Cameras.little(1_000, 8))), sound: sound),
    RuleCase("insta360-too-many", film(records(1_025)), sound: sound),
  ]

  private static func records(_ count: Int) -> Piece {
    Piece(Array(repeating: Cameras.record(0x900, Piece()).bytes, count: count).flatMap { $0 })
  }

  /// A whole file with samples of one kind.
  private static func samples(
    _ name: String, _ entry: FourCC, _ expected: HostileCase.Expected = .survives, isLarge: Bool = false,
    @AtomBuilder _ sample: @escaping @Sendable () -> Piece
  ) -> HostileCase {
    HostileCase(whole: name, .atoms, expected, isLarge: isLarge) { Cameras.film([(entry, [sample()])]) }
  }

  private static let deep = (0..<100).reduce(Message.number(1, 1)) { inner, _ in Message.message(9, inner) }

  /// What is made to make readers run long, or beyond the end.
  static let all: [HostileCase] = [
    HostileCase("a record of Insta360 of 2³² bytes", .told("insta360-record-outside", in: "inst", 16)) {
      atom("inst") {
        Cameras.record(0x600, size: 0xFFFF_FFFF, Cameras.little(1_000, 8))
        Cameras.end(after: Cameras.record(0x600, Cameras.little(1_000, 8)))
      }
    },
    HostileCase("a trailer of Insta360 that says it is 4 GB", .survives) {
      times
      Cameras.end(after: times, size: 0xFFFF_FFFF)
    },
    HostileCase("a trailer of Insta360 that says it has no bytes", .survives) {
      times
      Cameras.end(after: times, size: 0)
    },
    HostileCase("20,000 records of Insta360 without a byte", .survives, isLarge: true) {
      records(20_000)
      Cameras.end(after: records(20_000))
    },
    HostileCase("a message in a message of Insta360, 100 deep", .survives) {
      Cameras.record(0x101, deep)
      Cameras.end(after: Cameras.record(0x101, deep))
    },
    samples("a message of DJI in a message, 100 deep", "djmd") { deep },
    samples("a field of DJI of 2⁶³ bytes", "djmd") { hex("0affffffffffffffff7f") },
    samples("a field of DJI whose number has no end", "djmd") { hex("0880808080808080808080808080808080") },
    samples("a field of DJI whose number is none", "djmd") { hex("0001") },
    samples("20,000 fields of DJI that hold nothing", "djmd", isLarge: true) {
      Piece((0..<20_000).flatMap { _ in Message.message(1, Piece()).bytes })
    },
    samples("positions of DJI that are no numbers", "djmd") {
      Message.message(1) { Message.real(2, .nan); Message.real(3, .infinity) }
    },
    samples("a header of Sony that has no bytes", "rtmd") { hex("0000") },
    samples("a header of Sony that ends behind its sample", "rtmd") { hex("ffff0102") },
    samples("a set of Sony of 16 MB", "rtmd") { hex("0002 060e2b3402530101 0c02010101010000 83ffffff 8000ffff") },
    samples("a set of Sony of no length that is known", "rtmd") { hex("0002 060e2b3402530101 0c02010101010000 ff") },
    samples("a record of Canon of no bytes", "CTMD") { zeros(64) },
    samples("a record of Canon of 4 GB", "CTMD") { hex("ffffffff 0700 000000000000 ffffffff 69870000") },
    samples("an angle of Sony divided by zero", "rtmd") {
      hex("0002")
      Cameras.set(
        "0c0201017f010000",
        pieces {
          Cameras.item(0x8502, u32(1, 0, 1, 0, 1, 0))
          Cameras.item(0x8504, u32(1, 0, 1, 0, 1, 0))
        })
    },
  ]
}
