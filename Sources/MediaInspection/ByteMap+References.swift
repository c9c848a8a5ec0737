import Atoms
import ByteReading
import Structure

/// Something that refers to media data.
struct Reference: Sendable {
  var start: UInt64
  var end: UInt64
  var owner: ByteMap.Owner
  var firstSample = 0
  var lastSample = 0
  /// Its place among all references of the file.
  var number = 0
}

/// Everything that refers to media data, in the order in which it begins.
struct References: Sendable {
  private let chunks: FileChunks
  private let work: Work
  /// The extents of items and of data about samples, sorted.
  private var extents: [Reference] = []

  init(_ movie: MovieSamples) {
    chunks = FileChunks(movie, isTimed: false)
    work = movie.document.work
    collectItems(movie.document)
    for extent in AuxiliaryData.extents(of: movie) {
      add(extent.start, extent.start.saturatingAdd(extent.byteCount), .auxiliary(extent.track))
    }
    var isSorted = true
    for index in extents.indices.dropFirst() where extents[index].start < extents[index - 1].start {
      isSorted = false
      break
    }
    if !isSorted { extents.sort { $0.start < $1.start } }
  }

  /// Adds an extent, to the last one when it goes on where that ends.
  private mutating func add(_ start: UInt64, _ end: UInt64, _ owner: ByteMap.Owner) {
    guard start < end else { return }
    if let last = extents.indices.last, extents[last].owner == owner, extents[last].end == start {
      extents[last].end = end
      return
    }
    extents.append(Reference(start: start, end: end, owner: owner))
  }

  private mutating func collectItems(_ document: Document) {
    let tree = document.tree
    for index in tree.indices where tree[index].type == "iloc" && !tree[index].isRaw {
      let data = tree.parent(of: index).flatMap { tree.child("idat", of: $0) }
        .map { tree[$0] }
      for item in ItemLocations(index, in: document, limit: .max).items {
        let base: UInt64
        let end: UInt64
        switch item.method {
        case 0 where item.dataReference == 0: (base, end) = (0, UInt64(tree.file.byteCount))
        case 1:
          guard let data, data.source == 0 else { continue }
          (base, end) = (data.payloadStart, data.end)
        default: continue
        }
        for piece in item.extents {
          let start = base.saturatingAdd(item.baseOffset.saturatingAdd(piece.offset))
          // A length of 0 is all there is (14496-12 §8.11.3).
          let last = piece.length == 0 ? max(start, end) : start.saturatingAdd(piece.length)
          add(start, last, .item(item.id))
        }
      }
    }
  }

  /// Goes through the references.
  struct Iterator {
    private var chunks: FileChunks.Iterator
    private let extents: [Reference]
    private let work: Work
    private var place = 0
    private var chunk: Reference?
    private var passed = 0

    init(_ references: References) {
      chunks = references.chunks.makeIterator()
      extents = references.extents
      work = references.work
      chunk = nextChunk()
    }

    private mutating func nextChunk() -> Reference? {
      // Those without bytes are no references, but are passed.
      var empty = 0
      defer { if empty > 0 { work.charge(empty) } }
      while let element = chunks.next() {
        let chunk = element.chunk
        // Those of segments that follow are in files of their own.
        guard chunk.file == 0 else { return nil }
        guard let start = chunk.offset, let end = chunk.end, start < end else {
          empty += 1
          continue
        }
        return Reference(
          start: start, end: end, owner: .samples(element.track), firstSample: chunk.firstSample,
          lastSample: chunk.firstSample.addingReportingOverflow(chunk.sampleCount - 1).partialValue)
      }
      return nil
    }

    mutating func next() -> Reference? {
      var found: Reference
      if place < extents.count, extents[place].start < chunk?.start ?? .max || chunk == nil {
        found = extents[place]
        place &+= 1
      } else if let next = chunk {
        found = next
        chunk = nextChunk()
      } else {
        return nil
      }
      found.number = passed
      passed &+= 1
      return found
    }
  }
}
