import Atoms
import ByteReading
import ID3
public import MediaFacts
public import MediaInspection
import SoundFiles
public import Structure

extension MediaAssetProperty where Value == Document {
  /// The structure of the file: all atoms or frames.
  public static var document: Self { Self("document") { try $0.openDocument() } }
}

extension MediaAssetProperty where Value == MediaDuration {
  /// How long the file plays, and how that was found.
  public static var duration: Self {
    Self("duration") { asset in
      let document = try await asset.document()
      guard asset.options.preferPreciseDurationAndTiming, document.hasAudioFrames else {
        return MediaDuration(document)
      }
      // Frames are counted in a document of their own: the shared one others may be reading.
      let own = try MediaFile.open(document.tree.file, limits: asset.options.limits)
      guard MediaFile.countFrames(of: own, isCancelled: { Task.isCancelled }) else {
        throw CancellationError()
      }
      return MediaDuration(own)
    }
  }
}

extension MediaAssetProperty where Value == [MediaAssetTrack] {
  /// The tracks, in the order of the file; a stream of audio is one.
  public static var tracks: Self {
    Self("tracks") { asset in MediaAssetTrack.tracks(of: asset, try await asset.document()) }
  }
}

extension MediaAssetProperty where Value == [MetadataItem] {
  /// What the file says about itself; what is said of tracks is theirs.
  public static var metadata: Self {
    Self("metadata") { asset in
      MediaFile.metadata(of: try await asset.document()).filter { $0.trackID == nil }
    }
  }

  /// Those items whose meaning all formats have.
  public static var commonMetadata: Self {
    Self("commonMetadata") { asset in
      try await asset.load(.metadata).filter { $0.commonKey != nil }
    }
  }
}

extension MediaAssetProperty where Value == [MetadataFormat] {
  /// The formats that metadata is stored in, in the order of the file.
  public static var availableMetadataFormats: Self {
    Self("availableMetadataFormats") { asset in
      var formats: [MetadataFormat] = []
      for item in try await asset.load(.metadata) where !formats.contains(item.format) {
        formats.append(item.format)
      }
      return formats
    }
  }
}

extension MediaAssetProperty where Value == MetadataFields {
  /// What the file says about itself in the fields that all formats have.
  public static var fields: Self {
    Self("fields") { asset in
      MediaFile.fields(of: try await asset.document(), items: try await asset.load(.metadata))
    }
  }
}

extension MediaAssetProperty where Value == MetadataDate? {
  /// When the content was made: what metadata says, else the header of the movie.
  public static var creationDate: Self {
    Self("creationDate") { asset in
      MediaFile.creationDate(
        of: try await asset.document(), items: try await asset.load(.metadata)
      ).value
    }
  }
}

extension MediaAssetProperty where Value == Facts {
  /// What is said of the file and its tracks, each as a value with its source and the claims against
  /// it; by boxes and, of pictures, by the first sample of each track.
  public static var facts: Self {
    Self("facts") {
      let document = try await $0.document()
      guard document.format?.id == .isoBaseMedia else { return MediaFile.facts(of: document) }
      return MediaFile.facts(of: document, in: MovieSamples(document))
    }
  }
}

extension MediaAssetProperty where Value == Playback {
  /// What a player makes of the file: what it shows, from when on and for how long.
  public static var playback: Self {
    Self("playback") { MediaFile.playback(of: try await $0.document()) }
  }
}

extension MediaAssetProperty where Value == Disclosures {
  /// What the file gives away of places, persons and devices, and what was not read for them.
  public static var disclosures: Self {
    Self("disclosures") { MediaFile.disclosures(of: try await $0.document()) }
  }
}

extension MediaAssetProperty where Value == [MediaChapter] {
  /// The chapters, of every kind.
  public static var chapters: Self {
    Self("chapters") { MediaFile.chapters(of: try await $0.document()) }
  }
}

extension MediaAssetProperty where Value == MediaFileType? {
  /// The type of the file, from its content.
  public static var fileType: Self {
    Self("fileType") { MediaFileType(content: try await $0.document()) }
  }
}

extension MediaAssetProperty where Value == String? {
  /// What the file is called on the web, with its codecs: `video/mp4; codecs="avc1.64000A"`.
  public static var mediaType: Self {
    Self("mediaType") { asset in
      let document = try await asset.document()
      return document.synopsis.mediaType?(document).text
    }
  }
}

extension MediaAssetProperty where Value == Bool {
  /// Whether some track has a sample description of protected media, used by samples or not.
  public static var hasProtectedContent: Self {
    Self("hasProtectedContent") { asset in
      try await asset.document().synopsis.tracks.contains { $0.protectedShare != .none }
    }
  }
}

extension MediaAssetProperty where Value == MediaPlayability {
  /// Whether the file can be played as far as its structure shows, and why not.
  public static var isPlayable: Self {
    Self("isPlayable") { MediaPlayability(try await $0.document()) }
  }
}
