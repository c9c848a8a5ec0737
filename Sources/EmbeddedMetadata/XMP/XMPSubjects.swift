extension XMPReader {
  /// What a property is about, by the names of its schemas (ISO 16684-1 §8, Exif in XMP, Photoshop, IPTC Photo Metadata,
  /// Lightroom, DICOM in XMP, Media Pro, Expression Media, Photo Mechanic, ACDSee).
  static func subject(of name: String) -> EmbeddedFinding.Subject {
    for (start, subject) in subjects where name.hasPrefix(start) { return subject }
    // Of what stands in other properties the innermost name says it: `xmpMM:History[1]/stEvt:when`.
    guard let slash = name.utf8.lastIndex(of: UInt8(ascii: "/")) else { return .other }
    let last = name[name.utf8.index(after: slash)...]
    for member in members where name.hasPrefix(member.structure) && last.hasPrefix(member.name) { return member.subject }
    return subjects.first { last.hasPrefix($0.0) }?.1 ?? .other
  }

  private static let subjects: [(String, EmbeddedFinding.Subject)] = [
    ("exif:GPSDate", .moment), ("exif:GPSTime", .moment), ("exif:GPS", .place),
    ("photoshop:City", .place), ("photoshop:State", .place), ("photoshop:Country", .place),
    ("Iptc4xmpCore:Location", .place), ("Iptc4xmpExt:Location", .place),
    // How the creator is reached, of whom the address is no place of the picture.
    ("Iptc4xmpCore:CreatorContactInfo", .person), ("Iptc4xmpCore:Ci", .person),
    ("dc:creator", .person), ("dc:contributor", .person), ("dc:rights", .person),
    ("photoshop:AuthorsPosition", .person), ("photoshop:Credit", .person), ("photoshop:CaptionWriter", .person),
    ("DICOM:Patient", .person), ("DICOM:StudyPhysician", .person), ("mediapro:People", .person),
    ("dc:subject", .comment), ("lr:", .comment), ("digiKam:TagsList", .comment),
    ("Iptc4xmpExt:PersonInImage", .person), ("mwg-rs:Regions", .person),
    ("aux:OwnerName", .person), ("aux:SerialNumber", .serialNumber),
    ("aux:LensSerialNumber", .serialNumber), ("exifEX:BodySerialNumber", .serialNumber),
    ("tiff:Make", .device), ("tiff:Model", .device), ("aux:Lens", .device),
    ("xmp:CreatorTool", .software), ("x:xmptk", .software), ("xmp:CreateDate", .moment), ("xmp:ModifyDate", .moment),
    ("photoshop:DateCreated", .moment), ("exif:DateTime", .moment),
    ("xmp:MetadataDate", .moment), ("stEvt:when", .moment), ("xmpMM:Manager", .person),
    ("plus:ImageCreator", .person), ("plus:ImageSupplier", .person), ("plus:Licensor", .person),
    ("plus:CopyrightOwner", .person), ("plus:Licensee", .person), ("plus:EndUser", .person),
    ("cc:attribution", .person), ("xmpDM:director", .person), ("xmpDM:client", .person),
    ("xmpDM:artist", .person), ("xmpDM:composer", .person), ("xmpDM:engineer", .person), ("xmpDM:speaker", .person),
    ("exifEX:CameraOwnerName", .person), ("stVer:modifier", .person), ("expressionmedia:People", .person),
    ("Iptc4xmpExt:AOCreator", .person), ("Iptc4xmpExt:OrganisationInImageName", .person),
    ("photomechanic:ApprovedBy", .person), ("photomechanic:ClientName", .person),
    ("xmp:Nickname", .comment), ("acdsee:caption", .comment), ("acdsee:notes", .comment), ("acdsee:keywords", .comment),
  ]

  /// Names in structures of other values, which are somebody's in some of these (IPTC Photo and Video Metadata).
  private static let members: [(structure: String, name: String, subject: EmbeddedFinding.Subject)] = [
    ("Iptc4xmpExt:Contributor", "Iptc4xmpExt:Name", .person), ("Iptc4xmpExt:Creator", "Iptc4xmpExt:Name", .person),
    ("Iptc4xmpExt:metadataLastEditor", "Iptc4xmpExt:Name", .person),
    ("Iptc4xmpExt:ImageRegion", "Iptc4xmpExt:Name", .person),
  ]
}

