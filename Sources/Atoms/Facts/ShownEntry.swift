import ByteReading
package import Structure

extension AtomContext.Track {
  /// The sample entry that its first samples lead to: its first one where it has no other, and where no table says which.
  ///
  /// What a track is like as a whole is what this one says: one that stands in front and is used by no sample describes
  /// none.
  ///
  /// - Complexity: O(1) for a track of one sample entry; else O(*n*) in the entries, of 256 at most, and in the parts of the
  ///   first fragments where no table of chunks has rows.
  package func shownEntry(in document: Document) -> NodeIndex? {
    let tree = document.tree
    guard let first = sampleEntry, let list = tree.parent(of: first), tree[first].subtreeEnd < tree[list].subtreeEnd,
      let number = firstDescription(in: document), number > 0
    else { return sampleEntry }
    let entries = sampleEntries(in: tree)
    let place = Int(clamping: number - 1)
    return entries.indices.contains(place) ? entries[place] : first
  }

  /// The number of the sample entry of its first samples, as tables of chunks, fragments and their defaults say it.
  private func firstDescription(in document: Document) -> UInt64? {
    let tree = document.tree
    if let chunks = sampleTable(in: tree).flatMap({ tree.child("stsc", of: $0) }),
      let numbers = document.view(SampleToChunk.self, of: chunks).column(.sample_description_index, of: .entries),
      numbers.count > 0
    {
      return numbers[0]
    }
    if let part = (document.context as? AtomContext)?.partsOfFirstFragments(ofTrack: id).first,
      let header = tree.child("tfhd", of: part),
      let number = document.view(TrackFragmentHeader.self, of: header).number(.sample_description_index)
    {
      return number
    }
    return defaults.flatMap { document.view(TrackExtends.self, of: $0).number(.default_sample_description_index) }
  }
}
