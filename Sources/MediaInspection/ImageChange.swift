import Atoms
import ByteReading
import MediaFacts
package import Structure

/// What is done to an image before it is shown (23008-12 §6.5.9, §6.5.10, §6.5.12; 14496-12 §12.1.4).
package enum ImageChange: Sendable, Equatable {
  /// A part of it, in pixels from its left and its top.
  case crop(left: Double, top: Double, width: Double, height: Double)
  /// So many quarters anticlockwise, 1...3.
  case turn(Int)
  /// Left and right are exchanged, or top and bottom.
  case mirror(isAcross: Bool)

  /// What the property at `node` does to an image of so many pixels; `nil` for one that cannot be done: a
  /// crop without size, or one that does not lie in the image.
  init?(_ node: NodeIndex, of width: Double, _ height: Double, _ reader: NodeReader) {
    switch reader.tree[node].type {
    case "irot":
      guard let angle = reader.view(ImageRotation.self, of: node).number(.angle), angle < 4 else {
        return nil
      }
      self = .turn(Int(angle))
    case "imir":
      guard let axis = reader.view(ImageMirror.self, of: node).number(.axis) else { return nil }
      self = .mirror(isAcross: axis == 1)
    case "clap":
      let fields = reader.view(CleanAperture.self, of: node)
      func part(_ above: CleanAperture.Field, _ below: CleanAperture.Field) -> Double? {
        guard let above = fields.signed(above), let below = fields.number(below), below > 0 else {
          return nil
        }
        return Double(above) / Double(below)
      }
      guard let own = part(.cleanApertureWidthN, .cleanApertureWidthD), own > 0,
        let tall = part(.cleanApertureHeightN, .cleanApertureHeightD), tall > 0,
        let across = part(.horizOffN, .horizOffD), let down = part(.vertOffN, .vertOffD)
      else { return nil }
      // Offsets are those of the middle of the part from the middle of the whole.
      let (left, top) = (across + (width - own) / 2, down + (height - tall) / 2)
      guard left > -1, top > -1, left + own < width + 1, top + tall < height + 1 else { return nil }
      self = .crop(left: left, top: top, width: own, height: tall)
    default: return nil
    }
  }

  /// The size of an image of this size behind it.
  package func size(of size: (width: Double, height: Double)) -> (width: Double, height: Double) {
    switch self {
    case .crop(_, _, let width, let height): (width, height)
    case .turn(let quarters): quarters % 2 == 1 ? (size.height, size.width) : size
    case .mirror: size
    }
  }

  /// A rectangle of an image, in pixels from its left and its top.
  package struct Box: Sendable, Equatable {
    package var x: Double
    package var y: Double
    package var width: Double
    package var height: Double

    package init(x: Double, y: Double, width: Double, height: Double) {
      self.x = x
      self.y = y
      self.width = width
      self.height = height
    }
  }

  /// Where a rectangle of an image of this size lies behind it; `nil` when none of it is left.
  package func moved(_ box: Box, in size: (width: Double, height: Double)) -> Box? {
    switch self {
    case .crop(let left, let top, let width, let height):
      let (first, last) = (max(0, box.x - left), min(width, box.x + box.width - left))
      let (upper, lower) = (max(0, box.y - top), min(height, box.y + box.height - top))
      guard first < last, upper < lower else { return nil }
      return Box(x: first, y: upper, width: last - first, height: lower - upper)
    case .turn(1):
      return Box(
        x: box.y, y: size.width - box.x - box.width, width: box.height, height: box.width)
    case .turn(2):
      return Box(
        x: size.width - box.x - box.width, y: size.height - box.y - box.height, width: box.width,
        height: box.height)
    case .turn(3):
      return Box(
        x: size.height - box.y - box.height, y: box.x, width: box.height, height: box.width)
    case .turn: return box
    case .mirror(true):
      return Box(
        x: size.width - box.x - box.width, y: box.y, width: box.width, height: box.height)
    case .mirror(false):
      return Box(
        x: box.x, y: size.height - box.y - box.height, width: box.width, height: box.height)
    }
  }
}

extension ImageChange {
  /// The pixels that an image of this size has after all of these; `nil` where it is as large as before, or nothing is left.
  static func size(_ size: (width: UInt64, height: UInt64), after steps: [ImageChange]) -> (width: UInt64, height: UInt64)? {
    var left = (width: Double(size.width), height: Double(size.height))
    for step in steps { left = step.size(of: left) }
    guard let width = UInt64(exactly: left.width.rounded()), let height = UInt64(exactly: left.height.rounded()),
      width > 0, height > 0, width != size.width || height != size.height
    else { return nil }
    return (width, height)
  }
}

/// How an image is turned before it is shown, by all that is done to it.
package struct ImageTurn: Sendable, Equatable {
  /// Whether left and right are exchanged before it is turned.
  package private(set) var isMirrored = false
  /// So many quarters clockwise, 0...3.
  private var quarters = 0

  /// `nil` where the image is shown as it is.
  init?(_ steps: [ImageChange]) {
    for step in steps {
      switch step {
      case .crop: break
      case .turn(let anticlockwise): quarters = (quarters + 4 - anticlockwise % 4) % 4
      case .mirror(let isAcross):
        // What is turned and then mirrored is mirrored and turned the other way; top and bottom are half a turn more.
        isMirrored.toggle()
        quarters = (isAcross ? 4 - quarters : 6 - quarters) % 4
      }
    }
    if quarters == 0, !isMirrored { return nil }
  }

  /// Degrees clockwise.
  package var degrees: UInt64 { orientation.degrees }

  private var orientation: Playback.Orientation {
    switch quarters {
    case 1: .clockwise
    case 2: .upsideDown
    case 3: .anticlockwise
    default: .upright
    }
  }

  /// `mirrored and rotated 90° clockwise`.
  package var words: String {
    let turn = orientation.words
    return isMirrored ? turn.isEmpty ? "mirrored" : "mirrored and " + turn : turn
  }
}

extension ImageLayout {
  /// What is done to the image before it is shown, in the order of its properties; `nil` when one of them
  /// cannot be done, or there are more than are kept.
  package func steps(in document: Document) -> [ImageChange]? {
    Self.steps(changes, of: (width, height), NodeReader(document))
  }

  /// The same of any item, for what asks for many; none of its references is read.
  static func steps(of item: UInt64, _ items: ItemDirectory, _ reader: NodeReader) -> [ImageChange]? {
    let changes = changes(of: item, items, reader.tree)
    if changes.isEmpty { return [] }
    return steps(changes, of: size(of: item, grid(of: item, items, reader), items, reader), reader)
  }

  private static func steps(
    _ changes: [NodeIndex], of size: (width: UInt64, height: UInt64), _ reader: NodeReader
  ) -> [ImageChange]? {
    guard changes.count < changeLimit else { return nil }
    var size = (width: Double(size.width), height: Double(size.height))
    var steps: [ImageChange] = []
    for node in changes {
      guard let step = ImageChange(node, of: size.width, size.height, reader) else { return nil }
      size = step.size(of: size)
      steps.append(step)
    }
    return steps
  }
}
