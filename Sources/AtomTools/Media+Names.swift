// `Media` has the types that are short words of everybody, so that a program which has such a type of its
// own, or imports a module that has, can say which it means.

extension Media {
  /// An opened file.
  public typealias Document = Structure.Document
  /// All nodes of a file.
  public typealias Tree = Structure.Tree
  /// An atom, a frame or a chunk.
  public typealias Node = Structure.Node
  /// What bounds the cost of a file.
  public typealias Limits = Structure.Limits
  /// One row of a table that describes nodes.
  public typealias Row = Structure.Row
  /// What a file should keep to.
  public typealias Rule = Structure.Rule
  /// Something worth saying about a file, and the bits it is about.
  public typealias Diagnostic = Structure.Diagnostic
  /// What the values of a field are called.
  public typealias Names = Structure.Names
  /// A format of files.
  public typealias Format = MediaFacts.Format
  /// What is known of a file and its tracks.
  public typealias Facts = MediaFacts.Facts
  /// A value with its source, or the places that were not read.
  public typealias Fact = MediaFacts.Fact
  /// What is known of a picture without decoding it.
  public typealias Picture = MediaFacts.Picture
  /// What is presented when.
  public typealias Playback = MediaFacts.Playback
  /// A sample of a track.
  public typealias Sample = MediaInspection.Sample
  /// Samples that lie behind one another in a file.
  public typealias Chunk = MediaInspection.Chunk
  /// A part of an edit list.
  public typealias Edit = MediaInspection.Edit
  /// Two files, and what differs between them.
  public typealias Comparison = StructureDiff.Comparison
  /// One difference between two files.
  public typealias Change = StructureDiff.Change
  /// What formats say about what follows from what.
  public typealias Rules = StructureDiff.Rules
  /// What a file was like, to compare it with later.
  public typealias Snapshot = StructureDiff.Snapshot
  /// The nodes that are shown.
  public typealias Selection = StructureRendering.Selection
}
