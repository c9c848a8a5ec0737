import MediaInspection
import Testing

/// Where a template without the number of its last segment ends.
@Suite struct ManifestEndTests {
  private static let files = Set((1...8).map { "\($0)" })

  private func lists(_ media: String, _ template: String = "duration='4'", period: String = "", more: String = "") -> [RenditionList] {
    ManifestReader.read(
      "<MPD \(media)><Period \(period)><SegmentTemplate media='$Number$' \(template)/><Representation/></Period>\(more)</MPD>"
    ) { Self.files.contains($0.reference) }
  }

  /// The length of the media names segments, the last of which need not be a whole one; files behind it are told.
  @Test(arguments: [
    ("mediaPresentationDuration='PT11S'", "duration='4'", "", 3), ("mediaPresentationDuration='PT12S'", "duration='4'", "", 3),
    ("mediaPresentationDuration='PT12.1S'", "duration='4'", "", 4), ("", "duration='4'", "duration='PT5S'", 2),
    ("mediaPresentationDuration='PT0.3S'", "duration='100' timescale='1000'", "", 3),
    ("mediaPresentationDuration='PT8S'", "duration='4' startNumber='3'", "", 2),
  ])
  func segmentsEndWithTheMedia(media: String, template: String, period: String, count: Int) throws {
    let list = try #require(lists(media, template, period: period).first)
    #expect(list.segments.count == count && list.remarks.isEmpty && list.end == nil)
    let note = try #require(list.notes.first)
    #expect(list.notes.count == 1 && note.hasSuffix("is there, too") && note.hasPrefix("its segments end at "))
  }

  /// All files are taken where nothing says how long the media is, or it goes on; none is left where they are as many.
  @Test func filesAreTakenWhereNothingNamesTheLast() {
    for media in ["", "type='dynamic' mediaPresentationDuration='PT11S'", "mediaPresentationDuration='PT32S'"] {
      let list = lists(media).first
      #expect(list?.segments.count == 8 && list?.notes == [] && list?.remarks == [], "\(media)")
    }
    // The files behind may be those of the next period.
    let more = "<Period start='PT11S'><SegmentTemplate media='$Number$' startNumber='4'/><Representation/></Period>"
    #expect(lists("mediaPresentationDuration='PT30S'", period: "duration='PT11S'", more: more).map(\.notes) == [[], []])
    #expect(lists("mediaPresentationDuration='PT30S'", period: "duration='PT11S'", more: more).map(\.segments.count) == [3, 5])
  }
}
