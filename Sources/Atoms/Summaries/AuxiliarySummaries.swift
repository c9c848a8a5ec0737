import ByteReading
import Structure

extension Summaries {
  // MARK: What goes with samples

  /// `120 samples: 5 independent, 60 disposable`.
  static func sampleDependencies(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(SampleDependencies.self)
    fields.withTable(.entries) { table in
      output.put(table.count, "sample", "samples")
      guard table.count > 0, table.count <= rows,
        let depends = table.column(.sample_depends_on, in: SampleDependencies.self),
        let needed = table.column(.sample_is_depended_on, in: SampleDependencies.self)
      else { return }
      var independent = 0
      var disposable = 0
      for row in 0..<table.count {
        if table.raw(row: row, column: depends) == 2 { independent += 1 }
        if table.raw(row: row, column: needed) == 2 { disposable += 1 }
      }
      guard independent + disposable > 0 else { return }
      output.put(": ")
      let start = output.total
      if independent > 0 {
        output.put(grouped: independent)
        output.put(" independent")
      }
      if disposable > 0 {
        output.separate(since: start)
        output.put(grouped: disposable)
        output.put(" disposable")
      }
    }
  }

  /// `'cenc' for 12 samples, 16–40 bytes`.
  static func auxiliarySizes(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(AuxiliarySizes.self)
    guard let count = fields.number(.sample_count) else { return }
    if let type = fields.code(.aux_info_type) {
      output.put(quoted: type)
      output.put(" for ")
    }
    output.put(count, "sample", "samples")
    if let size = fields.number(.default_sample_info_size), size > 0 {
      output.put(", ")
      output.put(size, "byte", "bytes")
      output.put(" each")
      return
    }
    let sizes = fields.numbers(.entries)
    guard let least = sizes.min(), let most = sizes.max() else { return }
    output.put(", ")
    output.put(grouped: least)
    if most > least {
      output.put("–")
      output.put(grouped: most)
    }
    output.put(most == 1 ? " byte" : " bytes")
  }

  /// `'cenc' at 0x3f4`; in a fragment the offset counts from what its track says.
  static func auxiliaryOffsets(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(AuxiliaryOffsets.self)
    if let type = fields.code(.aux_info_type) {
      output.put(quoted: type)
      output.put(" ")
    }
    let offsets = fields.numbers(.entries)
    guard offsets.count == 1 else {
      if let count = fields.number(.entry_count) { output.put(count, "offset", "offsets") }
      return
    }
    output.put("at ")
    output.put(offset: offsets[0])
    if node.parentType == "traf" { output.put(" of the fragment") }
  }

  /// `12 samples, 8-byte IVs, with subsamples`.
  static func sampleEncryption(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let count = node.number("sample_count") else { return }
    output.put(count, "sample", "samples")
    let size = node.number("IV_size") ?? node.context(.perSampleIVSize)
    if let size {
      if size > 0 {
        output.put(", ")
        output.put(decimal: size)
        output.put("-byte IVs")
      } else {
        output.put(", constant IV")
      }
    }
    if (node.number("flags") ?? 0) & 2 != 0 { output.put(", with subsamples") }
  }

  /// The key that a track of timed metadata gives a number of its own.
  static func localKey(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let key = node.child("keyd") else { return }
    key.put("key_value", to: &output)
    guard let type = node.child("dtyp") else { return }
    output.put(", ")
    type.put("datatype", to: &output)
  }

  // MARK: Light

  /// `P3-D65, 0.0001–1,000 cd/m²`: the colours of the display that a film was graded on.
  static func masteringDisplay(_ node: NodeReader, _ output: inout ByteWriter) {
    var points: [Double] = []
    let least: Double
    let most: Double
    if let maximum = node.number("max_display_mastering_luminance"),
      let minimum = node.number("min_display_mastering_luminance")
    {
      node.withTable("display_primaries") { table in
        guard table.count == 3, table.columns.count == 2 else { return }
        // Green, blue, red.
        for row in [2, 0, 1] {
          for column in 0...1 {
            points.append(Double(table.raw(row: row, column: column)) / 50_000)
          }
        }
      }
      points.append(Double(node.number("white_point_x") ?? 0) / 50_000)
      points.append(Double(node.number("white_point_y") ?? 0) / 50_000)
      (least, most) = (Double(minimum) / 10_000, Double(maximum) / 10_000)
    } else if let maximum = node.number("luminanceMax"),
      let minimum = node.number("luminanceMin")
    {
      let names: [StaticString] = [
        "primaryRChromaticity_x", "primaryRChromaticity_y", "primaryGChromaticity_x",
        "primaryGChromaticity_y", "primaryBChromaticity_x", "primaryBChromaticity_y",
        "whitePointChromaticity_x", "whitePointChromaticity_y",
      ]
      points = names.map { fixedPoint(node.number($0) ?? 0, 16, false) }
      (least, most) = (fixedPoint(minimum, 14, false), fixedPoint(maximum, 8, false))
    } else {
      return
    }
    if points.count == 8 {
      let name = displays.first { _, known in
        zip(points, known).allSatisfy { abs($0 - $1) < 0.002 }
      }
      if let name {
        output.put(name.0)
      } else {
        for (index, letter) in ["R ", " G ", " B ", " white "].enumerated() {
          output.put(letter)
          output.put(short: points[index * 2])
          output.put("/")
          output.put(short: points[index * 2 + 1])
        }
      }
      output.put(", ")
    }
    // Black is a small fraction of the unit.
    least > 0 && least < 0.001 ? output.put(real: least) : output.put(short: least)
    output.put("–")
    output.put(short: most)
    output.put(" cd/m²")
  }

