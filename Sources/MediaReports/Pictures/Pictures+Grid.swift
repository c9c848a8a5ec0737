import ByteReading
import MediaInspection
import Structure

extension Pictures {
  /// How the image that stands for the file is put together: its tiles with their numbers, what is
  /// done to the whole, and what is derived from what.
  func grid() -> Drawing? {
    guard let layout = ImageLayout(document), var drawing = grid(layout) else { return nil }
    // What is put together besides the image that stands for the file.
    let others = ImageLayout.grids(of: document).filter { $0 != layout.item }
    for item in others.prefix(Self.gridLimit) {
      guard let other = ImageLayout(document, item: item), var picture = grid(other) else { continue }
      picture.title = "item \(item): \(picture.title)"
      picture.notes = []
      drawing.insets.append(picture)
    }
    if others.count > Self.gridLimit {
      drawing.notes.append("\(others.count - Self.gridLimit) grids more are not drawn.")
    }
    drawing.notes += words(layout)
    if let arrows = derivations(layout) { drawing.insets.append(arrows) }
    return drawing
  }

  /// The grids that are drawn besides that of the file.
  private static let gridLimit = 4

  private func grid(_ layout: ImageLayout) -> Drawing? {
    var plan = GridPlan(width: layout.width, height: layout.height)
    guard plan.width > 0, plan.height > 0 else { return nil }
    if layout.columns > 0 { plan.divide(layout) }
    var drawing = drawn(plan, layout)
    let steps = layout.steps(in: document)
    if let steps, !steps.isEmpty {
      drawing.insets.append(shown(plan, layout, steps))
    } else if !layout.changes.isEmpty {
      drawing.notes.append("Drawn as it is stored: what is done to it before it is shown cannot be drawn.")
    }
    drawing.notes += changes(layout)
    return drawing
  }

  private func drawn(_ plan: GridPlan, _ layout: ImageLayout) -> Drawing {
    let width = Double(max(plan.width, plan.covered.width))
    let height = Double(max(plan.height, plan.covered.height))
    let title =
      plan.tiles.isEmpty
      ? "one image of \(plan.width)×\(plan.height)"
      : "\(plan.columns)×\(plan.rows) tiles make an image of \(plan.width)×\(plan.height)"
    var drawing = Self.canvas(title, width, height, pixels: 320)
    // What of the tiles lies outside is not shown.
    var frame = Drawing.Mark(
      0, .box, x: 0...Double(plan.width), y: (0, Double(plan.height)), owner: 1,
      name: "item \(layout.item): \(plan.width)×\(plan.height)")
    if plan.tiles.isEmpty { frame.label = "item \(layout.item)" }
    drawing.marks.append(frame)
    drawing.marks += plan.tiles.map { Self.mark(of: $0, in: $0.box) }
    if plan.left > 0 { drawing.notes.append("\(plan.left) tiles more are not drawn.") }
    return drawing
  }

  /// A drawing of so many pixels of an image, which are square in the width that is usual.
  private static func canvas(
    _ title: String, _ width: Double, _ height: Double, pixels: Double
  ) -> Drawing {
    // As high as it is in the whole width, or as high as may be, and then no wider than it is.
    let most = pixels * 1.5
    let pixels = min(max(790 * height / max(width, 1), 60), most)
    let across = max(width, 790 / (pixels / height))
    var drawing = Drawing(
      .grid, title: title, axis: .pixels, extent: 0...across,
      owners: [Drawing.Owner("tiles", "t"), Drawing.Owner("image", "i")])
    var lane = Drawing.Lane(
      "pixels", 0, height, pixels: Int(pixels), lines: Int(pixels / 22), isDownward: true)
    lane.scale = scale(0, height)
    drawing.lanes = [lane]
    drawing.scaleEnd = width
    return drawing
  }

  private static func mark(of tile: GridPlan.Tile, in box: ImageChange.Box) -> Drawing.Mark {
    var mark = Drawing.Mark(
      0, .box, x: box.x...box.x + box.width, y: (box.y, box.y + box.height), owner: 0,
      name: tile.part.map { "tile \(tile.number): item \($0.item)" }
        ?? "tile \(tile.number): no item", isProblem: tile.part == nil)
    mark.label = "\(tile.number)"
    if let part = tile.part, let offset = part.offset {
      mark.offset = offset
      mark.name += ", \(part.byteCount) bytes at \(Drawing.offset(offset))"
    }
    return mark
  }

  /// The same as it is shown: what is left of each tile, where it lies then.
  private func shown(_ plan: GridPlan, _ layout: ImageLayout, _ steps: [ImageChange]) -> Drawing {
    var size = (width: Double(plan.width), height: Double(plan.height))
    // Of tiles that lie over the edge of the image the rest is not shown.
    let whole = ImageChange.crop(left: 0, top: 0, width: size.width, height: size.height)
    var boxes = plan.tiles.map { whole.moved($0.box, in: size) }
    for step in steps {
      boxes = boxes.map { $0.flatMap { step.moved($0, in: size) } }
      size = step.size(of: size)
    }
    let words = "\(Drawing.decimal(size.width, 0))×\(Drawing.decimal(size.height, 0))"
    var drawing = Self.canvas("as it is shown: \(words)", size.width, size.height, pixels: 320)
    var frame = Drawing.Mark(
      0, .box, x: 0...size.width, y: (0, size.height), owner: 1,
      name: "item \(layout.item) as it is shown: \(words)")
    if plan.tiles.isEmpty { frame.label = "item \(layout.item)" }
    drawing.marks.append(frame)
    for (tile, box) in zip(plan.tiles, boxes) {
      if let box { drawing.marks.append(Self.mark(of: tile, in: box)) }
    }
    return drawing
  }

