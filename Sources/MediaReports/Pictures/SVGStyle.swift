import ByteReading

extension Drawing {
  /// How many colours there are.
  static let colourCount = 15
  /// Those that tracks have, in turn.
  private static let turn: [StaticString] = ["o0", "o1", "o2", "o3", "o4", "o5", "o6", "o8", "o9"]

  /// The class of what belongs to an owner.
  func colour(of owner: Int) -> StaticString {
    switch owners.indices.contains(owner) ? owners[owner].tone : .place {
    case .place: Self.turn[max(0, owner) % Self.turn.count]
    case .first: "o0"
    case .structure: "o7"
    case .items: "o10"
    case .padding: "o11"
    case .other: "o12"
    case .film: "o13"
    case .rest: "o14"
    case .problem: "e"
    }
  }

  /// Colours that keep a contrast of 3 to the ground in both themes, and of 4.5 to the letters in them;
  /// a test computes them.
  ///
  /// The ground is that of the page, where there is one, and on paper it is white.
  package static let style: StaticString = """
    <style>.atom-picture{color-scheme:light dark;background:Canvas;font:13px system-ui,sans-serif}\
    .atom-picture text{fill:#1b1c1f;stroke:none}.atom-picture .t{font-weight:600;font-size:14px}.atom-picture .s{font-size:12px}\
    .atom-picture .w{font-size:12px;fill:#ffffff}.atom-picture .a{font-size:11px;fill:#5c5e66}\
    .atom-picture .n{font-size:12px;fill:#5c5e66}.atom-picture .z,.atom-picture text:not(.z)+.c{display:none}\
    .atom-picture .y{stroke:var(--page,Canvas);stroke-width:4px;stroke-linejoin:round;paint-order:stroke}\
    .atom-picture .g{stroke:#c9cad2;stroke-width:1}.atom-picture .l{fill:none;stroke-width:2}.atom-picture .h{opacity:.45}\
    .atom-picture .o0{fill:#2563c9;stroke:#2563c9}.atom-picture .o1{fill:#0f7b55;stroke:#0f7b55}\
    .atom-picture .o2{fill:#9a5b00;stroke:#9a5b00}.atom-picture .o3{fill:#7c3fb8;stroke:#7c3fb8}\
    .atom-picture .o4{fill:#0b7285;stroke:#0b7285}.atom-picture .o5{fill:#a33b72;stroke:#a33b72}\
    .atom-picture .o6{fill:#5f6b16;stroke:#5f6b16}.atom-picture .o7{fill:#6b6d76;stroke:#6b6d76}\
    .atom-picture .o8{fill:#8a4b2d;stroke:#8a4b2d}.atom-picture .o9{fill:#3b4db0;stroke:#3b4db0}\
    .atom-picture .o10{fill:#2e7d32;stroke:#2e7d32}.atom-picture .o11{fill:#75705f;stroke:#75705f}\
    .atom-picture .o12{fill:#4b4f5c;stroke:#4b4f5c}.atom-picture .o13{fill:#9c27b0;stroke:#9c27b0}\
    .atom-picture .o14{fill:#6d4c7d;stroke:#6d4c7d}\
    .atom-picture .e{fill:#c4001a;stroke:#c4001a}.atom-picture rect{stroke-width:0}\
    .atom-picture .p{fill-opacity:.35}.atom-picture .m{fill-opacity:.45}.atom-picture .q{fill-opacity:.2}.atom-picture .j{fill-opacity:.12;stroke-width:1;stroke-opacity:.45}\
    .atom-picture .d{fill:none;stroke-width:1.5;stroke-dasharray:5 4}\
    .atom-picture rect.b{fill-opacity:.12;stroke-width:1}\
    .atom-picture rect.f{fill-opacity:.12;stroke-dasharray:4 4;stroke-width:1}\
    .atom-picture rect.v{fill:var(--page,Canvas);fill-opacity:.72;stroke-dasharray:4 4;stroke-width:1}\
    .atom-picture g:hover>rect{filter:brightness(1.25)}\
    @media print{.atom-picture{color-scheme:light}}@media screen and (prefers-color-scheme:dark){.atom-picture text{fill:#ececf0}.atom-picture .a,.atom-picture .n{fill:#a2a4ae}\
    .atom-picture .w{fill:#101114}\
    .atom-picture .g{stroke:#3c3e47}.atom-picture .o0{fill:#6ea0ff;stroke:#6ea0ff}.atom-picture .o1{fill:#4cc596;stroke:#4cc596}\
    .atom-picture .o2{fill:#e3a84a;stroke:#e3a84a}.atom-picture .o3{fill:#c596f2;stroke:#c596f2}\
    .atom-picture .o4{fill:#4fc3d9;stroke:#4fc3d9}.atom-picture .o5{fill:#ef8fbd;stroke:#ef8fbd}\
    .atom-picture .o6{fill:#bccb5d;stroke:#bccb5d}.atom-picture .o7{fill:#9c9fab;stroke:#9c9fab}\
    .atom-picture .o8{fill:#dba184;stroke:#dba184}.atom-picture .o9{fill:#97a6ff;stroke:#97a6ff}\
    .atom-picture .o10{fill:#7ed67e;stroke:#7ed67e}.atom-picture .o11{fill:#b5ae98;stroke:#b5ae98}\
    .atom-picture .o12{fill:#c9ccd8;stroke:#c9ccd8}.atom-picture .o13{fill:#e28cf0;stroke:#e28cf0}\
    .atom-picture .o14{fill:#c3a6d6;stroke:#c3a6d6}\
    .atom-picture .e{fill:#ff7482;stroke:#ff7482}}</style>

    """
}

