import ByteReading
import CommandLineSupport
import Corpus
import DumpApplication
import MediaInspection
import MediaReports
import Structure
import StructureRendering

/// What is promised for every list that a tool reads besides media: playlists of HLS, manifests of
/// DASH, accepted problems, severities, rules for players.
enum ListPromises {
  /// Whether a text begins as one of them does.
  static func isList(_ text: String) -> Bool {
    PlaylistReader.recognises(text[...]) || ManifestReader.recognises(text.prefix(64)) || text.hasPrefix(baselineMark)
      || text.hasPrefix(severityMark) || text.hasPrefix(playerMark)
  }

  /// Comments by which an input says which of the others it is.
  private static let baselineMark = "# Problems that are known"
  private static let severityMark = "# Severities"
  private static let playerMark = "rule "

  /// The first promise that a list breaks; nothing when all are kept.
  static func firstBroken(by text: String) -> String? {
    if text.hasPrefix(baselineMark) { return firstBroken(byBaseline: text) }
    if text.hasPrefix(severityMark) { return firstBroken(bySeverities: text) }
    if text.hasPrefix(playerMark) { return firstBroken(byPlayerRules: text) }
    return firstBrokenList(text) ?? firstBroken(byRenditionsOf: text)
  }

  // MARK: Lists of segments

  /// No list has more than it may, nor names that are longer.
  private static func firstBrokenList(_ text: String) -> String? {
    var lists: [RenditionList] = []
    if PlaylistReader.recognises(text[...]) {
      switch PlaylistReader.read(text, name: "list") {
      case .media(let list): lists = [list]
      case .renditions(let references, let count, _):
        return references.count > 256 || references.count > count ? "\(references.count) of \(count) lists" : nil
      }
    } else {
      lists = ManifestReader.read(text) { $0.reference.utf8.count % 2 == 0 }
      if lists.count > 256 { return "\(lists.count) representations" }
    }
    for list in lists {
      if list.segments.count > RenditionList.limit { return "\(list.segments.count) segments" }
      for part in list.segments where part.fileName.count > 2 * RenditionList.longestName {
        return "a name of \(part.fileName.count) bytes"
      }
    }
    return nil
  }

  /// Every name is a file of this project or none, as its bytes say.
  private static let files = RenditionFiles(
    text: { path throws(UsageError) in
      if path.bytes.count % 3 == 0 { throw UsageError("there is none") }
      return nestedList
    },
    open: { path throws(UsageError) in
      let place = path.bytes.reduce(0) { ($0 &+ Int($1)) & 0xFF } % documents.count
      guard let document = documents[place] else { throw UsageError("it is no media") }
      return document
    },
    exists: { $0.bytes.count % 2 == 0 })

  private static let nestedList = "#EXTM3U\n#EXT-X-MAP:URI=\"i\"\n#EXTINF:0.2,\na\n#EXTINF:0.2,\nb\n"

  private static let documents: [Document?] =
    [nil]
    + ["segment-init.mp4", "segment-0.m4s", "segment-1.m4s", "dash-sidx.mp4", "h264-aac.mp4"].map { name in
      (try? Corpus.open("encoded/" + name)).flatMap { try? MediaFile.open($0, limits: Promises.limits) }
    }

  /// Whatever a list says, its renditions are laid beside each other, and what is written is as it has to be.
  private static func firstBroken(byRenditionsOf text: String) -> String? {
    let name = PlaylistReader.recognises(text[...]) ? "list.m3u8" : "list.mpd"
    let given = files
    var reader = RenditionReader(
      RenditionFiles(
        text: { path throws(UsageError) in path.display == name ? text : try given.text(path) },
        open: given.open, exists: given.exists))
    let renditions: [Rendition]
    do throws(UsageError) {
      renditions = try reader.renditions(of: [FilePath(name), FilePath("other")])
    } catch {
      return error.message.isEmpty ? "a list is refused without a word" : OutputText.firstHarm(in: Array(error.message.utf8))
    }
    for rendition in renditions {
      // One a kind besides.
      if rendition.findings.count > 1_000 + RenditionFinding.Kind.allCases.count {
        return "\(rendition.findings.count) findings are kept"
      }
    }
    let periods = AlignedPeriods(renditions)
    for pair in periods.parts.flatMap(\.pairs) {
      let partners = pair.partners.compactMap(\.self)
      if Set(partners).count != partners.count || partners.sorted() != partners { return "partners \(partners)" }
    }
    let report = AlignedPeriodsReport(periods, tolerance: 10, isInTicks: false, options: RenderOptions())
    var output = ByteWriter()
    report.write(to: &output)
    if let harm = OutputText.firstHarm(in: output.array) { return "--align: \(harm)" }
    var records = ByteWriter()
    report.write(as: .json(isPretty: false), to: &records)
    return OutputText.firstHarm(in: records.array) ?? OutputText.firstFault(inJSON: records.array)
  }

  // MARK: Problems that are known

