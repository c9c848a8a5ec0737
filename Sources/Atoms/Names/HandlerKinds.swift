package import ByteReading

extension FourCC {
  /// Whether tracks of this handler are seen: films, what belongs to their pictures, and sequences of images
  /// (14496-12 §12.1, 23008-12 §7.2).
  package var isHandlerOfPictures: Bool { self == "vide" || self == "auxv" || self == "pict" }

  /// Whether tracks of this handler are read: text of QuickTime, subtitles as text or as pictures, captions
  /// (14496-12 §12.6, QTFF Text Media).
  package var isHandlerOfText: Bool { self == "text" || self == "sbtl" || self == "subt" || self == "clcp" || self == "subp" }
}
