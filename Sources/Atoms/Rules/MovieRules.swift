import ByteReading
import MediaFacts
import Structure

/// What must hold of a movie and its tracks.
enum MovieRules {
  static let rules: [Rule] = [
    Rule(
      "track-id-duplicate", .error, "track ID {track} is already that of another track",
      "14496-12 §8.3.2",
      why: "Tracks are referred to by ID: fragments, chapters and timecodes find the wrong one.",
      players: "They take the first, or mix the two.",
      mend: "Give each track an ID of its own, and mend what refers to it.",
      test: duplicateIDs),
    Rule(
      "track-id-zero", .error, "track ID is 0", "14496-12 §8.3.2",
      why: "IDs begin with 1; 0 means 'no track' wherever tracks are referred to.",
      players: "Nothing can refer to the track; some leave it out.",
      mend: "Give the track an ID that no other has.", of: "tkhd",
      test: { examination, index in
        if examination.view(TrackHeader.self, of: index).number(.track_ID) == 0 {
          examination.report(index, field: TrackHeader[.track_ID])
        }
      }),
    Rule(
      "next-track-id", .note, "next_track_ID is {found}, and there is a track {track}",
      expected: "more than {track}", "14496-12 §8.2.2",
      why: "A program that adds a track takes this number for it.",
      players: "They do not mind; editors may make a second track of the same ID.",
      mend: "Set it to one more than the largest track ID.", isThorough: true, of: "mvhd",
      test: nextTrackID),
    Rule(
      "track-reference-dangling", .warning, "refers to track {track}, which is not there",
      "14496-12 §8.3.3",
      why: "The chapters, timecode or text that the track refers to are missing.",
      players: "They ignore the reference.",
      mend: "Remove the reference, or bring back the track.", of: "tref", test: references),
    Rule(
      "track-reference-unsuited", .warning, "'{code}' refers to track {track}, whose handler is '{handler}'",
      "14496-12 §8.3.3, QTFF, Track Reference Atoms",
      why: "Timecodes are in a track of timecode, and chapters in one of text or of pictures; neither is in the track itself.",
      players: "They find no timecode or no chapters; Chromium leaves out sound that is said to be them.",
      mend: "Refer to the track that is meant, or remove the reference.", of: "tref", test: unsuitedReferences),
    Rule(
      "timescale-zero", .error, "timescale is 0", "14496-12 §8.2.2, §8.4.2",
      why: "Times are counted in ticks of 1/timescale second: nothing can be timed.",
      players: "They refuse the file or the track; careless ones divide by zero.",
      mend:
        "Restore the timescale: the sampling rate for sound, often 600, 1,000 or 90,000 for video.",
      of: "mvhd mdhd",
      test: { examination, index in
        if examination.view(MovieHeader.self, of: index).number(.timescale) == 0 {
          examination.report(index, field: MovieHeader[.timescale])
        } else if examination.view(MediaHeader.self, of: index).number(.timescale) == 0 {
          examination.report(index, field: MediaHeader[.timescale])
        }
      }),
    Rule(
      "time-epoch", .warning,
      "{field} is {found}: before 1970 as it stands, from 1990 to 2035 as a Unix time",
      expected: "seconds since 1904-01-01", "14496-12 §8.2.2",
      why: "Times count from 1904 here; this one looks as if it counts from 1970.",
      players: "They show a date that is 66 years off.",
      mend: "Add 2,082,844,800.", of: "mvhd tkhd mdhd", test: epoch),
    Rule(
      "matrix-singular", .warning, "the matrix maps everything to one point or line",
      "14496-12 §8.3.2",
      why: "Such a matrix leaves no picture; mostly it was never filled in.",
      players: "Most ignore it, some show nothing.",
      mend: "Write the identity: 1 0 0, 0 1 0, 0 0 1.", of: "tkhd", test: matrix),
    Rule(
      "track-size-zero", .warning, "a video track of width or height 0", "14496-12 §8.3.2",
      why: "The size of the track is the size at which its pictures are shown.",
      players: "They take the size of the sample description, or show nothing.",
      mend: "Write the size in pixels, 16.16, with the pixel aspect ratio applied.", of: "tkhd",
      test: trackSize),
    Rule(
      "tracks-disabled", .warning, "all {count} tracks are disabled", "14496-12 §8.3.2",
      why: "Tracks that are not enabled are not played.",
      players: "Strict ones play nothing; many ignore the flag.",
      mend: "Set flag 1 of each tkhd that is to be played.", test: disabled),
    Rule(
      "language-invalid", .warning, "the language is not three letters", "14496-12 §8.4.2",
      why: "The language is three letters of ISO 639-2 in five bits each.",
      players: "They show no language, or a wrong one.",
      mend: "Write 'und' (0x55C4) when it is not known.", of: "mdhd", test: language),
    Rule(
      "media-header-mismatch", .warning,
      "the handler is '{handler}', and '{code}' is not its header",
      "14496-12 §8.4.5",
      why: "Each kind of media has its own header: vmhd for video, smhd for sound.",
      players: "Strict ones do not know what the track is.",
      mend: "Write the header that suits the handler.", of: "minf", test: mediaHeader),
    Rule(
      "handler-unsuited", .error,
      "the handler is '{handler}', and '{code}' is not of that kind",
      "14496-12 §8.4.3, §8.5.2",
      why: "The handler says what kind of media it is; the sample description says another.",
      players: "They choose a decoder by one and fail on the other.",
      mend: "Correct the handler: 'vide' for pictures, 'soun' for sound.", of: "stsd",
      test: handler),
    Rule(
      "handler-unknown", .warning,
      "the handler is '{handler}', which is of no known kind; '{code}' is for '{wanted}'",
      "14496-12 §8.4.3, §8.5.2",
      why: "The handler says what kind of media it is; the sample description alone knows one.",
      players: "Firefox leaves the track out, as others do that go by the handler.",
      mend: "Write 'vide' for pictures, 'soun' for sound.", of: "hdlr", test: unknownHandler),
  ]

