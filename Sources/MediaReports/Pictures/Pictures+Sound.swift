import ByteReading
import MediaFacts
import MediaInspection
import MediaMetadata
import Structure

extension Pictures {
  /// What is heard when of a file without tracks: its frames, below them what is played of them, and its
  /// chapters; `nil` when it has neither.
  func timeOfSound() -> Drawing? {
    guard movie.tracks.isEmpty else { return nil }
    let sound = sound
    var scene = TimeScene()
    // Without tracks there are no owners yet.
    if sound != nil { scene.owners = [Drawing.Owner("sound", "a")] }
    var title = ""
    if let sound {
      title = add(sound, to: &scene)
    } else if let length = document.synopsis.duration?.seconds, length > 0, length < 1e12 {
      scene.take(0...length)
    }
    addChapters(to: &scene)
    guard let first = scene.lanes.first else { return nil }
    // Sound in chunks has no frames that are drawn.
    if sound == nil { title = first.label + (document.synopsis.sound == nil ? " without sound" : " of sound") }
    var drawing = Drawing(
      .time, title: title, axis: .seconds, extent: scene.low...Drawing.wide(scene.low, scene.high),
      owners: scene.owners)
    drawing.lanes = scene.lanes
    drawing.marks = scene.marks
    drawing.hatchName = "not played"
    drawing.notes = [scene.chapterNote].compactMap(\.self)
    return drawing
  }

  /// Adds the frames of sound, and what is played of them.
  ///
  /// - Returns: What is found, in words.
  private func add(_ sound: Stream, to scene: inout TimeScene) -> String {
    var media = Drawing.Lane("sound, frames", 0, 1, pixels: 22, lines: 1)
    media.leadsOn = true
    media.short = "frames"
    var played = Drawing.Lane("sound, played", 0, 1, pixels: 22, lines: 1)
    played.short = "played"
    played.clock = .movie
    scene.lanes += [media, played]
    let end = max(0, sound.duration(sound.series.end))
    let offset = sound.series.first.first?.offset
    scene.take(0...end)
    var whole = Drawing.Mark(
      0, .area, x: 0...end, owner: 0, name: "\(sound.series.count) frames, \(Drawing.seconds(end))", offset: offset)
    whole.samples = 1...max(1, sound.series.count)
    scene.marks.append(whole)
    let parts = margins(of: sound, end)
    for part in parts {
      scene.marks.append(Drawing.Mark(0, .hatched, x: part.range, owner: 0, name: part.name, offset: offset))
    }
    let from = parts.filter(\.isBefore).map(\.range.upperBound).max() ?? 0
    let to = max(from, parts.first { !$0.isBefore }?.range.lowerBound ?? end)
    scene.marks.append(
      Drawing.Mark(
        1, .area, x: 0...(to - from), owner: 0,
        name: "\(Drawing.seconds(to - from)), from \(Drawing.seconds(from)) of the frames on", offset: offset))
    scene.marks.append(Drawing.Mark(0, .join, x: from...to, y: (0, to - from), owner: 0))
    guard !parts.isEmpty else { return "sound: \(Drawing.seconds(end)) of frames, all of it played" }
    return "sound: \(Drawing.seconds(to - from)) played; not played are \(parts.map(\.words).joined(by: ", "))"
  }

  /// Adds markers, each where it is, with its name where there is room up to the next.
  func add(markers: ArraySlice<MediaChapter>, owner: Int, to scene: inout TimeScene) {
    scene.owners.append(Drawing.Owner("markers", "m", .items))
    var lane = Drawing.Lane("markers", 0, 1, pixels: 18, lines: 1)
    lane.clock = .movie
    scene.lanes.append(lane)
    var starts: [Double] = []
    for marker in markers {
      let start = marker.start.seconds
      starts.append(start)
      scene.take(start...(marker.end.isNumeric ? max(start, marker.end.seconds) : start))
    }
    starts.sort()
    for marker in markers {
      var text = ByteWriter()
      text.put(text: marker.title ?? "", style: .name, limit: 200)
      let title = text.string
      let start = marker.start.seconds
      let end = marker.end.isNumeric ? max(start, marker.end.seconds) : start
      let next = (0..<starts.count).partitionPoint { starts[$0] <= start }
      let isPart = end > start
      var mark = Drawing.Mark(
        scene.lanes.count - 1, isPart ? .area : .tick, x: start...end,
        y: (0, isPart ? 0 : next < starts.count ? starts[next] : scene.high), owner: owner,
        name: "marker \(marker.number)\(title.isEmpty ? "" : ": \(title)"), \(Drawing.seconds(start))",
        offset: marker.fileOffset)
      mark.label = title.isEmpty ? "\(marker.number)" : title
      scene.marks.append(mark)
    }
  }

  /// A part of the frames that is not played.
  private struct Margin {
    let range: ClosedRange<Double>
    let name: String
    let words: String
    let isBefore: Bool
  }

  /// What of the frames is not played: the frame of notes, and what the encoder put before and after.
  private func margins(of sound: Stream, _ end: Double) -> [Margin] {
    guard let margins = MediaFile.soundMargins(of: document) else { return [] }
    func seconds(_ samples: UInt64) -> Double { Double(samples) / Double(max(1, sound.timescale)) }
    let notes = seconds(margins.notes)
    // What is longer than everything is no claim to believe.
    guard notes <= end else { return [] }
    var found = [
      Margin(
        range: 0...notes, name: "frame of notes (\(margins.writer)), no sound",
        words: "a frame of notes (\(margins.writer))", isBefore: true)
    ]
    let (delay, padding) = (seconds(margins.delay), seconds(margins.padding))
    guard notes + delay + padding < end else { return found }
    func words(_ samples: UInt64) -> String { Drawing.count(samples, "sample", "samples") }
    if margins.delay > 0 {
      found.append(
        Margin(
          range: notes...(notes + delay),
          name: "delay of the encoder: \(words(margins.delay)), \(Drawing.seconds(delay))",
          words: "\(words(margins.delay)) of delay", isBefore: true))
    }
    if margins.padding > 0 {
      found.append(
        Margin(
          range: (end - padding)...end,
          name: "padding of the encoder: \(words(margins.padding)), \(Drawing.seconds(padding))",
          words: "\(words(margins.padding)) of padding", isBefore: false))
    }
    return found
  }
}
