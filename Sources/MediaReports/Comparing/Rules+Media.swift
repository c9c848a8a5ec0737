import ByteReading
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure
public import StructureDiff

extension Rules {
  /// What the formats that ``MediaFile`` opens say about their files: made anew for each comparison, or for those of one
  /// file, which these keep.
  public static var media: Rules {
    let movies = ComparedMovies()
    var rules = Rules(
      derivations: MediaFile.derivations, encodings: MediaFile.encodings + MediaFile.valueEncodings,
      base: { MediaFile.offsetBase($0, $1, $2) }, isMedia: { MediaFile.isMedia($0, $1) },
      playback: { movies.playback(of: $0) })
    rules.columns = MediaFile.columnDerivations
    rules.isPadding = { MediaFile.isPadding($0, $1) }
    rules.items = { node, document in
      MediaFile.itemPlaces(node, document).map {
        ItemPlace(base: $0.base, offsets: $0.offsets, counts: $0.counts)
      }
    }
    rules.chain = { MediaFile.chain($0, $1, $2) }
    rules.sharedMedia = { MediaFile.sharedMedia($0, $1, movies, partner: $2) }
    rules.sampleRoles = MediaFile.sampleRoles
    rules.track = { MediaFile.track(of: $0, in: $1) }
    rules.proofs = {
      MediaFile.proofs(
        $0, $1, limit: $2, movies: movies,
        values: { document in
          MediaFile.metadata(of: document).compactMap { item in
            item.stringValue.map { ItemValue(node: item.node, key: item.keyString, value: $0) }
          }
        }, partner: $3)
    }
    rules.aspect = { MediaFile.aspect(of: $0, $1, in: $2) }
    rules.partners = { MediaFile.trackPartners($0, $1, movies) }
    rules.renumbering = { before, after in
      func renumbering(_ found: MediaFile.OtherNumbers, _ noun: StaticString, _ rule: StaticString) -> Renumbering? {
        Renumbering(
          numbers: found.numbers, scope: found.scope,
          places: found.places.map { Renumbering.Place($0.type, $0.field) }, partners: found.partners,
          ordered: found.ordered, noun: noun, rule: rule)
      }
      if let items = MediaFile.itemNumbers(before, after) {
        return renumbering(items, "item number", "the same items under their new numbers")
      }
      return MediaFile.trackNumbers(before, after, movies).flatMap {
        renumbering($0, "track number", "the same tracks under their new numbers")
      }
    }
    rules.chapters = { document in
      var lists: [Rules.Chapters] = []
      let (chapters, isWhole) = MediaFile.chapterList(of: document)
      for chapter in chapters {
        let start = chapter.start.seconds * 1_000_000
        let time = abs(start) < 0x1p62 ? Playback.seconds(Int64(start)) : "?"
        let source = chapter.source
        // Those of one place stand behind each other.
        if lists.last?.source != source {
          lists.append(Rules.Chapters(source: source))
          lists[lists.count - 1].isOfTrack = chapter.kind == .track
        }
        lists[lists.count - 1].titles.append("\(time) \(chapter.title ?? "")")
      }
      // The last list is where reading ended; there may be others.
      if !isWhole {
        if lists.isEmpty { lists.append(Rules.Chapters(source: "track")) }
        lists[lists.count - 1].isWhole = false
      }
      return lists
    }
    rules.aliases = MediaFile.aliases
    let tags = KeptTags()
    rules.keepsTags = { tags.areKept($0, of: $1, in: $2, isLossOnly: true) }
    rules.itemsOf = { MediaFile.listedItems(of: $0, in: $1) }
    rules.findings = { Self.cut($0, $1, gone: $2, movies) }
    rules.meanings = { MediaFile.meanings(of: $0, isGone: $1) }
    rules.readOrders = { MediaFile.readOrders(of: $0, in: $1) }
    rules.haveSameItems = { MediaFile.haveSameItems($0, $1, $2, $3) }
    rules.otherKind = { before, after in
      guard let kinds = OtherKind(before, after, language: { MetadataLanguage(packed: $0)?.code }) else { return nil }
      // What came is looked for in the first file.
      let come = KeptTags()
      return { change, holders in
        if let a = change.before, let b = change.after, change.kind != .moved {
          return change.field.isEmpty ? nil : kinds.reason(for: change.field, of: a, b)
        }
        guard change.field.isEmpty else { return nil }
        if let what = kinds.reason(forNode: change.before, change.after, in: holders) { return what }
        let isKept =
          switch (change.before, change.after) {
          case (let node?, nil): tags.areKept(node, of: before, in: after)
          case (nil, let node?): come.areKept(node, of: after, in: before)
          default: false
          }
        return isKept ? "the same texts in another list" : nil
      }
    }
    rules.wholes = { before, after in
      guard let parts = EncryptionParts(before, after) else { return nil }
      return { change, holders in
        let isPart =
          switch (change.kind, change.before, change.after) {
          case (.changed, let a?, let b?): change.field.description == "type" && parts.haveOneCoding(a, b)
          case (.added, _, let node?): holders.map { parts.isBesideSamples(node, isNew: true, in: $0) } ?? false
          case (.removed, let node?, _): holders.map { parts.isBesideSamples(node, isNew: false, in: $0) } ?? false
          default: false
          }
        return isPart ? "of an encryption" : nil
      }
    }
    rules.vagueTypes = ["meta", .uuid]
    rules.called = { MediaFile.countedKey(of: $0, in: $1) }
    rules.parts = { MediaFile.knownParts(of: $0) }
    rules.check = { movies.checked($0) }
    rules.haveSameProblems = { movies.haveSameProblems($0, $1, within: $2) }
    return rules
  }

  /// How far two files play of which one is cut off, where that is not as far.
  ///
  /// - Complexity: O(1); of files of which one lacks bytes O(*n*) in the samples.
  private static func cut(_ before: Document, _ after: Document, gone: [String], _ movies: ComparedMovies) -> [Verdict.Finding] {
    guard [before, after].contains(where: { AboutVerdict.loss(in: $0.problems, .error) != nil })
      || gone.contains(where: { LossRules.hasReason($0) })
    else { return [] }
    let tracks = (CutTracks(in: before, movies), CutTracks(in: after, movies))
    if tracks.0 == tracks.1 { return [] }
    func words(_ tracks: CutTracks) -> String { AboutVerdict.played(tracks) ?? "plays to the end" }
    let old = words(tracks.0).dropFirst("plays ".count)
    return [Verdict.Finding(.startAndEnd, .changed, words(tracks.1) + " (was \(old))")]
  }
}

extension MediaChapter {
  /// Where it is written down, for people.
  fileprivate var source: String {
    switch kind {
    case .track: trackID.map { "track \($0)" } ?? "track"
    case .list: "chpl"
    case .frame: "CHAP"
    case .marker: "markers"
    }
  }
}
