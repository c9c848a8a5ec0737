import ByteReading
import Structure

/// Which part of the world a picture shows, and in which coordinates (GeoTIFF 1.1 §7.1, Annex B).
enum GeoKeys: SyntaxFamily {
  static let tables: [Syntax] = []

  /// The directory of keys: numbers of 16 bits in the order of the file.
  static func rows(isLittle: Bool) -> Row {
    when(.remaining(0)) {
      number("KeyDirectoryVersion", isLittle: isLittle)
      number("KeyRevision", isLittle: isLittle)
      number("MinorRevision", isLittle: isLittle)
      number("NumberOfKeys", isLittle: isLittle)
      list(.field("NumberOfKeys"), "keys") {
        number("KeyID", .names(names), isLittle: isLittle).identity.column
        number("TIFFTagLocation", .names(locations), isLittle: isLittle).column
        number("Count", isLittle: isLittle).column
        named([1024], models, isLittle)
        named([1025], rasters, isLittle)
        named([2048], systems, isLittle)
        named([2052, 3076, 4099], lengths, isLittle)
        named([2054, 2060], angles, isLittle)
        named([3075], methods, isLittle)
        number(
          "Value_Offset", if: .not(isHere([1024, 1025, 2048, 2052, 2054, 2060, 3075, 3076, 4099])), isLittle: isLittle
        ).column
      }
      bytes(.remaining, "unused")
    }
  }

  private static func number(
    _ name: StaticString, _ meaning: Meaning = .plain, if condition: Condition? = nil, isLittle: Bool
  ) -> Row {
    let row = uint(16, name, meaning, if: condition)
    return isLittle ? row.little : row
  }

  private static let locations: Names = [
    0: "here", 0x87AF: "GeoKeyDirectory", 0x87B0: "GeoDoubleParams", 0x87B1: "GeoAsciiParams",
  ]

  private static func isHere(_ keys: [UInt64]) -> Condition {
    .all([.oneOf("KeyID", keys), .equal("TIFFTagLocation", 0)])
  }

  /// The value of keys that have one of a few; others are codes of EPSG's registry, or offsets.
  private static func named(_ keys: [UInt64], _ names: Names, _ isLittle: Bool) -> Row {
    number("Value_Offset", .names(names), if: isHere(keys), isLittle: isLittle).column
  }

  private static let models: Names = [1: "projected", 2: "geographic", 3: "geocentric", 32_767: "of its own"]
  private static let rasters: Names = [1: "a pixel is an area", 2: "a pixel is a point"]
  private static let systems: Names = [
    4326: "WGS 84", 4269: "NAD83", 4267: "NAD27", 4258: "ETRS89", 32_767: "of its own",
  ]
  private static let lengths: Names = [
    9001: "metre", 9002: "foot", 9003: "US survey foot", 9036: "kilometre", 32_767: "of its own",
  ]
  private static let angles: Names = [9101: "radian", 9102: "degree", 9105: "gon", 32_767: "of its own"]
  private static let methods: Names = [
    1: "transverse Mercator", 3: "oblique Mercator", 7: "Mercator", 8: "Lambert conformal conic, 2 parallels",
    9: "Lambert conformal conic, 1 parallel", 10: "Lambert azimuthal equal area", 11: "Albers equal area",
    12: "azimuthal equidistant", 14: "stereographic", 15: "polar stereographic", 17: "equirectangular",
    24: "sinusoidal", 32_767: "of its own",
  ]

  private static let names: Names = [
    1024: "GTModelTypeGeoKey", 1025: "GTRasterTypeGeoKey", 1026: "GTCitationGeoKey", 2048: "GeodeticCRSGeoKey",
    2049: "GeodeticCitationGeoKey", 2050: "GeodeticDatumGeoKey", 2051: "PrimeMeridianGeoKey",
    2052: "GeogLinearUnitsGeoKey", 2053: "GeogLinearUnitSizeGeoKey", 2054: "GeogAngularUnitsGeoKey",
    2055: "GeogAngularUnitSizeGeoKey", 2056: "EllipsoidGeoKey", 2057: "EllipsoidSemiMajorAxisGeoKey",
    2058: "EllipsoidSemiMinorAxisGeoKey", 2059: "EllipsoidInvFlatteningGeoKey", 2060: "GeogAzimuthUnitsGeoKey",
    2061: "PrimeMeridianLongitudeGeoKey", 2062: "GeogTOWGS84GeoKey", 3072: "ProjectedCRSGeoKey",
    3073: "ProjectedCitationGeoKey", 3074: "ProjectionGeoKey", 3075: "ProjMethodGeoKey",
    3076: "ProjLinearUnitsGeoKey", 3077: "ProjLinearUnitSizeGeoKey", 3078: "ProjStdParallel1GeoKey",
    3079: "ProjStdParallel2GeoKey", 3080: "ProjNatOriginLongGeoKey", 3081: "ProjNatOriginLatGeoKey",
    3082: "ProjFalseEastingGeoKey", 3083: "ProjFalseNorthingGeoKey", 3084: "ProjFalseOriginLongGeoKey",
    3085: "ProjFalseOriginLatGeoKey", 3086: "ProjFalseOriginEastingGeoKey", 3087: "ProjFalseOriginNorthingGeoKey",
    3088: "ProjCenterLongGeoKey", 3089: "ProjCenterLatGeoKey", 3090: "ProjCenterEastingGeoKey",
    3091: "ProjCenterNorthingGeoKey", 3092: "ProjScaleAtNatOriginGeoKey", 3093: "ProjScaleAtCenterGeoKey",
    3094: "ProjAzimuthAngleGeoKey", 3095: "ProjStraightVertPoleLongGeoKey", 4096: "VerticalGeoKey",
    4097: "VerticalCitationGeoKey", 4098: "VerticalDatumGeoKey", 4099: "VerticalUnitsGeoKey",
  ]
}
