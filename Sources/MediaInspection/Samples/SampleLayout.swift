import Atoms
import ByteReading
import MediaFacts
package import Structure

/// What the samples of one sample entry hold, as far as a table describes it: units with their messages, telemetry,
/// texts.
package struct SampleLayout: ContextSource, Sendable {
  package let program: Program
  private let unitLengthBits: UInt64?

  /// - Parameter entry: The sample entry.
  /// - Returns: `nil` for codings that no table describes, and for samples that are protected.
  package init?(entry: NodeIndex, of track: SampleTrack) {
    let tree = track.home.tree
    guard track.description.protectedShare(in: tree) == .none else { return nil }
    var lengthSize = NALUnits(entry: entry, in: track.home)?.lengthSize
    let type: FourCC
    if tree.child("avcC", of: entry) != nil {
      type = "avc1"
    } else if tree.child("hvcC", of: entry) != nil {
      type = "hvc1"
    } else if let box = tree.child("vvcC", of: entry) {
      type = "vvc1"
      let view = NodeReader(track.home).view(VVCConfiguration.self, of: box)
      lengthSize = view.number(.LengthSizeMinusOne).map { Int($0 & 3) + 1 }
    } else {
      type = tree[entry].type == "dav1" ? "av01" : tree[entry].type
    }
    guard let table = Catalogue.atoms.table(for: type, in: "mdat", handler: nil, extendedType: nil),
      // The table of a box of this type says nothing of samples.
      Catalogue.atoms.table(table).parents.isSame(as: "mdat"), let program = Catalogue.atoms.program(table)
    else { return nil }
    self.program = program
    unitLengthBits = lengthSize.map { UInt64($0) * 8 }
  }

  package func value(of key: ContextKey) -> UInt64? { key == .unitLengthBits ? unitLengthBits : nil }

  /// Reads the fields of one sample into `sink`.
  ///
  /// - Parameters:
  ///   - place: Its bytes, all of which are in the file.
  ///   - document: The file.
  /// - Complexity: O(*n*) in the bytes, which are not charged to the budget of the call.
  package func walk(_ place: Range<Int>, of document: Document, into sink: inout some FieldSink & ~Copyable) {
    var cursor = ByteCursor(
      document.tree.file.bytes, over: Extent(byteOffset: place.lowerBound, byteCount: place.count))
    var walker = Walker()
    walker.walk(program, &cursor, context: self, into: &sink)
  }
}

extension SampleTrack {
  /// What the samples of each of its sample entries hold, in their order; `nil` for those that no table describes.
  ///
  /// - Complexity: O(*n*) in the sample entries, of which the first 64 are looked at.
  package var layouts: [SampleLayout?] {
    guard let first = description.sampleEntry, let list = home.tree.parent(of: first) else { return [] }
    return home.tree.children(of: list).filter { !home.tree[$0].isRaw }.prefix(64).map {
      SampleLayout(entry: $0, of: self)
    }
  }

  /// Where the bytes of a sample lie in its file; `nil` when they are not all there, or none.
  package func place(of sample: Sample) -> Range<Int>? {
    guard sample.file < documents.count, let start = sample.offset, sample.size > 0 else { return nil }
    let count = UInt64(documents[sample.file].tree.file.byteCount)
    guard start <= count, sample.size <= count - start else { return nil }
    return Int(start)..<Int(start + sample.size)
  }

  /// What kind of picture a sample begins with, as ``NALUnits/startKind(of:of:)`` has it; `nil` where its bytes are not
  /// all in its file.
  ///
  /// - Parameter units: The units of the track, which who asks for many samples makes once.
  package func startKind(of sample: Sample, by units: NALUnits) -> StartPicture? {
    place(of: sample).flatMap { units.startKind(of: $0, of: documents[sample.file].tree.file) }
  }

  /// Whether a sample begins with a picture that is none at which decoding may start.
  func isNoIDR(_ sample: Sample, by units: NALUnits) -> Bool {
    startKind(of: sample, by: units)?.isNoIDR ?? false
  }
}
