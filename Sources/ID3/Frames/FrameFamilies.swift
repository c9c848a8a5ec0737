import Structure

/// All families of frames, in the order of the catalogue.
enum FrameFamilies {
  static var all: [any SyntaxFamily.Type] {
    [
      TextFrames.self, ShortTextFrames.self, AddressFrames.self, CommentFrames.self,
      TimingFrames.self, SoundFrames.self, ObjectFrames.self,
      UnknownTextFrames.self,
    ]
  }
}
