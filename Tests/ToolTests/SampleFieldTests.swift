import Corpus
import Foundation
import Testing

/// `--samples -f` shows what the bytes of samples say.
///
/// In `movie.mov` the first unit of sample 1 of the video is SEI at 0x28: length 0x2AD, type 5, size 255 + 255 + 169,
/// the UUID of x264 and its settings.
@Suite struct SampleFieldTests {
  private func atomdump(_ options: String) throws -> Run {
    try Run.shell("atomdump \(options) movie.mov", in: Corpus.path(of: "mockups"))
  }

  @Test func fieldsStandBelowTheRowOfTheirSample() throws {
    let run = try atomdump("--samples=1:1 -f --width=100")
    #expect(run.code == 0 && run.errorText == "")
    let lines = run.lines.map { $0.trimmingCharacters(in: .whitespaces) }
    #expect(lines.contains { $0.hasPrefix("00000028") && $0.contains("nal_unit_length") && $0.hasSuffix("685") })
    #expect(lines.contains { $0.hasPrefix("0000002d") && $0.contains("payload_type") && $0.contains("user data, by UUID") })
    #expect(lines.contains { $0.contains("payload_size") && $0.hasSuffix("679") })
    #expect(lines.contains { $0.hasPrefix("00000041") && $0.contains("encoder_settings") && $0.contains("x264 - core 164") })
    #expect(lines.contains { $0.contains("slice_type") && $0.contains("(I)") })
    // Without -f nothing is read of them.
    #expect(try !atomdump("--samples=1:1").lines.contains { $0.contains("payload_type") })
  }

  @Test func rowsOfJSONHoldTheirFields() throws {
    for form in ["--json", "--jsonl"] {
      let run = try atomdump("--samples=1:1 -f \(form)")
      let object = try #require(try JSONSerialization.jsonObject(with: Data(run.output)) as? [String: Any])
      let rows = try #require(object["rows"] as? [[String: Any]])
      let fields = try #require(rows.first?["fields"] as? [[String: Any]])
      #expect(rows.count == 1 && fields.first?["name"] as? String == "nal_units")
      let units = try #require(fields.first?["items"] as? [[String: Any]])
      let first = try #require(units.first?["fields"] as? [[String: Any]])
      #expect(first.first?["offset"] as? Int == 0x28 && first.first?["value"] as? Int == 685)
    }
    let lines = try atomdump("--samples=1:1..2 -f --jsonl=node").lines
    #expect(lines.count == 3)
    for line in lines {
      #expect((try? JSONSerialization.jsonObject(with: Data(line.utf8))) != nil)
    }
    #expect(try atomdump("--samples=1:1 -f --yaml").lines.contains { $0.contains("nal_unit_length") })
  }
}