  private static func firstBroken(byBaseline text: String) -> String? {
    var policy = ProblemPolicy()
    do throws(UsageError) {
      try policy.readBaseline(text, "known")
    } catch {
      return firstMisplaced(error, "known", in: text)
    }
    guard let document = damaged else { return nil }
    let before = document.problems.kept.count
    let known = ProblemPolicy().known(in: document)
    let result = policy.accept(in: document, of: Array("a.mp4".utf8))
    let accepted = result.accepted
    if before - document.problems.kept.count != accepted { return "\(accepted) accepted of \(before)" }
    if (result.gone + result.unseen).contains(where: { $0.count < 1 }) { return "something is gone 0 times" }
    // What was accepted and what is left are all that there was.
    let left = ProblemPolicy().known(in: document).reduce(0) { $0 + $1.count }
    return left + accepted == known.reduce(0) { $0 + $1.count } ? nil : "\(left) left, \(accepted) accepted"
  }

  private static func firstBroken(bySeverities text: String) -> String? {
    var policy = ProblemPolicy()
    do throws(UsageError) {
      try policy.readSeverities(text, "rules")
    } catch {
      return firstMisplaced(error, "rules", in: text)
    }
    guard let document = damaged else { return nil }
    policy.judge(document)
    let counts = (document.problems.errors, document.problems.warnings)
    policy.judge(document)
    return counts == (document.problems.errors, document.problems.warnings) ? nil : "severities are others the second time"
  }

  /// A file with problems, opened anew: what is accepted is taken from it.
  private static var damaged: Document? {
    guard let source = try? Corpus.open("broken/stsz-count-too-large.mp4"),
      let document = try? MediaFile.open(source, limits: Promises.limits)
    else { return nil }
    MediaFile.check(document, isThorough: true)
    return document
  }

  /// What is wrong with an error of a list: it names a line that there is.
  private static func firstMisplaced(_ error: UsageError, _ name: String, in text: String) -> String? {
    let parts = error.message.split(separator: ":", maxSplits: 2)
    guard parts.count == 3, parts[0] == name, let line = Int(parts[1]), line >= 1,
      line <= text.utf8.split(separator: UInt8(ascii: "\n"), omittingEmptySubsequences: false).count
    else { return "no line is named: \(error.message)" }
    return nil
  }

  // MARK: Players

  /// Rules are read, and a movie is judged by them; or they are refused with the place.
  private static func firstBroken(byPlayerRules text: String) -> String? {
    var catalogue = PlayerRules.catalogue()
    do throws(PlayerRuleError) {
      try catalogue.read(text, from: "own.rules")
    } catch {
      return PathPromises.firstMisplaced(error.line, error.column, error.message, in: text)
    }
    guard let document = try? MediaFile.open(PathPromises.example, limits: Promises.limits) else { return nil }
    MediaFile.check(document)
    let first = PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: catalogue.players)
    let second = PlayerJudgement(document, name: nil, by: catalogue).verdicts(for: catalogue.players)
    return first.map(\.answer) == second.map(\.answer) ? nil : "another verdict the second time"
  }

  // MARK: Seeds

  static let seeds: [String] = [
    """
    #EXTM3U
    #EXT-X-MAP:URI="i",BYTERANGE="826@0"
    #EXTINF:0.2,
    #EXT-X-BYTERANGE:100@826
    a
    #EXT-X-BYTERANGE:100
    a
    #EXTINF:0.2,title
    http://host/b
    """,
    "#EXTM3U\n#EXT-X-STREAM-INF:BANDWIDTH=1\na.m3u8\n#EXT-X-MEDIA:TYPE=AUDIO,URI=\"b.m3u8\"\n",
    """
    <?xml version="1.0"?>
    <MPD><Period><BaseURL>x/</BaseURL><AdaptationSet>
    <SegmentTemplate media="$RepresentationID$-$Number%03d$" initialization="i" startNumber="1" duration="2" timescale="1"/>
    <Representation id="v"/><Representation id="w"><SegmentTemplate media="$Time$"><SegmentTimeline>
    <S t="0" d="10" r="3"/><S d="5" r="-1"/></SegmentTimeline></SegmentTemplate></Representation>
    <Representation><SegmentList><Initialization sourceURL="i" range="0-99"/><SegmentURL media="a&amp;b" mediaRange="100-199"/>
    </SegmentList></Representation><Representation><BaseURL>one.mp4</BaseURL></Representation><!-- -->
    </AdaptationSet></Period></MPD>
    """,
    """
    <MPD mediaPresentationDuration="PT9S"><Period id="a" duration="PT0.4S"><SegmentTemplate media="$Number$" initialization="i"/>
    <Representation id="v"><SegmentTemplate duration="2" timescale="10" presentationTimeOffset="3"/></Representation></Period>
    <Period/><Period id="b" start="PT1S"><Representation id="v"><BaseURL>one.mp4</BaseURL></Representation></Period></MPD>
    """,
    "# Problems that are known: rule, count, path, file, with tabs between them.\nentries-truncated\t1\tmoov/trak\ta.mp4\n",
    "# Severities\nfile-truncated note\nstsz-zero off # why\n",
    // Ends of lines that are one character each, where the mistake is in the second line.
    "# Severities\r\nstsz-zero\r\n",
    """
    rule own-brand
      no safari
      when moov/trak[vide] exists
      says none of it
      source here
    """,
  ]
}