/// What the prefixes of a packet stand for (Namespaces in XML 1.0 §3).
struct XMPNamespaces {
  /// Those that are known in one place.
  static let limit = 256

  private var known: [(prefix: String, usual: String)] = []

  var count: Int { known.count }

  /// Makes a prefix known from here on; `false` when there are too many.
  mutating func add(_ prefix: String, _ space: String) -> Bool {
    guard known.count < Self.limit else { return false }
    known.append((prefix, Self.usual[space] ?? prefix))
    return true
  }

  /// Forgets all but the first `count`.
  mutating func leave(_ count: Int) { known.removeSubrange(min(count, known.count)...) }

  /// The name with the usual prefix of its namespace; as it is when its prefix is not declared.
  ///
  /// - Complexity: O(*n*) in the prefixes that are known, at most ``limit``.
  func name(_ written: String) -> String {
    guard let colon = written.utf8.firstIndex(of: UInt8(ascii: ":")) else { return written }
    let prefix = written[..<colon]
    guard let found = known.last(where: { $0.prefix == prefix }), found.usual != found.prefix
    else { return written }
    return found.usual + written[colon...]
  }

  /// Names of namespaces and the prefixes that everybody has for them (ISO 16684-1 §8, ISO 16684-2, IPTC
  /// Photo Metadata, MWG Guidelines).
  private static let usual = [
    "adobe:ns:meta/": "x",
    "http://www.w3.org/1999/02/22-rdf-syntax-ns#": "rdf",
    "http://purl.org/dc/elements/1.1/": "dc",
    "http://ns.adobe.com/xap/1.0/": "xmp",
    "http://ns.adobe.com/xap/1.0/mm/": "xmpMM",
    "http://ns.adobe.com/xap/1.0/rights/": "xmpRights",
    "http://ns.adobe.com/xap/1.0/sType/ResourceEvent#": "stEvt",
    "http://ns.adobe.com/xap/1.0/sType/ResourceRef#": "stRef",
    "http://ns.adobe.com/xap/1.0/sType/Version#": "stVer",
    "http://ns.adobe.com/xmp/1.0/DynamicMedia/": "xmpDM",
    "http://ns.adobe.com/exif/1.0/": "exif",
    "http://ns.adobe.com/exif/1.0/aux/": "aux",
    "http://cipa.jp/exif/1.0/": "exifEX",
    "http://ns.adobe.com/tiff/1.0/": "tiff",
    "http://ns.adobe.com/photoshop/1.0/": "photoshop",
    "http://iptc.org/std/Iptc4xmpCore/1.0/xmlns/": "Iptc4xmpCore",
    "http://iptc.org/std/Iptc4xmpExt/2008-02-29/": "Iptc4xmpExt",
    "http://www.metadataworkinggroup.com/schemas/regions/": "mwg-rs",
    "http://ns.adobe.com/lightroom/1.0/": "lr",
    "http://ns.adobe.com/DICOM/": "DICOM",
    "http://ns.iview-multimedia.com/mediapro/1.0/": "mediapro",
    "http://ns.microsoft.com/expressionmedia/1.0/": "expressionmedia",
    "http://ns.camerabits.com/photomechanic/1.0/": "photomechanic",
    "http://ns.acdsee.com/iptc/1.0/": "acdsee",
    "http://ns.useplus.org/ldf/xmp/1.0/": "plus",
    "http://creativecommons.org/ns#": "cc",
  ]
}