  /// Red, green, blue and white of the displays that are used, x before y.
  private static let displays: [(String, [Double])] = [
    ("P3-D65", [0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.3127, 0.3290]),
    ("DCI-P3", [0.680, 0.320, 0.265, 0.690, 0.150, 0.060, 0.314, 0.351]),
    ("BT.2020", [0.708, 0.292, 0.170, 0.797, 0.131, 0.046, 0.3127, 0.3290]),
    ("BT.709", [0.640, 0.330, 0.300, 0.600, 0.150, 0.060, 0.3127, 0.3290]),
  ]

  // MARK: Configurations that say little more than their codec string

  static func codecConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    let start = output.total
    for (name, word) in [
      ("profile_idc", "profile "), ("LCEVCProfileIndication", "profile "),
      ("profile_id", "profile "), ("mpegh3daProfileLevelIndication", "profile and level "),
      ("level_idc", "level "), ("LCEVCLevelIndication", "level "), ("level_id", "level "),
    ] as [(StaticString, StaticString)] where node.number(name) != nil {
      output.separate(since: start)
      output.put(word)
      node.put(name, to: &output)
    }
    if let layout = node.number("referenceChannelLayout"), layout > 0 {
      output.separate(since: start)
      node.put("referenceChannelLayout", to: &output)
    }
    if let profile = node.number("primary_profile") {
      output.separate(since: start)
      node.put("primary_profile", to: &output)
      if node.number("additional_profile") != profile {
        output.put(" and ")
        node.put("additional_profile", to: &output)
      }
      output.put(" profile")
    }
    guard let entry = node.sampleEntry, let text = CodecString(entry: entry, in: node.document)
    else { return }
    if output.total > start { output.put(" · ") }
    output.put(text.text)
  }

  /// `48 kHz, 3 presentations, 192 kbit/s · ac-4.02.01.03`.
  static func ac4Configuration(_ node: NodeReader, _ output: inout ByteWriter) {
    guard node.number("fs_index") != nil else { return }
    node.put("fs_index", to: &output)
    if let count = node.number("n_presentations") {
      output.put(", ")
      output.put(count, "presentation", "presentations")
    }
    // All ones stand for an unknown rate.
    if let rate = node.number("bit_rate"), rate > 0, rate != 0xFFFF_FFFF {
      output.put(", ")
      output.put(bitRate: Double(rate))
    }
    guard let entry = node.sampleEntry, let text = CodecString(entry: entry, in: node.document)
    else { return }
    output.put(" · ")
    output.put(text.text)
  }

  /// `48,000 Hz, 24-bit, 768 kbit/s on average, 1,509 kbit/s at most`.
  static func dtsConfiguration(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let rate = node.number("DTSSamplingFrequency") else { return }
    output.put(grouped: rate)
    output.put(" Hz")
    if let depth = node.number("pcmSampleDepth"), depth > 0 {
      output.put(", ")
      output.put(decimal: depth)
      output.put("-bit")
    }
    if let average = node.number("avgBitrate"), average > 0 {
      output.put(", ")
      output.put(bitRate: Double(average))
      output.put(" on average")
    }
    if let most = node.number("maxBitrate"), most > 0 {
      output.put(", ")
      output.put(bitRate: Double(most))
      output.put(" at most")
    }
  }

  // MARK: Colours that do not agree

  /// Writes what the configuration beside a `colr` says of colours when that is something else: the
  /// parameter set of AVC and HEVC, the sequence header of AV1, the configuration of VP9.
  static func colourDisagreement(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let entry = node.sampleEntry else { return }
    let around = node.reading(entry)
    let fields: [(FourCC, [StaticString])] = [
      ("avcC", ["colour_primaries", "transfer_characteristics", "matrix_coefficients"]),
      ("hvcC", ["colour_primaries", "transfer_characteristics", "matrix_coeffs"]),
      ("av1C", ["color_primaries", "transfer_characteristics", "matrix_coefficients"]),
      ("vpcC", ["colourPrimaries", "transferCharacteristics", "matrixCoefficients"]),
    ]
    let own = ["colour_primaries", "transfer_characteristics", "matrix_coefficients"]
      .compactMap { (name: StaticString) in node.number(name) }
    guard own.count == 3 else { return }
    for (type, names) in fields {
      guard let configuration = around.child(type) else { continue }
      let theirs = names.compactMap { configuration.number($0) }
      // 2 is unspecified: it contradicts nothing.
      guard theirs.count == 3, zip(own, theirs).contains(where: { $0 != $1 && $0 != 2 && $1 != 2 })
      else { return }
      output.put(", but ")
      output.put(key: type)
      output.put(" says ")
      for (index, name) in names.enumerated() {
        if index > 0 { output.put(" / ") }
        configuration.put(name, to: &output)
      }
      return
    }
  }
}