  /// What is done to the image before it is shown, in the order of its properties.
  private func changes(_ layout: ImageLayout) -> [String] {
    let reader = NodeReader(document)
    return layout.changes.map { node in
      var text = ByteWriter()
      text.put("Then ")
      document.put(titleOf: node, to: &text)
      text.put(": ")
      reader.putSummary(of: node, to: &text)
      text.put(".")
      return text.string
    }
  }

  /// Arrows from each item to those that it refers to: thumbnails, alpha and depth, metadata, tiles.
  private func derivations(_ layout: ImageLayout) -> Drawing? {
    let references = layout.references.filter { !$0.to.isEmpty }.prefix(16)
    guard !references.isEmpty else { return nil }
    var targets: [[UInt64]] = []
    for reference in references where !targets.contains(reference.to) { targets.append(reference.to) }
    let across = Double(max(references.count, targets.count)) * 100
    var drawing = Drawing(
      .grid, title: "what refers to what", axis: .pixels, extent: 0...across,
      owners: [Drawing.Owner("items", "i"), Drawing.Owner("what they refer to", "t")])
    drawing.lanes = [
      Drawing.Lane("item", 0, 1, pixels: 24, lines: 1), Drawing.Lane("refers to", 0, 1, pixels: 24, lines: 1),
    ]
    drawing.lanes[0].leadsOn = true
    drawing.isScaleless = true
    func range(_ place: Int, of count: Int) -> ClosedRange<Double> {
      let width = across / Double(count)
      return Double(place) * width + width * 0.06...Double(place + 1) * width - width * 0.06
    }
    for (place, target) in targets.enumerated() {
      let words = target.count == 1 ? "\(target[0])" : "\(target.count) items"
      var mark = Drawing.Mark(
        1, .area, x: range(place, of: targets.count), owner: 1,
        name: "items \(target.prefix(32).map { "\($0)" }.joined(by: ", "))\(target.count > 32 ? ", …" : "")")
      mark.label = words
      drawing.marks.append(mark)
    }
    for (place, reference) in references.enumerated() {
      guard let target = targets.firstIndex(of: reference.to) else { continue }
      let own = range(place, of: references.count)
      let kind = reference.kind.map { " \($0.key)" } ?? ""
      var mark = Drawing.Mark(
        0, .area, x: own, owner: 0,
        name: "item \(reference.from)\(kind) refers by \(reference.type.key) to "
          + (reference.to.count == 1 ? "item \(reference.to[0])" : "\(reference.to.count) items"))
      mark.label = "\(reference.from) \(reference.type.key)"
      drawing.marks.append(mark)
      let (middle, below) = ((own.lowerBound + own.upperBound) / 2, range(target, of: targets.count))
      let foot = (below.lowerBound + below.upperBound) / 2
      drawing.marks.append(
        Drawing.Mark(0, .arrow, x: middle...middle, y: (foot, foot), owner: 0, name: mark.name))
    }
    if layout.references.count > references.count {
      drawing.notes.append("\(layout.references.count - references.count) references more are not drawn.")
    }
    return drawing
  }

  /// What goes with what: `item 49 grid → 48 items (dimg).`
  private func words(_ layout: ImageLayout) -> [String] {
    let limit = 8
    var lines = layout.references.prefix(limit).map { reference -> String in
      let from = "item \(reference.from)" + (reference.kind.map { " \($0.key)" } ?? "")
      let to =
        reference.to.count == 1
        ? "item \(reference.to[0])" : "\(reference.to.count) items"
      return "\(from) → \(to) (\(reference.type.key))."
    }
    if layout.references.count > limit {
      lines.append("And \(layout.references.count - limit) references more.")
    }
    return lines
  }
}

/// Where the tiles of an image lie.
private struct GridPlan {
  struct Tile {
    var number: Int
    var x: Double
    var y: Double
    var width: Double
    var height: Double
    var part: ImageLayout.Part?

    var box: ImageChange.Box { ImageChange.Box(x: x, y: y, width: width, height: height) }
  }

  let width: UInt64
  let height: UInt64
  private(set) var columns: UInt64 = 0
  private(set) var rows: UInt64 = 0
  private(set) var tiles: [Tile] = []
  /// The pixels that the tiles cover.
  private(set) var covered: (width: UInt64, height: UInt64) = (0, 0)
  /// Tiles that are not drawn.
  private(set) var left = 0
  /// The tiles that are drawn.
  private static let limit = 1_024

  init(width: UInt64, height: UInt64) {
    self.width = width
    self.height = height
  }

  /// Divides the image; without the size of a tile, evenly.
  mutating func divide(_ layout: ImageLayout) {
    columns = layout.columns
    rows = layout.rows
    // A grid has at most 256 of each.
    let (across, down) = (Int(clamping: min(columns, 256)), Int(clamping: min(rows, 256)))
    guard across > 0, down > 0 else { return }
    let tileWidth = layout.tile.map { Double($0.width) } ?? Double(width) / Double(across)
    let tileHeight = layout.tile.map { Double($0.height) } ?? Double(height) / Double(down)
    let all = across * down
    for place in 0..<min(all, Self.limit) {
      let part = place < layout.tiles.count ? layout.tiles[place] : nil
      tiles.append(
        Tile(
          number: place + 1, x: Double(place % across) * tileWidth,
          y: Double(place / across) * tileHeight, width: tileWidth, height: tileHeight, part: part))
    }
    left = all - tiles.count
    covered = (
      UInt64(saturating: tileWidth * Double(across)), UInt64(saturating: tileHeight * Double(down))
    )
  }
}
