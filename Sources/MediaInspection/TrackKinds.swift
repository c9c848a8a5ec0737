import Atoms
package import MediaFacts

extension Synopsis.Track {
  /// Whether it is read: text, subtitles, captions.
  package var isOfText: Bool { handler.isHandlerOfText }
}

extension SampleTrack {
  /// Whether it is seen: films, what belongs to their pictures, and sequences of images.
  package var isOfPictures: Bool { handler?.isHandlerOfPictures == true }

  /// Whether it is read: text, subtitles, captions.
  package var isOfText: Bool { handler?.isHandlerOfText == true }
}
