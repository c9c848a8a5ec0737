import ByteReading
import MediaFacts
import MediaInspection
import Structure
import Testing

/// That a comparison notices what is wrong; these need no samples.
@Suite struct ComparisonTests {
  /// A file type of 20 bytes: `isom`, 512, `mp41`.
  let bytes: [UInt8] =
    [0, 0, 0, 20] + Array("ftypisom".utf8) + [0, 0, 2, 0] + Array("mp41".utf8)

  /// What fq prints of it.
  let transcript = """
    $ fq -d mp4 dv x.mp4
        |00 01 02 03 04 05 06 07 08 09 0a 0b 0c 0d 0e 0f|0123456789abcdef|.{}: x.mp4 (mp4) 0x0-0x14 (20)
        |                                               |                |  boxes[0:1]: 0x0-0x14 (20)
        |                                               |                |    [0]{}: box 0x0-0x14 (20)
    0x00|00 00 00 14                                    |....            |      size: 20 0x0-0x4 (4)
    0x00|            66 74 79 70                        |    ftyp        |      type: "ftyp" (File type) 0x4-0x8 (4)
    0x00|                        69 73 6f 6d            |        isom    |      major_brand: "isom" 0x8-0xc (4)
    0x00|                                    00 00 02 00|            ....|      minor_version: 512 0xc-0x10 (4)
        |                                               |                |      brands[0:1]: 0x10-0x14 (4)
    0x10|6d 70 34 31|                                   |mp41|           |        [0]: "mp41" brand (MP4 version 1) 0x10-0x14 (4)
    """

  func fq(_ transcript: String) throws -> Comparison {
    var comparison = FQComparison(try MediaFile.open(ByteSource(copying: bytes)), "x.mp4")
    comparison.compare(FQTranscript(transcript, of: "x.mp4"))
    return comparison.result
  }

  func mp4ff(_ dump: String) throws -> Comparison {
    var comparison = NamedComparison(
      try MediaFile.open(ByteSource(copying: bytes)), "x.mp4", .mp4ff, Alias.mp4ff)
    comparison.compare(MP4FFDump(dump))
    return comparison.result
  }

  @Test func whatAgreesIsCounted() throws {
    let result = try fq(transcript)
    #expect((result.boxes, result.fields) == (1, 5))
    #expect(result.complaints == [])
  }

  @Test(arguments: [
    (": 512", ": 513"), ("\"isom\" 0x8", "\"iso2\" 0x8"), ("\"mp41\" brand", "\"mp42\" brand"),
    ("0xc-0x10 (4)", "0xc-0xe (2)"), ("size: 20", "size: 24"),
  ])
  func whatDiffersIsSeen(old: String, new: String) throws {
    let result = try fq(transcript.replacing(old, with: new))
    #expect(!result.complaints.isEmpty)
  }

  @Test(arguments: [
    ("", true), ("isom", false), ("512", false), ("mp41", false), ("size=20", false),
    ("minorVersion", false),
  ])
  func namedFieldsAreHeldAgainstOurs(damaged: String, agrees: Bool) throws {
    let dump = """
      [ftyp] size=20
       - majorBrand: isom
       - minorVersion: 512
       - compatibleBrand: mp41
      """
    let result = try mp4ff(damaged.isEmpty ? dump : dump.replacing(damaged, with: "\(damaged)1"))
    #expect(result.fields == 3)
    #expect(result.complaints.isEmpty == agrees, "\(result.complaints)")
  }
}
