import Atoms
import ByteReading
public import MediaFacts
public import Structure

extension MediaFile {
  /// What is said of an opened file and its tracks, each once: what reports print and assets load.
  ///
  /// - Parameter document: The opened file.
  /// - Returns: The facts.
  /// - Complexity: O(*n*) in the sample entries and their configurations, the boxes at the top, and the
  ///   fragments.
  public static func facts(of document: Document) -> Facts {
    let synopsis = document.synopsis
    var facts = Facts()
    facts.duration = synopsis.duration
    facts.fastStart = synopsis.fastStart
    facts.writer = synopsis.writer
    guard let atoms = document.context as? AtomContext else { return facts }
    let reading = EncryptionReading(document)
    facts.systems = reading.systems
    // Of boxes that are missing nobody knows whether they protect anything.
    if facts.systems.answer == .none { facts.systems = Fact(unread: unread(of: document)) }
    let type = document.tree.child("ftyp", of: nil) ?? document.tree.child("styp", of: nil)
    let messages = MessageTracks(document, atoms.tracks)
    let roles = TextRoleReading(document)
    facts.tracks = atoms.tracks.map { track in
      var shown = FactsOfTrack(track, synopsis.brands, type, in: document).facts
      shown.encryption = reading.encryption(of: track)
      if let handler = track.handler, handler.isHandlerOfText {
        shown.textRole = roles.role(
          of: track.node, entry: track.shownEntry(in: document),
          isEnabled: synopsis.tracks.first { $0.node == track.node }?.isEnabled ?? true)
      }
      if shown.dynamicMetadata?.answer == .notRead,
        let announced = messages.metadata(ofTrack: track.id)
      {
        shown.dynamicMetadata = announced
      }
      return shown
    }
    return facts
  }

  /// The same, and what the first sample of each track of pictures says besides its boxes, or otherwise.
  ///
  /// - Parameter movie: The samples of `document`.
  /// - Complexity: as that of ``facts(of:)``; of each track one sample is read, as far as the first slice in it, at
  ///   most 64 KiB of it.
  package static func facts(of document: Document, in movie: MovieSamples) -> Facts {
    var facts = facts(of: document)
    for place in facts.tracks.indices where movie.tracks.indices.contains(place) {
      let track = movie.tracks[place]
      guard track.node == facts.tracks[place].node, let picture = FirstPicture(track) else { continue }
      picture.add(to: &facts.tracks[place])
    }
    return facts
  }

  /// How the first of these sample entries, 64 at most, are coded.
  static func codings(of entries: [NodeIndex], in document: Document) -> [Coding] {
    entries.prefix(64).map { entry in
      let codec = document.codec(of: entry)
      let string = CodecString(entry: entry, in: document)
      return Coding(
        type: codec.type, name: codec.name, string: string?.text, supplement: string?.supplement,
        isProtected: codec.isEncrypted, source: FactSource(entry))
    }
  }

  /// The same of fields, views and projection alone, of the first tracks of video, for who does not need
  /// all facts.
  ///
  /// - Complexity: O(*n*) in the boxes of their first sample entries.
  package static func pictureShapes(of document: Document, limit: Int) -> [(id: UInt64, shape: PictureShape)] {
    ofPictures(document, limit: limit) { track, entry, type in
      PictureShapeReading(entry: entry, type: type, track: track.node, in: document).shape
    }.map { ($0, $1) }
  }

  /// The numbers of the first tracks of video of which nothing that was read says the colours, and no sample may.
  ///
  /// - Complexity: as that of ``pictureShapes(of:limit:)``.
  package static func tracksWithoutColours(of document: Document, limit: Int) -> [UInt64] {
    ofPictures(document, limit: limit) { _, entry, type in
      ColourReading(entry: entry, type: type, in: document).answer == .none
    }.filter(\.1).map(\.0)
  }

  /// What `read` makes of the first sample entries of the first tracks of video, with the numbers of these.
  private static func ofPictures<Value>(
    _ document: Document, limit: Int, _ read: (AtomContext.Track, NodeIndex, FourCC) -> Value
  ) -> [(UInt64, Value)] {
    guard let atoms = document.context as? AtomContext else { return [] }
    return atoms.tracks.lazy.filter { $0.handler == "vide" }.prefix(limit).compactMap { track in
      guard let entry = track.shownEntry(in: document) else { return nil }
      return (track.id, read(track, entry, document.codec(of: entry).type))
    }
  }
}

/// What the sample entries of a track say.
private struct FactsOfTrack {
  private(set) var facts: Facts.Track

  init(_ track: AtomContext.Track, _ brands: [FourCC], _ file: NodeIndex?, in document: Document) {
    facts = Facts.Track(id: track.id, node: track.node)
    facts.handler = track.handler
    let tree = document.tree
    let entries = track.sampleEntries(in: tree)
    facts.codings = MediaFile.codings(of: entries, in: document)
    guard track.handler?.isHandlerOfPictures == true, !entries.isEmpty, let entry = track.shownEntry(in: document)
    else { return }
    let type = document.codec(of: entry).type
    let reading = ColourReading(entry: entry, type: type, in: document)
    facts.colour = reading.colour
    facts.masteringDisplay = reading.masteringDisplay
    facts.contentLight = reading.contentLight
    facts.dolbyVision = reading.dolbyVision
    facts.dynamicMetadata = reading.dynamicMetadata(brands: brands, at: file)
    if FirstPicture.hasMessages(type) { facts.captions = Fact(unread: [Unread(.samples, node: entry)]) }
    facts.shape = PictureShapeReading(entry: entry, type: type, track: track.node, in: document).shape
  }
}
