import ByteReading
import CommandLineSupport
import DumpApplication
import MediaInspection
import MediaReports
import StructureRendering
import Testing

/// Manifests of several periods (23009-1 §5.3.2): renditions are compared within each, and where periods meet.
extension AlignmentTests {
  /// Pictures `v` and `w` and sound `s` of 4 s, in four segments each; the last one of sound `t` is longer.
  private func files() -> Files {
    var files = Files()
    files.add("v", Self.seconds)
    files.add("w", Self.seconds)
    files.add("s", timescale: 48_000, isSound: true, Self.sound(last: 50))
    files.add("t", timescale: 48_000, isSound: true, Self.sound(last: 95))
    return files
  }

  /// Four segments of frames of 20 ms, 50 of them each but for the last one.
  private static func sound(last: Int) -> [Segment] {
    (0..<4).map { Segment(time: UInt64($0) * 48_000, durations: Array(repeating: 960, count: $0 == 3 ? last : 50)) }
  }

  /// A period of renditions that are named as their files are.
  ///
  /// - Parameters:
  ///   - attributes: Of the period.
  ///   - offset: The ms that are taken from times of the media.
  private func period(_ attributes: String, _ names: [String] = ["v", "s"], offset: Int = 0, more: String = "") -> String {
    let sets = names.map {
      "<AdaptationSet><SegmentTemplate media='$RepresentationID$-$Number$.m4s' initialization='$RepresentationID$-init.mp4' duration='1'"
        + " endNumber='4'/><Representation id='\($0)'><SegmentTemplate timescale='1000' duration='1000' presentationTimeOffset='\(offset)'/>"
        + "</Representation></AdaptationSet>"
    }
    return "<Period \(attributes)>" + sets.joined() + more + "</Period>"
  }

  private func periods(_ periods: String..., total: Int = 8) throws -> AlignedPeriods {
    var files = files()
    files.contents["list.mpd"] = Array("<MPD mediaPresentationDuration='PT\(total)S'>\(periods.joined())</MPD>".utf8)
    let (found, notes) = try files.read(["list.mpd"])
    return AlignedPeriods(found, notes: notes)
  }

  private func report(_ periods: AlignedPeriods, tolerance: Double? = nil) -> AlignedPeriodsReport {
    AlignedPeriodsReport(periods, tolerance: tolerance, isInTicks: false, options: RenderOptions())
  }

  private func text(_ periods: AlignedPeriods) -> String {
    var output = ByteWriter()
    report(periods).write(to: &output)
    return output.string
  }

  private func messages(_ part: Alignment) -> [String] { part.renditions.flatMap { $0.findings.map(\.message) } }

