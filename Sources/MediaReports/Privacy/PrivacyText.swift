package import ByteReading
package import MediaFacts
import MediaInspection
package import Structure
package import StructureRendering

/// Writes for people what a file says of persons, places, devices and accounts, and what was not read.
package struct PrivacyText {
  private let document: Document
  private let privacy: Privacy
  private let options: RenderOptions

  package init(_ privacy: Privacy, of document: Document, options: RenderOptions) {
    self.document = document
    self.privacy = privacy
    self.options = options
  }

  /// Writes the report; `name` is the name of the file, escaped.
  package func write(name: String, to output: inout ByteWriter) {
    var taken = ByteWriter()
    swap(&taken, &output)
    var page = Page(options, output: taken)
    page.put(ShownText(name), .strong)
    page.end()
    for kind in Privacy.Kind.allCases {
      var isFirst = true
      for finding in privacy.findings where finding.kind == kind {
        line(finding, isFirst: isFirst, &page)
        isFirst = false
      }
      guard !kind.isPersonal, !isFirst else { continue }
      page.space(Self.margin)
      page.put(
        kind == .credit
          ? "(of a published work, on its sleeve: counted with --strict alone)" : "(what programs call themselves: counted with --strict alone)",
        .faint)
      page.end()
    }
    unread(&page)
    answer("metadata", metadata, &page)
    answer("media", media, &page)
    output = page.finish()
  }

  /// The column that texts begin in.
  private static let margin = 14

  private func line(_ finding: Privacy.Finding, isFirst: Bool, _ page: inout Page) {
    page.space(2)
    if isFirst { page.put(finding.kind.title, .label) }
    page.pad(to: Self.margin)
    page.hang()
    page.put(ShownText(finding.words))
    page.space(2)
    page.put(.faint) {
      $0.put(text: finding.path, style: .shown)
      if let sample = finding.sample {
        $0.put(" sample ")
        $0.put(grouped: UInt64(clamping: sample))
      }
      if let offset = finding.offset {
        $0.put(" at 0x")
        $0.put(hex: offset, digits: 1)
      }
      if let count = finding.byteCount {
        $0.put(", ")
        $0.put(grouped: count)
        $0.put(count == 1 ? " byte" : " bytes")
      }
      if finding.others > 0 {
        $0.put(", and ")
        $0.put(grouped: UInt64(finding.others))
        $0.put(" more")
      }
    }
    page.end()
  }

  private func unread(_ page: inout Page) {
    for (number, left) in (privacy.unread + (privacy.mediaReading?.unread ?? [])).enumerated() {
      page.space(2)
      if number == 0 { page.put("Not read", .warning) }
      page.pad(to: Self.margin)
      page.hang()
      page.put(ShownText(left.words + left.partWords))
      if let node = left.node {
        page.space(2)
        page.put(ShownText(document.path(of: node)), .faint)
      }
      page.end()
    }
  }

  private func answer(_ what: StaticString, _ text: String, _ page: inout Page) {
    page.put(what, .strong)
    page.put(": ")
    page.put(ShownText(text))
    page.end()
  }

  /// `5 found`, `none but 1 credit and 2 programs`, `none`.
  private func found(_ count: Int, inMedia isInMedia: Bool) -> String {
    if count > 0 { return count.grouped + " found" }
    let besides = [(Privacy.Kind.credit, "credit", "credits"), (.software, "program", "programs")].compactMap { kind, one, many in
      let count = privacy.count(of: kind, inMedia: isInMedia)
      return count > 0 ? Words.counted(UInt64(clamping: count), one, many) : nil
    }
    return besides.isEmpty ? "none" : "none but " + besides.joined(by: " and ")
  }

  /// `5 found, 2 places not read`, `none but 1 credit in what was read, 1 place not read`, `none`.
  private var metadata: String {
    let found = privacy.count - privacy.mediaCount
    var text = self.found(found, inMedia: false)
    if privacy.omitted > 0 { text += ", " + privacy.omitted.grouped + " not listed" }
    let places = privacy.unread.reduce(0) { $0 + $1.count }
    guard places > 0 else { return text }
    if found == 0 { text += " in what was read" }
    return text + ", " + places.grouped + (places == 1 ? " place" : " places") + " not read"
  }

  /// `not read (2,065 bytes; --deep)`, `2 found in 10 samples, 1 place not read (41 bytes)`, `none in 10 samples`.
  private var media: String {
    let count = privacy.mediaByteCount
    if count == 0 {
      return privacy.mayHaveOtherMedia ? "none that is known; bytes that were not read may be some" : "there is none of its own"
    }
    guard let reading = privacy.mediaReading else {
      return "not read (" + Words.counted(count, "byte", "bytes") + "; --deep)"
    }
    let samples = " in " + Words.counted(reading.sampleCount, "sample", "samples")
    let found = self.found(privacy.mediaCount, inMedia: true)
    if reading.unread.isEmpty { return found + samples }
    let left = reading.unread.reduce(UInt64(0)) { $0.saturatingAdd($1.byteCount ?? 0) }
    return found + (privacy.mediaCount == 0 ? " in what was read" : "") + samples + ", "
      + Words.counted(left, "byte", "bytes") + " not read"
  }
}

extension Unread {
  /// ` (not known: "d:Other", "tiff:Orientation" and 3 more)`, behind what is left; empty where nobody told its parts apart.
  fileprivate var partWords: String {
    if parts.isEmpty { return "" }
    return " (not known: " + parts.map { Words.quoted($0, limit: .max) }.joined(by: ", ")
      + (otherParts > 0 ? " and " + otherParts.grouped + " more" : "") + ")"
  }
}

extension Privacy.Kind {
  /// What people read before the first of the kind.
  fileprivate var title: StaticString {
    switch self {
    case .place: "Place"
    case .person: "Person"
    case .credit: "Credits"
    case .account: "Account"
    case .device: "Device"
    case .identifier: "Identifier"
    case .path: "Path"
    case .time: "Time"
    case .comment: "Comment"
    case .text: "Text"
    case .software: "Software"
    }
  }
}

extension Privacy.Finding {
  /// `Make "Apple"`, `Location 51.5334 N 0.1255 W, 27 m`; a place that has a name with both.
  package var words: String {
    if let position { return title + " " + position.words(beside: value) }
    guard let value else { return title }
    return title + " " + Words.quoted(value, limit: .max)
  }
}

extension GeographicPosition {
  /// What the value of a place says besides its numbers, which may be all of it; `nil` for these alone.
  package static func name(in value: String?) -> String? {
    guard let value, !value.isEmpty else { return nil }
    // Behind the slash of ISO 6709 anything may stand.
    return GeographicPosition(iso6709: value) == nil || value.contains(where: \.isLetter) ? value : nil
  }

  /// `"Home" 51.5334 N 0.1255 W`: the numbers, behind what the value says besides.
  package func words(beside value: String?) -> String {
    (Self.name(in: value).map { Words.quoted($0, limit: .max) + " " } ?? "") + words
  }

  /// `51.5334 N 0.1255 W, 27 m`.
  package var words: String {
    var text = Words.exact(latitude.magnitude) + (latitude < 0 ? " S " : " N ")
    text += Words.exact(longitude.magnitude) + (longitude < 0 ? " W" : " E")
    if let altitude { text += (altitude < 0 ? ", -" : ", ") + Words.exact(altitude.magnitude) + " m" }
    return text
  }
}
