import Atoms
package import ByteReading
package import Structure

/// A sample, or an item, that has one byte of a file.
package struct MediaAtOffset: Sendable {
  package let owner: Owner
  /// The place of the byte in the data of its owner, from 0.
  package let byte: UInt64
  /// The unit that has it, of AVC and HEVC.
  package let unit: Unit?

  package enum Owner: Sendable {
    /// A sample of a track, and when it is shown in the movie, in ticks of the media; `nil` where edits do not show it.
    case sample(Sample, of: SampleTrack, time: Int64?)
    /// An item, by its number and the type that its entry says.
    case item(id: UInt64, type: FourCC?, byteCount: UInt64)
  }

  /// A unit with its length in front of it (14496-15 §4.3).
  package struct Unit: Sendable {
    /// From 1, in its sample.
    package let number: Int
    /// `IDR`; empty for types that have no name.
    package let name: String
    /// The place of the byte in the length, or behind it in the unit; from 0.
    package let byte: Int
    package let isInLength: Bool
    /// The bytes of the unit without those of the length.
    package let byteCount: UInt64
  }
}

extension Document {
  /// What has the byte at `offset` of the file: samples first, then items. Eight are returned at most: samples may
  /// share their bytes.
  ///
  /// - Complexity: O(*n*) in the chunks, in the samples of those that have the byte, and in the items.
  package func media(at offset: UInt64) -> [MediaAtOffset] {
    var found: [MediaAtOffset] = []
    for track in MovieSamples(self).tracks {
      for chunk in track.chunks {
        guard found.count < 8 else { return found }
        guard chunk.file == 0, let start = chunk.offset, let end = chunk.end, start <= offset, offset < end else { continue }
        guard let place = place(of: offset, in: chunk, of: track) else { continue }
        found.append(place)
      }
    }
    return found + items(at: offset, limit: 8 - found.count)
  }

  private func place(of offset: UInt64, in chunk: Chunk, of track: SampleTrack) -> MediaAtOffset? {
    for sample in track.samples(from: chunk.firstSample).prefix(chunk.sampleCount) {
      guard let start = sample.offset, let end = sample.end, start <= offset, offset < end else { continue }
      let unit = sample.bytes(upTo: UInt64(tree.file.byteCount)).flatMap { range in
        track.singleUnits?.unit(at: Int(offset), in: range, of: tree.file)
      }
      return MediaAtOffset(
        owner: .sample(sample, of: track, time: track.editList.presentationTime(of: sample)), byte: offset - start, unit: unit)
    }
    return nil
  }

  private func items(at offset: UInt64, limit: Int) -> [MediaAtOffset] {
    var found: [MediaAtOffset] = []
    for node in tree.indices where tree[node].type == "infe" && found.count < limit {
      guard case .found(let ranges, _)? = itemBytes(of: node) else { continue }
      var passed: UInt64 = 0
      for range in ranges {
        if let place = Int(exactly: offset), range.contains(place) {
          let entry = NodeReader(self).view(ItemEntry.self, of: node)
          let count = ranges.reduce(UInt64(0)) { $0.saturatingAdd(UInt64($1.count)) }
          found.append(
            MediaAtOffset(
              owner: .item(id: entry.number(.item_ID) ?? 0, type: entry.code(.item_type), byteCount: count),
              byte: passed.saturatingAdd(UInt64(place - range.lowerBound)), unit: nil))
          break
        }
        passed = passed.saturatingAdd(UInt64(range.count))
      }
    }
    return found
  }
}