  /// A period begins where it says, or where the one before it ends.
  @Test(arguments: [("duration='PT4S'", ""), ("", "start='PT4S'"), ("start='PT0S' duration='PT4S'", "start='PT4S'")])
  func eachPeriodIsCompared(first: String, second: String) throws {
    let found = try periods(period("id='a' " + first), period("id='b' " + second, ["w", "v", "s"]))
    #expect(found.parts.map { $0.period?.start } == [0, 4] && found.parts.map { $0.period?.seconds } == [4, 4])
    #expect(found.parts.map { $0.renditions.map(\.name) } == [["v", "s"], ["w", "v", "s"]])
    #expect(found.parts.map(\.pairs.count) == [1, 2] && found.parts.flatMap(messages) == [])
    let words = text(found)
    #expect(words.hasPrefix("period 1 'a', from 0.000 s to 4.000 s\nA  v: track 1 video"), "\(words)")
    #expect(words.contains("\n\nperiod 2 'b', from 4.000 s to 8.000 s\nA  w: track 1 video"), "\(words)")
    #expect(words.contains("\nnote: period 2 has 'w', which period 1 has not\naligned\n"), "\(words)")
    #expect(words.hasSuffix("\n2 periods, all aligned\n") && report(found).passes)
    #expect(report(found).drawings.map(\.title) == [
      "period 1, aligned: 2 renditions beside each other", "period 2, aligned: 3 renditions beside each other",
    ])
  }

  /// What a period begins with follows what the one before it ends with, whatever it is that says otherwise.
  @Test(arguments: [
    ("start='PT4.15S'", 0, "begins at 4.15 s, and A of period 1 ends at 4.0 s", RenditionFinding.Kind.periodGap, 150.0, false),
    ("start='PT3S' duration='PT4S'", 0, "begins at 3.0 s, and A of period 1 ends at 4.0 s", .periodOverlap, 1_000, false),
    ("start='PT2.9S' duration='PT4S'", 0, "begins at 2.9 s, and A of period 1 ends at 4.0 s", .periodOverlap, 1_100, false),
    ("start='PT4S'", 150, "begins at 3.85 s, and A of period 1 ends at 4.0 s", .periodOverlap, 150, false),
    ("start='PT4.1S'", 0, "begins at 4.1 s, and A of period 1 ends at 4.0 s", .periodGap, 100, true),
  ])
  func periodsMeet(
    second: String, offset: Int, message: String, kind: RenditionFinding.Kind, milliseconds: Double, passes: Bool
  ) throws {
    let found = try periods(period(""), period(second, offset: offset))
    let finding = try #require(found.parts[1].renditions[0].findings.first)
    #expect(finding.message == message && finding.kind == kind && abs(finding.milliseconds - milliseconds) < 0.001)
    #expect(found.parts[1].renditions[1].findings.map(\.kind) == [kind] && messages(found.parts[0]) == [])
    #expect(report(found).passes == passes && report(found, tolerance: milliseconds + 0.1).passes)
    if !passes { #expect(text(found).hasSuffix("\n2 periods: not aligned in 2\n")) }
  }

  /// The last segment may go past the end of its period, which is that of what is shown; of sound alone as well.
  @Test(arguments: [("", "start='PT3.85S'"), ("duration='PT3.85S'", ""), ("duration='PT4S'", "start='PT3.85S'")])
  func lastSegmentsAreCutByTheirPeriod(first: String, second: String) throws {
    func words(_ letter: String, _ length: String) -> String {
      "\(letter): its media goes \(length) s past the end of its period, up to which it is shown"
    }
    let found = try periods(period(first), period(second + " duration='PT4S'"))
    #expect(found.parts.map { $0.period?.seconds } == [3.85, 4] && found.parts.flatMap(messages) == [] && report(found).passes)
    #expect(found.parts.map(\.remarks) == [[words("A", "0.15"), words("B", "0.15")], []])
    let sound = try periods(period("duration='PT4S'", ["v", "t"]), period("duration='PT4S'", ["v", "t"]))
    #expect(sound.parts.flatMap(messages) == [] && report(sound).passes)
    #expect(sound.parts.map(\.remarks) == [[words("B", "0.9")], [words("B", "0.9")]])
    // So it may where there is one period, which is that of the media; lists round.
    let one = try periods(period("", ["v", "t"]), total: 4)
    let end = "B: its media goes 0.9 s past the end of the presentation, up to which it is shown"
    #expect(one.parts.map(\.remarks) == [[end]] && messages(one.parts[0]).isEmpty, "\(one.parts[0].remarks) \(messages(one.parts[0]))")
    #expect(try periods(period("", ["v", "t"])).parts.flatMap(\.remarks).isEmpty)
  }

  /// Elements of a manifest may have a prefix, as all of XML may.
  @Test func aManifestWithAPrefixIsOne() throws {
    var files = files()
    let plain = "<MPD mediaPresentationDuration='PT4S'>\(period(""))</MPD>"
    let text = plain.replacing("</", with: "</d:").replacing("<", with: "<d:").replacing("<d:/d:", with: "</d:")
    #expect(text.hasPrefix("<d:MPD ") && text.hasSuffix("</d:MPD>"))
    files.contents["list.mpd"] = Array(text.utf8)
    #expect(try files.read(["list.mpd"]).renditions.map(\.name) == ["v", "s"])
    #expect(!ManifestReader.recognises("<svg>MPD</svg>") && !ManifestReader.recognises("<MPDs/>"))
  }

  @Test func endsOfPeriodsAreNoPeriodsOfTheirOwn() {
    func periods(_ text: String) -> [MediaPeriod?] { ManifestReader.read("<MPD>\(text)</MPD>") { _ in false }.map(\.period) }
    let one = "<d:Period duration='PT4S'><d:Representation/></d:Period>"
    #expect(periods(one) == [nil])
    #expect(periods(one + one).map { $0?.number } == [1, 2] && periods(one + one).map { $0?.start } == [0, 4])
  }

  /// Sound that goes is missing; another rendition of a kind need not be there. Of what was not read nothing is said.
  @Test func renditionsComeAndGo() throws {
    let silent = try periods(period("duration='PT4S'"), period("", ["v"]))
    #expect(messages(silent.parts[1]) == ["there is no sound in period 2, and there is in period 1"] && !report(silent).passes)
    #expect(silent.parts[1].remarks == ["period 1 has 's', which period 2 has not"])
    let fewer = try periods(period("duration='PT4S'", ["v", "w"]), period("", ["w"]))
    #expect(messages(fewer.parts[1]) == [] && fewer.parts[1].remarks == ["period 1 has 'v', which period 2 has not"] && report(fewer).passes)
    let elsewhere = try periods(period("duration='PT4S'"), period("", ["v"], more: "<AdaptationSet xlink:href='x'/>"))
    #expect(messages(elsewhere.parts[1]) == ["AdaptationSet stands elsewhere (x): nothing is fetched"])
    let many = (0..<255).map { _ in "v" }
    let cut = try periods(period("duration='PT4S'", ["v", "s"]), period("", many))
    #expect(messages(cut.parts[1]) == ["more than 256 representations: the rest was not read"] && cut.parts[1].remarks == [])
  }

  /// What is not known, or not here, is not compared; what is not there leaves a gap.
  @Test func whatIsBetweenPeriodsIsSaid() throws {
    let unknown = try periods(period("", offset: 0), period(""))
    let words = "when its period begins is not known: it was not held against period 1"
    #expect(messages(unknown.parts[1]) == [words, words] && !report(unknown).passes)
    #expect(text(unknown).contains("\nperiod 2, whose start is not known\n"))
    let remote = try periods(period("duration='PT4S'"), "<Period duration='PT4S' xlink:href='x'/>", period(""), total: 12)
    #expect(remote.parts.map { $0.period?.number } == [1, 3])
    #expect(messages(remote.parts[1]) == ["Period stands elsewhere (x): nothing is fetched"])
    let both = try periods(
      period("duration='PT4S'"), "<Period duration='PT4S' xlink:href='x'/>", "<Period duration='PT4S'/>", period(""), total: 16)
    #expect(messages(both.parts[1]) == ["Period stands elsewhere (x): nothing is fetched"])
    let here = try periods(period("duration='PT4S'"), period("xlink:href='x' duration='PT4S'"), period("start='PT9S'"), total: 13)
    #expect(messages(here.parts[2]).first == "begins at 9.0 s, and A of period 2 ends at 8.0 s")
    let behind = try periods(period("duration='PT4S'"), period("start='PT9S'"))
    #expect(behind.parts[1].period?.seconds == nil && text(behind).contains("\nperiod 2, from 9.000 s\n"))
    let empty = try periods(period("duration='PT4S'"), "<Period duration='PT1S'/>", period(""), total: 9)
    #expect(messages(empty.parts[1]).first == "begins at 5.0 s, and A of period 1 ends at 4.0 s")
    #expect(empty.parts[1].remarks == ["A: period 2 has no representations"])
    let nothing = try periods(period(""), "<Period xlink:href='urn:mpeg:dash:resolve-to-zero:2013'/>", total: 4)
    #expect(nothing.parts.map { $0.period == nil } == [true] && report(nothing).passes)
  }

  /// A segment that is missing in the second period is one of its own; so is a length that its samples have not.
  @Test func checksAreThoseOfEachPeriod() throws {
    let short = try periods(period("duration='PT4S'"), period(""), total: 10)
    #expect(messages(short.parts[0]) == [] && messages(short.parts[1]).contains("its segments end at 4: 4.0 s of 6.0 s were read"))
    let long = try periods(period("duration='PT6S'"), period("start='PT6S'"), total: 10)
    #expect(messages(long.parts[0]).contains("its segments end at 4: 4.0 s of 6.0 s were read"))
  }

  @Test func placesInRecordsAreThoseOfAllRenditions() throws {
    let found = try periods(period("id='a' duration='PT4S'"), period(""))
    var output = ByteWriter()
    report(found).write(as: .json(isPretty: false), to: &output)
    let json = output.string
    #expect(json.contains("\"periods\":[{\"number\":1,\"id\":\"a\",\"start\":0"), "\(json)")
    #expect(json.contains("{\"first\":2,\"second\":3,") && json.contains("\"period\":2,"), "\(json)")
    var alone = ByteWriter()
    report(try periods(period(""), total: 4)).write(as: .json(isPretty: false), to: &alone)
    #expect(!alone.string.contains("period"))
  }

  /// Periods are those of a number in each manifest; what has none is not beside them.
  @Test func severalListsHaveTheSamePeriods() throws {
    var files = files()
    func manifest(_ periods: String...) -> [UInt8] { Array("<MPD mediaPresentationDuration='PT8S'>\(periods.joined())</MPD>".utf8) }
    files.contents["a.mpd"] = manifest(period("duration='PT4S'"), period(""))
    files.contents["b.mpd"] = manifest(period("duration='PT4S'"), period("start='PT4.5S'"))
    files.contents["c.mpd"] = manifest(period("duration='PT4S'"), period("duration='PT4S'"), period("duration='PT4S'"))
    files.contents["d.mpd"] = manifest(period("duration='PT8S'", ["v"]))
    let late = AlignedPeriods(try files.renditions("a.mpd", "b.mpd"))
    #expect(messages(late.parts[1]).contains("its period begins at 4.5 s, that of A at 4.0 s") && late.parts.map(\.pairs.count) == [3, 3])
    let three = AlignedPeriods(try files.renditions("a.mpd", "c.mpd"))
    #expect(messages(three.parts[2]) == ["another manifest has no period 3"])
    let mixed = AlignedPeriods(try files.renditions("a.mpd", "d.mpd"))
    #expect(mixed.isMixed && text(mixed).contains("\nnot compared: renditions of periods with those that have none\n"))
    #expect(!report(mixed).passes)
  }

  /// However many there are, and however long they say they are.
  @Test(
    .timeLimit(.minutes(1)),
    arguments: [
      String(repeating: "<Period duration='PT1S'/>", count: 200_000), String(repeating: "<Period>", count: 100_000),
      "<Period duration='P99999999999999999999999999999D'/><Period start='PT1S'>",
      "<Period start='PT99999999999999999999999999999S'/><Period duration='PT1S'/><Period start='PT0S'>",
    ])
  func hostilePeriodsTakeNoMoreThanTheyMay(before: String) throws {
    var files = files()
    files.contents["list.mpd"] = Array(
      "<MPD>\(before)<Period>\(String(repeating: period("duration='PT1S'"), count: 300))</Period></MPD>".utf8)
    guard let found = try? files.renditions("list.mpd") else { return }
    #expect(found.count <= 256 && !found.isEmpty)
    let periods = AlignedPeriods(found)
    #expect(!report(periods).passes && !text(periods).isEmpty)
  }
}
