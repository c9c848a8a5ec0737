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
    let fields = node.view(SampleEncryption.self)
    guard let count = fields.number(.sample_count) else { return }
    output.put(count, "sample", "samples")
    let size = fields.number(.IV_size) ?? node.context(.perSampleIVSize)
    if let size {
      if size > 0 {
        output.put(", ")
        output.put(decimal: size)
        output.put("-byte IVs")
      } else {
        output.put(", constant IV")
      }
    }
    if (fields.number(.flags) ?? 0) & 2 != 0 { output.put(", with subsamples") }
  }

  /// The key that a track of timed metadata gives a number of its own.
  static func localKey(_ node: NodeReader, _ output: inout ByteWriter) {
    guard let key = node.child("keyd") else { return }
    key.view(KeyDeclaration.self).put(.key_value, to: &output)
    guard let type = node.child("dtyp") else { return }
    output.put(", ")
    type.view(KeyDataType.self).put(.datatype, to: &output)
  }

  // MARK: Light

  /// `P3-D65, 0.0001–1,000 cd/m²`: the colours of the display that a film was graded on.
  static func masteringDisplay(_ node: NodeReader, _ output: inout ByteWriter) {
    let fields = node.view(MasteringDisplayBox.self)
    var points: [Double] = []
    let least: Double
    let most: Double
    if let maximum = fields.number(.max_display_mastering_luminance),
      let minimum = fields.number(.min_display_mastering_luminance)
    {
      fields.withTable(.display_primaries) { table in
        guard table.count == 3, table.columns.count == 2 else { return }
        // Green, blue, red.
        for row in [2, 0, 1] {
          for column in 0...1 {
            points.append(Double(table.raw(row: row, column: column)) / 50_000)
          }
        }
      }
      points.append(Double(fields.number(.white_point_x) ?? 0) / 50_000)
      points.append(Double(fields.number(.white_point_y) ?? 0) / 50_000)
      (least, most) = (Double(minimum) / 10_000, Double(maximum) / 10_000)
    } else if let maximum = fields.number(.luminanceMax),
      let minimum = fields.number(.luminanceMin)
    {
      let places: [MasteringDisplayBox.Field] = [
        .primaryRChromaticity_x, .primaryRChromaticity_y, .primaryGChromaticity_x,
        .primaryGChromaticity_y, .primaryBChromaticity_x, .primaryBChromaticity_y,
        .whitePointChromaticity_x, .whitePointChromaticity_y,
      ]
      points = places.map { fixedPoint(fields.number($0) ?? 0, 16, false) }
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
    func put<Fields: FieldView>(
      _ type: Fields.Type, _ fields: KeyValuePairs<Fields.Field, StaticString>
    ) {
      let view = node.view(type)
      for (field, word) in fields where view.number(field) != nil {
        output.separate(since: start)
        output.put(word)
        view.put(field, to: &output)
      }
    }
    put(EVCConfiguration.self, [.profile_idc: "profile ", .level_idc: "level "])
    put(APVConfiguration.self, [.profile_idc: "profile ", .level_idc: "level "])
    put(
      LCEVCConfiguration.self,
      [.LCEVCProfileIndication: "profile ", .LCEVCLevelIndication: "level "])
    put(AVS3Configuration.self, [.profile_id: "profile ", .level_id: "level "])
    let sound = node.view(MPEGHConfiguration.self)
    put(MPEGHConfiguration.self, [.mpegh3daProfileLevelIndication: "profile and level "])
    if let layout = sound.number(.referenceChannelLayout), layout > 0 {
      output.separate(since: start)
      sound.put(.referenceChannelLayout, to: &output)
    }
    let immersive = node.view(ElementaryStream.self)
    if let profile = immersive.number(.primary_profile) {
      output.separate(since: start)
      immersive.put(.primary_profile, to: &output)
      if immersive.number(.additional_profile) != profile {
        output.put(" and ")
        immersive.put(.additional_profile, to: &output)
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
    let fields = node.view(AC4Configuration.self)
    guard fields.number(.fs_index) != nil else { return }
    fields.put(.fs_index, to: &output)
    if let count = fields.number(.n_presentations) {
      output.put(", ")
      output.put(count, "presentation", "presentations")
    }
    // All ones stand for an unknown rate.
    if let rate = fields.number(.bit_rate), rate > 0, rate != 0xFFFF_FFFF {
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
    let fields = node.view(DTSConfiguration.self)
    guard let rate = fields.number(.DTSSamplingFrequency) else { return }
    output.put(grouped: rate)
    output.put(" Hz")
    if let depth = fields.number(.pcmSampleDepth), depth > 0 {
      output.put(", ")
      output.put(decimal: depth)
      output.put("-bit")
    }
    if let average = fields.number(.avgBitrate), average > 0 {
      output.put(", ")
      output.put(bitRate: Double(average))
      output.put(" on average")
    }
    if let most = fields.number(.maxBitrate), most > 0 {
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
    let fields = node.view(ColourInformation.self)
    let own = [.colour_primaries, .transfer_characteristics, .matrix_coefficients]
      .compactMap { fields.number($0) }
    guard own.count == 3 else { return }
    let around = node.reading(entry)
    /// Whether the configuration of this type says anything of colours; what differs is written.
    func compare<Fields: FieldView>(
      _ type: FourCC, _ view: Fields.Type, _ names: [Fields.Field]
    ) -> Bool {
      guard let configuration = around.child(type)?.view(view) else { return false }
      let theirs = names.compactMap { configuration.number($0) }
      // 2 is unspecified: it contradicts nothing.
      guard theirs.count == 3, zip(own, theirs).contains(where: { $0 != $1 && $0 != 2 && $1 != 2 })
      else { return true }
      output.put(", but ")
      output.put(key: type)
      output.put(" says ")
      for (index, name) in names.enumerated() {
        if index > 0 { output.put(" / ") }
        configuration.put(name, to: &output)
      }
      return true
    }
    _ =
      compare(
        "avcC", AVCConfiguration.self,
        [.colour_primaries, .transfer_characteristics, .matrix_coefficients])
      || compare(
        "hvcC", HEVCConfiguration.self,
        [.colour_primaries, .transfer_characteristics, .matrix_coeffs])
      || compare(
        "av1C", AV1Configuration.self,
        [.color_primaries, .transfer_characteristics, .matrix_coefficients])
      || compare(
        "vpcC", VPConfiguration.self,
        [.colourPrimaries, .transferCharacteristics, .matrixCoefficients])
  }
}
