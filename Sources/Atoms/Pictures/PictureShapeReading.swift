package import ByteReading
package import MediaFacts
package import Structure

/// What a sample entry of pictures and its track say of fields, views of two eyes and projection.
///
/// What stands in samples is not read: messages there can say all of it, so that only codings without
/// such messages are answered with none.
package struct PictureShapeReading {
  private let entry: NodeIndex
  private let track: NodeIndex
  /// The type of the entry, or what it was before it was protected.
  private let type: FourCC
  private let document: Document
  private let reader: NodeReader
  private var tree: Tree { document.tree }

  /// Reads the sample entry at `entry` of the track at `track`, whose samples are of this type.
  package init(entry: NodeIndex, type: FourCC, track: NodeIndex, in document: Document) {
    (self.entry, self.track, self.type, self.document) = (entry, track, type, document)
    reader = NodeReader(document)
  }

  /// All of it.
  ///
  /// - Complexity: O(*n*) in the boxes of the entry, the bytes of its configuration, and 64 boxes of the
  ///   track.
  package var shape: PictureShape {
    var shape = PictureShape()
    shape.scanning = scanning
    shape.stereo = stereo
    shape.projection = projection
    return shape
  }

  private func child(_ type: FourCC) -> NodeIndex? { tree.child(type, of: entry) }

  /// The node at the end of a way of types from the entry on.
  private func descendant(_ types: FourCC...) -> NodeIndex? {
    var node: NodeIndex? = entry
    for type in types {
      guard let here = node else { return nil }
      node = tree.child(type, of: here)
    }
    return node
  }

  private func damaged<Value>(_ node: NodeIndex) -> Fact<Value> { Fact(unread: [Unread(.damaged, node: node)]) }

  /// What is not read where messages in the samples can say it.
  private var samples: [Unread] {
    type.hasNoMessages ? [] : [Unread(.samples, node: entry)]
  }

  // MARK: Fields

  /// Of `fiel` and, where there is none, of the decoder's configuration, which is a claim beside a `fiel`
  /// that says something else. That of HEVC repeats what the bitstream says of its source, and comes first.
  private var scanning: Fact<Scanning> {
    let configured = configuredScanning
    guard let node = child("fiel") else { return configured }
    let box = reader.view(FieldHandling.self, of: node)
    guard let count = box.number(.fields), count == 1 || count == 2 else { return damaged(node) }
    var value = Scanning(.progressive)
    if count == 2 {
      // Two documents of Apple's read 9 and 14 in opposite ways: which field comes first is not said.
      let order: Scanning.Order? =
        switch box.number(.detail) {
        case 1: .topFirst
        case 6: .bottomFirst
        default: nil
        }
      value = Scanning(.interlaced, order: order)
    }
    let own = FactSource(node, "fields", extent: box.content(.fields))
    var claims: [Fact<Scanning>.Claim] = []
    if let other = configured.value, let source = configured.source, other.kind != value.kind,
      value.kind == .progressive || other.kind == .progressive
    {
      if tree[source.node].type == "hvcC", other.kind != .mixed {
        return Fact(other, from: source, claims: [.init(value, from: own)])
      }
      claims.append(.init(other, from: source))
    }
    return Fact(value, from: own, claims: claims)
  }

  private var configuredScanning: Fact<Scanning> {
    switch type {
    case "avc1", "avc2", "avc3", "avc4", "dva1", "dvav":
      guard let node = child("avcC") else { break }
      let box = reader.view(AVCConfiguration.self, of: node)
      guard let flag = box.number(.frame_mbs_only_flag) else { break }
      return Fact(
        Scanning(flag == 1 ? .progressive : .mixed),
        from: FactSource(node, "frame_mbs_only_flag", extent: box.content(.frame_mbs_only_flag)))
    case "hvc1", "hev1", "hvc2", "hev2", "hvc3", "hev3", "dvh1", "dvhe":
      guard let node = child("hvcC") else { break }
      let box = reader.view(HEVCConfiguration.self, of: node)
      guard let flags = box.number(.general_constraint_indicator_flags) else { break }
      // The first two of 48 bits: the source is progressive, or interlaced (23008-2 §7.3.3).
      let kind: Scanning.Kind
      switch (flags &>> 46) & 3 {
      case 2: kind = .progressive
      case 1: kind = .interlaced
      case 3: kind = .mixed
      default: return Fact(unread: [Unread(.samples, node: entry)])
      }
      return Fact(
        Scanning(kind),
        from: FactSource(
          node, "general_constraint_indicator_flags",
          extent: box.content(.general_constraint_indicator_flags)))
    case "mp4v":
      guard let node = child("esds") else { break }
      let headers = reader.view(ElementaryStream.self, of: node)
      guard let flag = headers.number(.interlaced) else { break }
      return Fact(
        Scanning(flag == 0 ? .progressive : .mixed),
        from: FactSource(node, "interlaced", extent: headers.content(.interlaced)))
    // These have no fields.
    case "av01", "dav1", "vp08", "vp09": return Fact(Scanning(.progressive), from: FactSource(entry))
    default: break
    }
    return Fact(unread: [Unread(.samples, node: entry)])
  }

  // MARK: Views

  private var stereo: Fact<StereoVideo> {
    if let node = descendant("vexu", "eyes", "stri") {
      let box = reader.view(StereoView.self, of: node)
      guard let left = box.number(.has_left_eye_view), let right = box.number(.has_right_eye_view) else {
        return damaged(node)
      }
      let isReversed = box.number(.eye_views_reversed) == 1
      var views = StereoVideo.Views.mono
      switch (left == 1, right == 1) {
      case (true, true):
        views = packing ?? (CodedLayers(of: entry, in: tree, by: reader) == .several ? .layers : .unplaced)
      case (true, false): views = .leftOnly
      case (false, true): views = .rightOnly
      case (false, false): break
      }
      return Fact(
        StereoVideo(views, isReversed: isReversed),
        from: FactSource(node, "has_left_eye_view", extent: box.content(.has_left_eye_view)))
    }
    if let node = child("st3d") {
      let box = reader.view(StereoMode.self, of: node)
      let modes: [StereoVideo.Views] = [.mono, .topBottom, .leftRight, .custom, .rightLeft]
      guard let mode = box.number(.stereo_mode), mode < UInt64(modes.count) else { return damaged(node) }
      return Fact(
        StereoVideo(modes[Int(mode)]),
        from: FactSource(node, "stereo_mode", extent: box.content(.stereo_mode)))
    }
    if let (node, text) = metadata {
      let modes: [(String, StereoVideo.Views)] = [
        ("mono", .mono), ("top-bottom", .topBottom), ("left-right", .leftRight),
      ]
      guard let text else { return damaged(node) }
      guard let word = Self.value(of: "StereoMode", in: text) else { return Fact(unread: samples) }
      guard let found = modes.first(where: { $0.0 == word }) else { return damaged(node) }
      return Fact(StereoVideo(found.1), from: FactSource(node, "rdf_xml"))
    }
    return Fact(unread: samples)
  }

  /// How two views share a picture; `nil` when they do not.
  private var packing: StereoVideo.Views? {
    guard let node = descendant("vexu", "pack", "pkin") else { return nil }
    switch reader.view(ViewPacking.self, of: node).code(.view_packing_kind) {
    case "side"?: return .leftRight
    case "over"?: return .topBottom
    default: return .custom
    }
  }

  // MARK: Projection

  private var projection: Fact<VideoProjection> {
    if let node = descendant("vexu", "proj", "prji") {
      let kinds: [(FourCC, VideoProjection.Kind)] = [
        ("rect", .rectilinear), ("equi", .equirectangular), ("hequ", .halfEquirectangular), ("fish", .fisheye),
        ("prim", .parametric),
      ]
      let box = reader.view(ProjectionInformation.self, of: node)
      let code = box.code(.projection_kind)
      guard let code else { return damaged(node) }
      let kind = kinds.first { $0.0 == code }?.1
      return Fact(
        VideoProjection(kind ?? .other, fieldOfView: fieldOfView, code: kind == nil ? code : nil),
        from: FactSource(node, "projection_kind", extent: box.content(.projection_kind)))
    }
    if let outer = descendant("sv3d", "proj") {
      let kinds: [(FourCC, VideoProjection.Kind)] = [
        ("equi", .equirectangular), ("cbmp", .cubemap), ("mshp", .mesh), ("ytmp", .mesh),
      ]
      for (type, kind) in kinds {
        guard let node = tree.child(type, of: outer) else { continue }
        let covered = kind == .equirectangular ? covered(node) : nil
        return Fact(VideoProjection(kind, covered: covered), from: FactSource(node))
      }
      return damaged(outer)
    }
    if let restricted = omnidirectional { return restricted }
    if let (node, text) = metadata {
      guard let text, Self.value(of: "ProjectionType", in: text) == "equirectangular" else { return damaged(node) }
      return Fact(VideoProjection(.equirectangular), from: FactSource(node, "rdf_xml"))
    }
    return Fact(unread: samples)
  }

  /// The part of the sphere that the picture of an 'equi' is; `nil` where it is all of it.
  private func covered(_ node: NodeIndex) -> VideoProjection.Covered? {
    let box = reader.view(EquirectangularProjection.self, of: node)
    guard let top = box.real(.projection_bounds_top), let bottom = box.real(.projection_bounds_bottom),
      let left = box.real(.projection_bounds_left), let right = box.real(.projection_bounds_right),
      top + bottom + left + right > 0, top + bottom < 1, left + right < 1
    else { return nil }
    return VideoProjection.Covered(across: 360 * (1 - left - right), down: 180 * (1 - top - bottom))
  }

  /// What a restricted scheme of OMAF says (23090-2 §7.6.1), some of whose writers leave its boxes outside of 'schi';
  /// `nil` without one.
  private var omnidirectional: Fact<VideoProjection>? {
    if let outer = descendant("rinf", "schi", "povd") ?? descendant("rinf", "povd") {
      guard let node = tree.child("prfr", of: outer) else { return damaged(outer) }
      let box = reader.view(ProjectionFormat.self, of: node)
      let kinds: [VideoProjection.Kind] = [.equirectangular, .cubemap]
      guard let type = box.number(.projection_type), type < UInt64(kinds.count) else { return damaged(node) }
      return Fact(
        VideoProjection(kinds[Int(type)]),
        from: FactSource(node, "projection_type", extent: box.content(.projection_type)))
    }
    guard let node = descendant("rinf", "schi", "fovd") ?? descendant("rinf", "fovd") else { return nil }
    return Fact(VideoProjection(.fisheye), from: FactSource(node))
  }

  private var fieldOfView: Double? {
    guard let node = child("hfov"), let value = reader.view(FieldOfView.self, of: node).number(.field_of_view)
    else { return nil }
    return Double(value) / 1_000
  }

  // MARK: Spherical Video V1

  /// The box of the track that holds a text; `nil` for a text that is longer than any of these.
  private var metadata: (node: NodeIndex, text: String?)? {
    for node in tree.children(of: track) where tree[node].type == .uuid {
      guard document.extendedType(of: tree[node]) == Self.spherical else { continue }
      let isShort = tree[node].size < 65_536
      let text = isShort ? reader.view(SphericalMetadata.self, of: node).text(.rdf_xml) : nil
      // The rest counts only where pictures are said to be spherical.
      if let text, Self.value(of: "Spherical", in: text)?.lowercased() == "false" { return nil }
      return (node, text)
    }
    return nil
  }

  private static let spherical = Catalogue.ExtendedType(high: 0xFFCC_8263_F855_4A93, low: 0x8814_587A_0252_1FDD)

  /// What stands between `:NAME>` and the next tag.
  private static func value(of name: String, in text: String) -> String? {
    guard let start = text.firstRange(of: ":\(name)>") else { return nil }
    return String(text[start.upperBound...].prefix { $0 != "<" })
  }
}