/// The classes of a shape: its colour, whether it is pale, and how it is drawn.
struct SVGClass {
  var colour: StaticString
  /// With the blank in front of it; empty for the colour itself.
  var shade: StaticString = ""
  /// With the blank in front of it; empty for what is filled.
  var shape: StaticString = ""

  /// The same, drawn otherwise.
  func drawn(_ shape: StaticString) -> SVGClass { SVGClass(colour: colour, shade: shade, shape: shape) }

  /// The same in another shade.
  func shaded(_ shade: Drawing.Kind.Shade) -> SVGClass {
    let name: StaticString =
      switch shade {
      case .full: ""
      case .half: " m"
      case .faint: " q"
      case .hatched: " f"
      }
    return SVGClass(colour: colour, shade: name, shape: shape)
  }

  static let grid = SVGClass(colour: "g")
}

/// Which end of a text its place is.
enum SVGAnchor {
  case start, middle, end

  var attribute: StaticString {
    switch self {
    case .start: ""
    case .middle: " text-anchor=\"middle\""
    case .end: " text-anchor=\"end\""
    }
  }
}

extension ByteWriter {
  /// A number of pixels with one decimal, as ``Drawing/decimal(_:_:)`` has it, without a text on the way:
  /// a picture has some thousands.
  mutating func put(pixels value: Double) {
    guard abs(value) < 1e15 else { return put("0") }
    let scaled = UInt64((abs(value) * 10).rounded())
    if value < 0, scaled > 0 { put("-") }
    put(decimal: scaled / 10)
    put(".")
    put(UInt8(ascii: "0") &+ UInt8(truncatingIfNeeded: scaled % 10))
  }

  /// An attribute of a number of pixels, whose name is given as it stands in front of it.
  private mutating func put(_ attribute: StaticString, _ value: Double) {
    put(attribute)
    put(pixels: value)
  }

  mutating func put(_ name: SVGClass) {
    put(name.colour)
    put(name.shade)
    put(name.shape)
  }

  /// Puts a text; one that is not shown says how many pixels it needs.
  mutating func put(
    svgText text: String, x: Double, y: Double, class name: StaticString, anchor: SVGAnchor = .start,
    needing length: Double? = nil
  ) {
    put("<text class=\"")
    put(name)
    put("\" x=\"", x)
    put("\" y=\"", y)
    put("\"")
    put(anchor.attribute)
    if let length {
      put(" data-l=\"", length)
      put("\"")
    }
    put(">")
    put(markup: text)
    put("</text>")
  }

  mutating func put(
    svgRect x: Double, _ y: Double, _ width: Double, _ height: Double, class name: SVGClass
  ) {
    put("<rect class=\"")
    put(name)
    put("\" x=\"", x)
    put("\" y=\"", y)
    put("\" width=\"", width)
    put("\" height=\"", height)
    put("\"/>")
  }

  mutating func put(
    svgLine x: Double, _ y: Double, _ endX: Double, _ endY: Double, class name: SVGClass
  ) {
    put("<line class=\"")
    put(name)
    put("\" x1=\"", x)
    put("\" y1=\"", y)
    put("\" x2=\"", endX)
    put("\" y2=\"", endY)
    put("\"/>")
  }

  /// A path that begins at a place and goes on by commands: a letter, and the numbers behind it.
  mutating func put(
    svgPath commands: [(letter: StaticString, x: Double, y: Double?)], class name: SVGClass
  ) {
    put("<path class=\"")
    put(name)
    put("\" d=\"")
    for command in commands {
      put(command.letter, command.x)
      if let y = command.y { put(" ", y) }
    }
    put("Z\"/>")
  }
}
