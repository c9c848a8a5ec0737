package import ByteReading
package import MediaFacts
package import Structure

/// What one sample entry of pictures says of colour and light: its own boxes first, then the
/// configuration of its decoder.
///
/// What stands in samples is not read. A question that samples can answer, and that nothing else does,
/// is therefore not answered with none.
package struct ColourReading {
  private let entry: NodeReader
  private let tree: Tree
  private let index: NodeIndex
  /// The type of the entry, or what it was before it was protected.
  private let type: FourCC
  /// The properties that stand for the boxes of the entry, of an image.
  private var properties: [NodeIndex]?

  /// Reads the sample entry at `entry`, whose samples are coded as `codec` says.
  package init(entry: NodeIndex, type: FourCC, in document: Document) {
    self.entry = NodeReader(document)
    self.entry.open(entry)
    tree = document.tree
    index = entry
    self.type = type
  }

  init(_ entry: NodeReader, type: FourCC) {
    self.entry = entry
    tree = entry.tree
    index = entry.index
    self.type = type
  }

  /// Reads properties of an image that is coded as `type` says.
  private init(_ properties: [NodeIndex], type: FourCC, in document: Document) {
    entry = NodeReader(document)
    tree = document.tree
    // Whoever asks for boxes of the entry is given properties.
    index = properties.first ?? NodeIndex(0)
    self.type = type
    self.properties = properties
  }

  // MARK: Colour

  /// The colours: of `colr` and, where there is none, of the decoder's configuration, which is a claim
  /// beside a `colr` that says something else.
  ///
  /// - Complexity: O(*n*) in the boxes of the entry and the bytes of the configuration.
  package var colour: Fact<Colour> {
    let configured = configuredColour
    guard let own = ownColour else { return colour(of: configured) }
    let (value, source) = (own.value, own.source)
    var claims = own.claims
    if let points = value.points, let other = configured.value, let place = configured.source,
      points.contradicts(other)
    {
      claims.append(.init(Colour(points: other), from: place))
    }
    return Fact(value, from: source, claims: claims)
  }

  /// The value of ``colour``, without reading a configuration for what it claims besides.
  var shownColour: Colour? { ownColour?.value ?? colour(of: configuredColour).value }

  /// Whether `colr` or the decoder's configuration says the colours: points that are all *unspecified* say none.
  ///
  /// - Complexity: as that of ``colour``.
  package var answer: FactAnswer {
    if let own = ownColour?.value, own.profileByteCount != nil || own.points?.areUnspecified == false { return .found }
    let configured = configuredColour
    guard let points = configured.value else { return colour(of: configured).answer }
    if !points.areUnspecified { return .found }
    // Frames of VP9 say it as well.
    return hasParameterSetsInSamples || ["vp08", "vp09", "vp10"].contains(type) ? .notRead : .none
  }

  /// Whether a `colr` says the colours that the decoder's configuration says as well.
  package func isRepeated(_ box: NodeIndex) -> Bool {
    guard let configured = configuredColour.value,
      let own = Self.points(
        NodeReader(entry.document).reading(box).view(ColourInformation.self),
        (.colour_primaries, .transfer_characteristics, .matrix_coefficients), range: .full_range_flag)
    else { return false }
    return own.primaries == configured.primaries && own.transfer == configured.transfer && own.matrix == configured.matrix
      && (own.isFullRange ?? false) == (configured.isFullRange ?? false)
  }

  private func colour(of configured: Fact<Colour.Points>) -> Fact<Colour> {
    guard let points = configured.value, let source = configured.source else {
      let isLeft = hasParameterSetsInSamples && configured.unread.isEmpty
      return Fact(unread: isLeft ? [samples] : configured.unread)
    }
    return Fact(Colour(points: points), from: source)
  }

  /// What the boxes of the entry say.
  private var ownColour: (value: Colour, source: FactSource, claims: [Fact<Colour>.Claim])? {
    Self.colour(in: tree.children(of: index).prefix(64), entry)
  }

  /// The colours that properties of an image say (23008-12 §6.5.5), or where there is no `colr` the configuration of its
  /// decoder (23000-22 §7.3.6.4); `nil` without any.
  ///
  /// - Parameters:
  ///   - nodes: The properties of the image.
  ///   - type: How it is coded; `nil` where a configuration is not asked.
  ///   - document: The file.
  package static func colour(
    ofProperties nodes: some Sequence<NodeIndex>, coded type: FourCC?, in document: Document
  ) -> Colour? {
    let properties = Array(nodes)
    if let own = colour(in: properties, NodeReader(document)) { return own.value }
    guard let type else { return nil }
    let reading = ColourReading(properties, type: type, in: document)
    return reading.colour(of: reading.configuredColour).value
  }

  /// The colours of an image in one box (23008-12 Annex O): its points, or those that it stands for where it has none,
  /// and its profile.
  ///
  /// - Returns: `nil` where the box ends before them.
  package static func colour(ofMinimized box: NodeIndex, in document: Document) -> Colour? {
    let image = NodeReader(document).view(MinimizedImageData.self, of: box)
    guard image.number(.version) == 0, let range = image.number(.full_range_flag), let isSaid = image.number(.explicit_cicp_flag),
      let hasProfile = image.number(.icc_flag), let subsampling = image.number(.chroma_subsampling)
    else { return nil }
    var points: Colour.Points?
    // Grey has no matrix.
    let matrix = subsampling == 0 ? 2 : isSaid == 1 ? image.number(.matrix_coefficients) : 6
    if isSaid == 1 {
      if let primaries = image.number(.colour_primaries), let transfer = image.number(.transfer_characteristics), let matrix {
        points = Colour.Points(primaries: primaries, transfer: transfer, matrix: matrix, isFullRange: range == 1)
      }
    } else if let matrix {
      // A profile says primaries and transfer where points do not; else they are those of sRGB.
      points = Colour.Points(
        primaries: hasProfile == 1 ? 2 : 1, transfer: hasProfile == 1 ? 2 : 13, matrix: matrix, isFullRange: range == 1)
    }
    let profile = ProfileDescription(box, image)
    guard points != nil || profile != nil else { return nil }
    return Colour(
      points: points, profileByteCount: profile.map { UInt64($0.extent.byteCount) }, profileName: profile?.name)
  }

  /// What the `colr` among boxes say together.
  private static func colour(
    in nodes: some Sequence<NodeIndex>, _ reader: NodeReader
  ) -> (value: Colour, source: FactSource, claims: [Fact<Colour>.Claim])? {
    var value: Colour?
    var source: FactSource?
    var claims: [Fact<Colour>.Claim] = []
    for node in nodes where reader.tree[node].type == "colr" {
      let box = reader.reading(node).view(ColourInformation.self)
      if let points = Self.points(
        box, (.colour_primaries, .transfer_characteristics, .matrix_coefficients),
        range: .full_range_flag)
      {
        if let first = value?.points {
          // Players take the first or the last: points that say something else are a claim beside it.
          if first.contradicts(points), claims.count < 4 {
            claims.append(.init(Colour(points: points), from: Self.source(node, box, .colour_primaries)))
          }
          continue
        }
        // Points come before a profile: they are what players go by.
        source = Self.source(node, box, .colour_primaries)
        value = Colour(
          points: points, profileByteCount: value?.profileByteCount,
          isRestrictedProfile: value?.isRestrictedProfile ?? false, profileName: value?.profileName)
      } else if value?.profileByteCount == nil, let profile = ProfileDescription(node, box) {
        if value == nil { source = FactSource(node, nil, extent: profile.extent) }
        value = Colour(
          points: value?.points, profileByteCount: UInt64(profile.extent.byteCount),
          isRestrictedProfile: box.code(.colour_type) == "rICC", profileName: profile.name)
      }
    }
    guard let value, let source else { return nil }
    return (value, source, claims)
  }

  /// The points in these fields, primaries first; `nil` unless all three are there.
  private static func points<Fields: FieldView>(
    _ box: View<Fields>, _ fields: (Fields.Field, Fields.Field, Fields.Field),
    range: Fields.Field
  ) -> Colour.Points? {
    guard let primaries = box.number(fields.0), let transfer = box.number(fields.1),
      let matrix = box.number(fields.2)
    else { return nil }
    return Colour.Points(
      primaries: primaries, transfer: transfer, matrix: matrix,
      isFullRange: box.number(range).map { $0 == 1 })
  }

  /// The field of a box as the source of a fact.
  private static func source<Fields: FieldView>(
    _ node: NodeIndex, _ box: View<Fields>, _ field: Fields.Field
  ) -> FactSource {
    FactSource(node, field.rawValue, extent: box.content(field))
  }

  /// What the configuration of the decoder says.
  private var configuredColour: Fact<Colour.Points> {
    switch type {
    case "avc1", "avc2", "avc3", "avc4", "dva1", "dvav":
      return parameterSet(
        "avcC", AVCConfiguration.self,
        (.vui_parameters_present_flag, .video_signal_type_present_flag),
        (.colour_primaries, .transfer_characteristics, .matrix_coefficients),
        range: .video_full_range_flag)
    case "hvc1", "hev1", "hvc2", "hev2", "hvc3", "hev3", "dvh1", "dvhe":
      return parameterSet(
        "hvcC", HEVCConfiguration.self,
        (.vui_parameters_present_flag, .video_signal_type_present_flag),
        (.colour_primaries, .transfer_characteristics, .matrix_coeffs),
        range: .video_full_range_flag)
    case "av01", "dav1":
      return description(
        "av1C", AV1Configuration.self,
        (.color_primaries, .transfer_characteristics, .matrix_coefficients), range: .color_range,
        presence: .color_description_present_flag)
    case "vp08", "vp09", "vp10":
      return description(
        "vpcC", VPConfiguration.self,
        (.colourPrimaries, .transferCharacteristics, .matrixCoefficients),
        range: .videoFullRangeFlag, presence: nil)
    case "apv1":
      return description(
        "apvC", APVConfiguration.self,
        (.color_primaries, .transfer_characteristics, .matrix_coefficients),
        range: .full_range_flag, presence: .color_description_present_flag)
    case "mp4v":
      let headers = child("esds")?.view(ElementaryStream.self)
      if headers?.number(.video_signal_type) == 0 { return .none }
      // Headers may stand in the samples alone.
      guard headers?.number(.colour_description) != nil else { return Fact(unread: [samples]) }
      return description(
        "esds", ElementaryStream.self, (.colour_primaries, .transfer_characteristics, .matrix_coefficients),
        range: .video_range, presence: .colour_description)
    case let type where type.isPixels: return .none
    default: return Fact(unread: [samples])
    }
  }

  /// What the video usability information of the first parameter set says: `presence` are the flags that
  /// say whether there is any, and whether it has the type of the signal.
  private func parameterSet<Fields: FieldView>(
    _ type: FourCC, _ view: Fields.Type, _ presence: (Fields.Field, Fields.Field),
    _ fields: (Fields.Field, Fields.Field, Fields.Field), range: Fields.Field
  ) -> Fact<Colour.Points> {
    guard let box = child(type) else { return Fact(unread: [samples]) }
    let configuration = box.view(view)
    let node = box.index
    switch configuration.number(presence.0) {
    case 0: return .none
    case nil:
      // Sets stand in the samples alone, or have parts whose fields have no names.
      return Fact(unread: [Unread(.configuration, node: node)])
    default: break
    }
    guard let isPresent = configuration.number(presence.1) else {
      return Fact(unread: [Unread(.configuration, node: node)])
    }
    guard isPresent == 1 else { return .none }
    if let points = Self.points(configuration, fields, range: range) {
      return Fact(points, from: Self.source(node, configuration, fields.0))
    }
    return Self.unspecified(node, configuration, range: range)
  }

  /// The colours of a configuration that says their range at most.
  private static func unspecified<Fields: FieldView>(
    _ node: NodeIndex, _ configuration: View<Fields>, range: Fields.Field
  ) -> Fact<Colour.Points> {
    guard configuration.number(range) == 1 else { return .none }
    return Fact(
      Colour.Points(primaries: 2, transfer: 2, matrix: 2, isFullRange: true),
      from: source(node, configuration, range))
  }

  /// What a configuration says in fields of its own; `presence` is the flag that says whether it does.
  private func description<Fields: FieldView>(
    _ type: FourCC, _ view: Fields.Type, _ fields: (Fields.Field, Fields.Field, Fields.Field),
    range: Fields.Field, presence: Fields.Field?
  ) -> Fact<Colour.Points> {
    guard let box = child(type) else { return Fact(unread: [samples]) }
    let configuration = box.view(view)
    if let points = Self.points(configuration, fields, range: range) {
      return Fact(points, from: Self.source(box.index, configuration, fields.0))
    }
    if let presence, configuration.number(presence) == 0 {
      return Self.unspecified(box.index, configuration, range: range)
    }
    return Fact(unread: [Unread(.configuration, node: box.index)])
  }

  // MARK: Light

  /// The display that pictures were made on: `mdcv`, or `SmDm` of VP9.
  package var masteringDisplay: Fact<MasteringDisplay> {
    if let node = child("mdcv") {
      let box = node.view(MasteringDisplayBox.self)
      var rows: [MasteringDisplay.Point] = []
      _ = box.withTable(.display_primaries) { table in
        for row in 0..<min(table.count, 3) where table.columns.count == 2 {
          rows.append(
            Self.point(table.raw(row: row, column: 0), table.raw(row: row, column: 1)))
        }
      }
      if rows.count == 3, let x = box.number(.white_point_x), let y = box.number(.white_point_y),
        let maximum = box.real(.max_display_mastering_luminance),
        let minimum = box.real(.min_display_mastering_luminance)
      {
        // Green, blue, red is the order of the box.
        let value = MasteringDisplay(
          primaries: [rows[2], rows[0], rows[1]], whitePoint: Self.point(x, y),
          maximumLuminance: maximum / 10_000, minimumLuminance: minimum / 10_000)
        return Fact(
          value,
          from: FactSource(node.index, MasteringDisplayBox.Field.display_primaries.rawValue))
      }
      return Fact(unread: [Unread(.damaged, node: node.index)])
    }
    if let node = child("SmDm") {
      let box = node.view(MasteringDisplayBox.self)
      let fields: [MasteringDisplayBox.Field] = [
        .primaryRChromaticity_x, .primaryRChromaticity_y, .primaryGChromaticity_x,
        .primaryGChromaticity_y, .primaryBChromaticity_x, .primaryBChromaticity_y,
        .whitePointChromaticity_x, .whitePointChromaticity_y, .luminanceMax, .luminanceMin,
      ]
      let values = fields.compactMap { box.real($0) }
      guard values.count == fields.count else {
        return Fact(unread: [Unread(.damaged, node: node.index)])
      }
      let points = stride(from: 0, to: 8, by: 2).map {
        MasteringDisplay.Point(x: values[$0], y: values[$0 + 1])
      }
      return Fact(
        MasteringDisplay(
          primaries: Array(points.prefix(3)), whitePoint: points[3], maximumLuminance: values[8],
          minimumLuminance: values[9]),
        from: Self.source(node.index, box, fields[0]))
    }
    return Fact(unread: metadataInSamples)
  }

  private static func point(_ x: UInt64, _ y: UInt64) -> MasteringDisplay.Point {
    MasteringDisplay.Point(x: Double(x) / 50_000, y: Double(y) / 50_000)
  }

  /// How bright pictures are: `clli`, or `CoLL` of VP9.
  package var contentLight: Fact<ContentLight> {
    let boxes: [(FourCC, ContentLightBox.Field, ContentLightBox.Field)] = [
      ("clli", .max_content_light_level, .max_pic_average_light_level),
      ("CoLL", .maxCLL, .maxFALL),
    ]
    for (type, first, second) in boxes {
      guard let node = child(type) else { continue }
      let box = node.view(ContentLightBox.self)
      guard let maximum = box.number(first), let average = box.number(second) else {
        return Fact(unread: [Unread(.damaged, node: node.index)])
      }
      return Fact(
        ContentLight(maximum: maximum, average: average),
        from: Self.source(node.index, box, first))
    }
    return Fact(unread: metadataInSamples)
  }

  /// The Dolby Vision configuration: `dvcC` of profiles up to 7, `dvvC` up to 10, `dvwC` of later ones.
  package var dolbyVision: Fact<DolbyVision> {
    var found: [Fact<DolbyVision>.Claim] = []
    for node in tree.children(of: index).prefix(64)
    where ["dvcC", "dvvC", "dvwC"].contains(tree[node].type) {
      let box = entry.reading(node).view(DolbyVisionConfiguration.self)
      guard let profile = box.number(.dv_profile), let level = box.number(.dv_level),
        let compatibility = box.number(.dv_bl_signal_compatibility_id)
      else { return Fact(unread: [Unread(.damaged, node: node)]) }
      let value = DolbyVision(
        majorVersion: box.number(.dv_version_major) ?? 0,
        minorVersion: box.number(.dv_version_minor) ?? 0, profile: profile, level: level,
        hasMetadata: box.number(.rpu_present_flag) == 1,
        hasEnhancementLayer: box.number(.el_present_flag) == 1,
        hasBaseLayer: box.number(.bl_present_flag) == 1, compatibility: compatibility)
      found.append(
        .init(value, from: Self.source(node, box, .dv_profile)))
    }
    guard let first = found.first else { return Fact(unread: metadataInSamples) }
    return Fact(
      first.value, from: first.source,
      claims: found.dropFirst().filter { $0.value != first.value })
  }

  /// Whether a Dolby Vision configuration stands in the entry.
  var hasDolbyVisionBox: Bool {
    tree.children(of: index).prefix(64).contains {
      ["dvcC", "dvvC", "dvwC"].contains(tree[$0].type)
    }
  }

  /// Metadata that changes from picture to picture, as far as boxes announce it: the configuration of
  /// HDR Vivid, and what `brands` say, which stand in the box at `type`.
  package func dynamicMetadata(brands: [FourCC], at type: NodeIndex?) -> Fact<DynamicMetadata> {
    if let box = child("cuvv") { return Fact(.hdrVivid, from: FactSource(box.index)) }
    let known: [(FourCC, DynamicMetadata)] = [("cdm4", .hdr10Plus), ("cdm1", .st2094_10)]
    for (brand, value) in known {
      if let type, brands.contains(brand) {
        return Fact(value, from: FactSource(type, "compatible_brands"))
      }
    }
    return Fact(unread: metadataInSamples)
  }

  // MARK: What is not read

  private func child(_ type: FourCC) -> NodeReader? {
    if let properties { return properties.first { tree[$0].type == type }.map { entry.reading($0) } }
    return tree.child(type, of: index).map { entry.reading($0) }
  }

  private var samples: Unread { Unread(.samples, node: index) }

  /// Codings whose samples can hold what is asked for are not read to the end.
  private var metadataInSamples: [Unread] { type.isPixels ? [] : [samples] }

  /// Whether parameter sets may stand in the samples, and differ from those that were read.
  private var hasParameterSetsInSamples: Bool {
    ["avc3", "avc4", "hev1", "hev2", "hev3", "dvav", "dvhe"].contains(type)
  }
}
