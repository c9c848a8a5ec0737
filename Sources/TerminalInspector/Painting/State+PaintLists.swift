import ByteReading
import MediaInspection
import Structure

/// The lists below the tree that have columns.
extension State {
  /// Samples: number, time, what the picture depends on where its bytes say it, whether decoding can begin
  /// there, size, offset.
  func paintSamples(in area: Area, height: Int, of view: FileView, on grid: inout Grid) {
    let tracks = view.inspection.movie.tracks
    guard tracks.indices.contains(view.track) else { return }
    let track = tracks[view.track]
    guard var samples = view.inspection.samples(ofTrack: view.track, from: view.panelTop + 1)
    else { return }
    let end = area.x + area.width
    let last = "\(track.count)".count
    // Where there is little room the offset stands closer.
    let (timeWidth, sizeWidth) = area.width < 48 ? (9, 7) : (12, 9)
    // Where there is little room the letter stands for all but the places where decoding can begin.
    let lettered = view.inspection.hasCodings(view.track) && area.width >= 48
    for line in 0..<height {
      guard let sample = samples.next() else { break }
      let y = area.y + 1 + line
      let number = "\(sample.number)"
      let time = shown(time: view.inspection.moment(of: sample, ofTrack: view.track), track.timescale)
      let size = Int(clamping: sample.size).grouped
      let place = sample.offset.map { Self.hex(Int(clamping: $0)) } ?? "elsewhere"
      var at = area.x + 1 + last - number.count
      at = grid.put(number, x: at, y: y, end: end, .label)
      at = grid.put(" " + Self.padded(time, timeWidth), x: at, y: y, end: end)
      let letter = view.inspection.coding(of: sample.number, ofTrack: view.track)
        .map { String($0.rawValue) }
      if lettered { at = grid.put(" " + (letter ?? " "), x: at, y: y, end: end, .value) }
      let word = sample.isSync ? "sync" : lettered ? "" : letter ?? ""
      at = grid.put(" " + word + Self.padded("", 4 - word.count), x: at, y: y, end: end, .value)
      at = grid.put(" " + Self.padded(size, sizeWidth), x: at, y: y, end: end)
      grid.put(" " + place, x: at, y: y, end: end, .faint)
    }
  }

  /// Items: what their entries say, size, offset.
  func paintItems(in area: Area, height: Int, of view: FileView, on grid: inout Grid) {
    let items = view.inspection.items
    let end = area.x + area.width
    let last = min(items.count, view.panelTop + height)
    for row in view.panelTop..<max(view.panelTop, last) {
      let item = items[row]
      let y = area.y + 1 + row - view.panelTop
      let place = item.offset.map { Self.hex(Int(clamping: $0)) } ?? ""
      let size = item.byteCount.map { Int(clamping: $0).grouped } ?? "not read"
      let columns =
        " " + Self.padded(size, area.width < 48 ? 7 : 9) + " "
        + Self.padded(place, area.width < 48 ? 7 : 10)
      let textEnd = end - columns.count
      let summary = view.inspection.summary(of: item.node)
      grid.put(
        drawn(summary), x: area.x + 1, y: y, end: textEnd > area.x + 12 ? textEnd : end,
        ellipsis: ellipsis)
      if textEnd > area.x + 12 { grid.put(columns, x: textEnd, y: y, end: end, .faint) }
    }
  }

  /// What is said of an item that was gone to.
  static func sentence(on item: ImageItem, _ inspection: Inspection) -> String {
    guard let size = item.byteCount, let offset = item.offset else {
      return "item \(item.id) has no bytes that were found as they lie in this file"
    }
    return "item \(item.id): \(Int(clamping: size).grouped) bytes at \(hex(Int(clamping: offset)))"
      + "; Enter again goes there"
  }

  static func padded(_ text: String, _ width: Int) -> String {
    String(repeating: " ", count: max(0, width - text.count)) + text
  }
}