  private static let duplicateIDs: @Sendable (Examination) -> Void = { examination in
    guard let atoms = examination.atoms else { return }
    // Hardly a file has two of one, and making the type of a set takes longer than a look at them.
    let ids = atoms.tracks.map(\.id).sorted()
    guard ids.indices.dropLast().contains(where: { ids[$0] == ids[$0 + 1] }) else { return }
    var seen: Set<UInt64> = []
    for track in atoms.tracks where track.id != 0 && !seen.insert(track.id).inserted {
      guard let header = examination.tree.child("tkhd", of: track.node) else { continue }
      examination.reader.open(header)
      examination.report(header, .track(track.id), field: TrackHeader[.track_ID])
    }
  }

  private static let nextTrackID: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    guard let next = examination.view(MovieHeader.self, of: index).number(.next_track_ID),
      next != 0xFFFF_FFFF,
      let largest = examination.atoms?.tracks.map(\.id).max(), next <= largest, largest > 0
    else { return }
    examination.report(
      index, .found(next), .track(largest), field: MovieHeader[.next_track_ID])
  }

  /// The first tracks that a list of references names, and where.
  private static func trackIDs(_ examination: Examination, at list: NodeIndex) -> [(Extent, UInt64)] {
    examination.withRows(.track_IDs, of: TrackReference.self, at: list) { table in
      (0..<min(table.count, 4_096)).map { (table.extent(ofRow: $0), table.raw(row: $0, column: 0)) }
    } ?? []
  }

  private static let references: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let atoms = examination.atoms else { return }
    for list in tree.children(of: index) where !tree[list].isRaw {
      // Hints may be for tracks of another file.
      if tree[list].type == "hint" { continue }
      // References to track groups have numbers of their own.
      for (extent, id) in trackIDs(examination, at: list) where id != 0 && atoms.track(id: id) == nil && !atoms.mayHaveTrackGroups {
        examination.report(list, .track(id), extent: extent)
      }
    }
  }

  private static let unsuitedReferences: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let atoms = examination.atoms, !atoms.mayHaveTrackGroups, let own = atoms.track(at: index)?.node else { return }
    for list in tree.children(of: index) where !tree[list].isRaw {
      let type = tree[list].type
      guard type == "tmcd" || type == "chap" else { continue }
      for (extent, id) in trackIDs(examination, at: list) where id != 0 {
        guard let track = atoms.track(id: id), let handler = track.handler else { continue }
        let isSuited = type == "tmcd" ? handler == "tmcd" : !handler.isListed(in: "soun tmcd hint odsm sdsm")
        if isSuited && track.node != own { continue }
        examination.report(list, .code(type), .track(id), .handler(handler), extent: extent)
      }
    }
  }

  private static let epoch: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    // Between 1990 and 2036 as a Unix time, and before 1970 counted from 1904.
    for (field, time) in examination.times(of: index)
    where (631_152_000..<2_082_844_800).contains(time) {
      examination.report(index, .found(time), field: field)
    }
  }

  private static let matrix: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    examination.reader.open(index)
    let values: [Int64] =
      examination.reader.view(TrackHeader.self, of: index).withTable(.matrix) { table in
        (0..<min(table.count, 9)).map { Int64(bitPattern: table.raw(row: $0, column: 0)) }
      } ?? []
    guard values.count == 9 else { return }
    // Numbers of 32 bits: the products fit.
    let area = values[0] &* values[4] &- values[1] &* values[3]
    if area == 0 { examination.report(index, field: TrackHeader[.matrix]) }
  }

  private static let trackSize: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard examination.atoms?.track(at: index)?.handler == "vide" else { return }
    let header = examination.view(TrackHeader.self, of: index)
    for field in [.width, .height] as [TrackHeader.Field] where header.number(field) == 0 {
      examination.report(index, field: TrackHeader[field])
      return
    }
  }

  private static let disabled: @Sendable (Examination) -> Void = { examination in
    guard let atoms = examination.atoms, !atoms.tracks.isEmpty, atoms.hasAllTracks else { return }
    for track in atoms.tracks {
      guard let header = examination.tree.child("tkhd", of: track.node),
        let flags = examination.view(TrackHeader.self, of: header).number(.flags), flags & 1 == 0
      else { return }
    }
    let movie = examination.tree.parent(of: atoms.tracks[0].node)
    examination.report(movie, .count(UInt64(atoms.tracks.count)))
  }

  private static let language: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    guard let code = examination.view(MediaHeader.self, of: index).number(.language), code >= 0x400,
      code != 0x7FFF
    else { return }
    for shift in [0, 5, 10] as [UInt64] where !(1...26).contains(code >> shift & 0x1F) {
      examination.report(index, field: MediaHeader[.language])
      return
    }
  }

  private static let mediaHeader: @Sendable (Examination, NodeIndex) -> Void = {
    examination, index in
    let tree = examination.tree
    guard let handler = examination.atoms?.track(at: index)?.handler else { return }
    for type in ["vmhd", "smhd", "hmhd"] as [FourCC] where tree.child(type, of: index) != nil {
      let suits: Bool =
        switch handler {
        case _ where handler.isHandlerOfPictures: type == "vmhd"
        case "soun": type == "smhd"
        case "hint": type == "hmhd"
        default: true
        }
      if !suits, let header = tree.child(type, of: index) {
        examination.report(
          header, .code(type), .handler(handler))
      }
    }
  }

  private static let handler: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let handler = examination.atoms?.track(at: index)?.handler else { return }
    // Pictures may be subtitles, and of a handler that nobody knows nobody knows what suits it.
    let isOfNeither = handler.isHandlerOfText && handler != "subp" || handler == "tmcd" || handler == "meta"
    guard handler.isHandlerOfPictures || handler == "soun" || isOfNeither else { return }
    for entry in tree.children(of: index) {
      if let isVisual = examination.document.isVisualEntry(entry), isOfNeither || isVisual != handler.isHandlerOfPictures {
        examination.report(
          entry, .code(tree[entry].type), .handler(handler))
      }
    }
  }

  private static let unknownHandler: @Sendable (Examination, NodeIndex) -> Void = { examination, index in
    let tree = examination.tree
    guard let media = tree.parent(of: index), tree[media].type == "mdia",
      let handler = examination.view(HandlerReference.self, of: index).code(.handler_type),
      Media.handlers[UInt64(handler.rawValue)] == nil,
      let entry = examination.atoms?.track(at: index)?.sampleEntry,
      let isVisual = examination.document.isVisualEntry(entry)
    else { return }
    examination.reader.open(index)
    examination.report(
      index, .handler(handler), .code(tree[entry].type), .wanted(isVisual ? "vide" : "soun"),
      field: HandlerReference[.handler_type])
  }
}
