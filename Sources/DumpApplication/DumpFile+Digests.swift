import ByteReading
import CommandLineSupport
import MediaFacts
import MediaInspection
import Structure

extension DumpFile {
  /// The digests of the media of a file.
  func digests(of opened: Opened) -> MediaDigests? {
    let size = opened.document.tree.file.byteCount
    return MediaFile.digests(of: [opened.document], isWhole: true) {
      runWithProgress(in: opened.name, size: size, count: $0, byteCount: $1, job: $2)
    }.first
  }

  /// Writes the digests of the media of a file: of each atom that holds some, and of the samples of
  /// each track in the order in which they are decoded. Nothing when it has no media.
  func digests(_ opened: Opened, _ output: inout ByteWriter) {
    guard let found = digests(of: opened) else { return }
    let document = opened.document
    let paths = IdentityPaths(document)
    var lines: [(name: String, entry: MediaDigests.Entry)] = []
    for entry in found.payloads {
      lines.append((entry.node.map { paths.path(of: $0) } ?? "media", entry))
    }
    // All of it is one of them when there is but one.
    if found.payloads.count > 1, let media = found.media {
      let count = found.payloads.reduce(UInt64(0)) { $0 &+ $1.byteCount }
      lines.append(("media", MediaDigests.Entry(byteCount: count, digest: media)))
    }
    for entry in found.tracks { lines.append(("track \(entry.track ?? 0) \(entry.kind)", entry)) }
    guard !lines.isEmpty else { return }
    let width = lines.reduce(0) { max($0, $1.name.count) }
    output.put("\n")
    for (name, entry) in lines {
      output.put("sha256  ")
      output.put(text: name, style: .name)
      output.putSpaces(width - name.count + 2)
      if let digest = entry.digest {
        output.put(digest: digest)
      } else {
        output.put("not all of its bytes are in the file")
      }
      var size = ByteWriter()
      size.put(grouped: entry.byteCount)
      output.putSpaces(max(2, 12 - size.count))
      output.put(size)
      output.put(entry.byteCount == 1 ? " byte\n" : " bytes\n")
    }
  }
}
