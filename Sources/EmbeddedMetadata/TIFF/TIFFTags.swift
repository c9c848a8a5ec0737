import Structure

/// What tags are called (TIFF 6.0, TIFF/EP, DNG, GeoTIFF 1.1 §7; Exif 3.0 §4.6).
enum TIFFTags {
  /// Of the directory of an image, and of that of a thumbnail.
  static let image: Names = [
    0xB: "ProcessingSoftware", 0xFE: "NewSubfileType", 0xFF: "SubfileType", 0x100: "ImageWidth", 0x101: "ImageLength",
    0x102: "BitsPerSample", 0x103: "Compression", 0x106: "PhotometricInterpretation",
    0x107: "Thresholding", 0x10A: "FillOrder", 0x10D: "DocumentName", 0x10E: "ImageDescription",
    0x10F: "Make", 0x110: "Model", 0x111: "StripOffsets", 0x112: "Orientation",
    0x115: "SamplesPerPixel", 0x116: "RowsPerStrip", 0x117: "StripByteCounts",
    0x11A: "XResolution", 0x11B: "YResolution", 0x11C: "PlanarConfiguration", 0x11D: "PageName",
    0x128: "ResolutionUnit", 0x129: "PageNumber", 0x12D: "TransferFunction", 0x131: "Software",
    0x132: "DateTime", 0x13B: "Artist", 0x13C: "HostComputer", 0x13D: "Predictor",
    0x13E: "WhitePoint", 0x13F: "PrimaryChromaticities", 0x140: "ColorMap", 0x142: "TileWidth",
    0x143: "TileLength", 0x144: "TileOffsets", 0x145: "TileByteCounts", 0x14A: "SubIFDs",
    0x152: "ExtraSamples", 0x153: "SampleFormat", 0x15B: "JPEGTables",
    0x201: "JPEGInterchangeFormat", 0x202: "JPEGInterchangeFormatLength",
    0x211: "YCbCrCoefficients", 0x212: "YCbCrSubSampling", 0x213: "YCbCrPositioning",
    0x214: "ReferenceBlackWhite", 0x2BC: "XMP", 0x4746: "Rating", 0x4749: "RatingPercent",
    0x828D: "CFARepeatPatternDim", 0x828E: "CFAPattern", 0x8298: "Copyright",
    0x830E: "ModelPixelScale", 0x8480: "IntergraphMatrix", 0x8482: "ModelTiepoint", 0x85D8: "ModelTransformation",
    0x87AF: "GeoKeyDirectory", 0x87B0: "GeoDoubleParams", 0x87B1: "GeoAsciiParams", 0xA480: "GDAL_METADATA",
    0xA481: "GDAL_NODATA",
    0x83BB: "IPTC", 0x8649: "ImageResources", 0x8769: "ExifIFDPointer", 0x8773: "InterColorProfile",
    0x8825: "GPSInfoIFDPointer", 0x882A: "TimeZoneOffset", 0x9216: "TIFFEPStandardID",
    0x9C9B: "XPTitle", 0x9C9C: "XPComment", 0x9C9D: "XPAuthor", 0x9C9E: "XPKeywords",
    0x9C9F: "XPSubject", 0xC4A5: "PrintImageMatching", 0xC612: "DNGVersion",
    0xC613: "DNGBackwardVersion", 0xC614: "UniqueCameraModel", 0xC615: "LocalizedCameraModel",
    0xC62F: "CameraSerialNumber", 0xC630: "LensInfo", 0xC65D: "RawDataUniqueID", 0xC68B: "OriginalRawFileName",
    0xC716: "PreviewApplicationName", 0xC717: "PreviewApplicationVersion", 0xC718: "PreviewSettingsName",
    0xC789: "ReelName", 0xC7A1: "CameraLabel", 0xEA1C: "Padding",
  ]

  /// Of the directory of Exif.
  static let exif: Names = [
    0x829A: "ExposureTime", 0x829D: "FNumber", 0x8822: "ExposureProgram",
    0x8824: "SpectralSensitivity", 0x8827: "PhotographicSensitivity", 0x8828: "OECF",
    0x8830: "SensitivityType", 0x8831: "StandardOutputSensitivity",
    0x8832: "RecommendedExposureIndex", 0x8833: "ISOSpeed", 0x8834: "ISOSpeedLatitudeyyy",
    0x8835: "ISOSpeedLatitudezzz", 0x9000: "ExifVersion", 0x9003: "DateTimeOriginal",
    0x9004: "DateTimeDigitized", 0x9010: "OffsetTime", 0x9011: "OffsetTimeOriginal",
    0x9012: "OffsetTimeDigitized", 0x9101: "ComponentsConfiguration",
    0x9102: "CompressedBitsPerPixel", 0x9201: "ShutterSpeedValue", 0x9202: "ApertureValue",
    0x9203: "BrightnessValue", 0x9204: "ExposureBiasValue", 0x9205: "MaxApertureValue",
    0x9206: "SubjectDistance", 0x9207: "MeteringMode", 0x9208: "LightSource", 0x9209: "Flash",
    0x920A: "FocalLength", 0x9213: "ImageHistory", 0x9214: "SubjectArea", 0x927C: "MakerNote", 0x9286: "UserComment",
    0x9290: "SubSecTime", 0x9291: "SubSecTimeOriginal", 0x9292: "SubSecTimeDigitized",
    0x9400: "Temperature", 0x9401: "Humidity", 0x9402: "Pressure", 0x9403: "WaterDepth",
    0x9404: "Acceleration", 0x9405: "CameraElevationAngle", 0xA000: "FlashpixVersion",
    0xA001: "ColorSpace", 0xA002: "PixelXDimension", 0xA003: "PixelYDimension",
    0xA004: "RelatedSoundFile", 0xA005: "InteroperabilityIFDPointer", 0xA20B: "FlashEnergy",
    0xA20C: "SpatialFrequencyResponse", 0xA20E: "FocalPlaneXResolution",
    0xA20F: "FocalPlaneYResolution", 0xA210: "FocalPlaneResolutionUnit",
    0xA214: "SubjectLocation", 0xA215: "ExposureIndex", 0xA217: "SensingMethod",
    0xA300: "FileSource", 0xA301: "SceneType", 0xA302: "CFAPattern", 0xA401: "CustomRendered",
    0xA402: "ExposureMode", 0xA403: "WhiteBalance", 0xA404: "DigitalZoomRatio",
    0xA405: "FocalLengthIn35mmFilm", 0xA406: "SceneCaptureType", 0xA407: "GainControl",
    0xA408: "Contrast", 0xA409: "Saturation", 0xA40A: "Sharpness",
    0xA40B: "DeviceSettingDescription", 0xA40C: "SubjectDistanceRange",
    0xA420: "ImageUniqueID", 0xA430: "CameraOwnerName", 0xA431: "BodySerialNumber",
    0xA432: "LensSpecification", 0xA433: "LensMake", 0xA434: "LensModel",
    0xA435: "LensSerialNumber", 0xA436: "ImageTitle", 0xA437: "Photographer",
    0xA438: "ImageEditor", 0xA439: "CameraFirmware", 0xA43A: "RAWDevelopingSoftware",
    0xA43B: "ImageEditingSoftware", 0xA43C: "MetadataEditingSoftware",
    0xA460: "CompositeImage", 0xA461: "SourceImageNumberOfCompositeImage",
    0xA462: "SourceExposureTimesOfCompositeImage", 0xA500: "Gamma",
  ]

  static let gps: Names = [
    0: "GPSVersionID", 1: "GPSLatitudeRef", 2: "GPSLatitude", 3: "GPSLongitudeRef",
    4: "GPSLongitude", 5: "GPSAltitudeRef", 6: "GPSAltitude", 7: "GPSTimeStamp",
    8: "GPSSatellites", 9: "GPSStatus", 10: "GPSMeasureMode", 11: "GPSDOP", 12: "GPSSpeedRef",
    13: "GPSSpeed", 14: "GPSTrackRef", 15: "GPSTrack", 16: "GPSImgDirectionRef",
    17: "GPSImgDirection", 18: "GPSMapDatum", 19: "GPSDestLatitudeRef", 20: "GPSDestLatitude",
    21: "GPSDestLongitudeRef", 22: "GPSDestLongitude", 23: "GPSDestBearingRef",
    24: "GPSDestBearing", 25: "GPSDestDistanceRef", 26: "GPSDestDistance",
    27: "GPSProcessingMethod", 28: "GPSAreaInformation", 29: "GPSDateStamp",
    30: "GPSDifferential", 31: "GPSHPositioningError",
  ]

  static let interoperability: Names = [
    1: "InteroperabilityIndex", 2: "InteroperabilityVersion", 0x1000: "RelatedImageFileFormat",
    0x1001: "RelatedImageWidth", 0x1002: "RelatedImageLength",
  ]

  /// How characters are written in values that are bytes by their type.
  enum TextForm {
    case utf8, utf16LE
    /// As their first eight bytes say.
    case named
  }

  /// How the characters of a tag are written whose values are bytes; `nil` when they are none (Exif 3.0 §4.6.6, DNG 1.7;
  /// Windows writes UTF-16).
  static func textForm(of tag: UInt16, in directory: TIFFDirectory) -> TextForm? {
    switch directory {
    case .gps: return tag == 27 || tag == 28 ? .named : nil
    case .canon, .interoperability: return nil
    case .image, .thumbnail, .exif, .sub:
      switch tag {
      case 0x9286: return .named
      case 0x9C9B...0x9C9F: return .utf16LE
      case 0xC615, 0xC68B, 0xC716, 0xC717, 0xC718: return .utf8
      default: return nil
      }
    }
  }

  static func names(of directory: TIFFDirectory) -> Names {
    switch directory {
    case .image, .thumbnail, .sub: image.and(exif)
    case .exif: exif.and(image)
    case .gps: gps
    case .interoperability: interoperability
    case .canon: [:]
    }
  }
}

/// What the values of tags mean that have a fixed choice (TIFF 6.0, Exif 3.0 §4.6).
enum TIFFValues {
  /// The names of the values of a tag; none when it has no choice of them.
  static func names(of tag: UInt16, in directory: TIFFDirectory) -> Names {
    directory == .gps ? position(tag) : directory == .canon ? [:] : picture(tag)
  }

  private static func position(_ tag: UInt16) -> Names {
    switch tag {
    case 5: [0: "above sea level", 1: "below sea level"]
    case 30: [0: "without differential correction", 1: "differential correction"]
    default: [:]
    }
  }

  private static func picture(_ tag: UInt16) -> Names {
    switch tag {
    case 0x103:
      [
        1: "uncompressed", 2: "CCITT 1D", 3: "Group 3 fax", 4: "Group 4 fax", 5: "LZW",
        6: "JPEG (old)", 7: "JPEG", 8: "Deflate", 32_773: "PackBits",
      ]
    case 0x106:
      [
        0: "white is zero", 1: "black is zero", 2: "RGB", 3: "palette", 4: "mask",
        5: "separated", 6: "YCbCr", 8: "CIE L*a*b*", 32_803: "colour filter array",
      ]
    case 0x112:
      [
        1: "upright", 2: "mirrored", 3: "turned by 180°", 4: "mirrored, turned by 180°",
        5: "mirrored, turned by 90° to the left", 6: "to be turned by 90° to the right",
        7: "mirrored, turned by 90° to the right", 8: "to be turned by 90° to the left",
      ]
    case 0x11C: [1: "interleaved", 2: "planes"]
    case 0x128, 0xA210: [1: "none", 2: "inch", 3: "centimetre"]
    case 0x213: [1: "centred", 2: "co-sited"]
    case 0x8822:
      [
        0: "not defined", 1: "manual", 2: "normal program", 3: "aperture priority",
        4: "shutter priority", 5: "creative program", 6: "action program", 7: "portrait",
        8: "landscape",
      ]
    case 0x8830:
      [
        0: "unknown", 1: "standard output sensitivity", 2: "recommended exposure index",
        3: "ISO speed",
      ]
    case 0x9207:
      [
        0: "unknown", 1: "average", 2: "centre-weighted average", 3: "spot", 4: "multi-spot",
        5: "pattern", 6: "partial", 255: "other",
      ]
    case 0x9208:
      [
        0: "unknown", 1: "daylight", 2: "fluorescent", 3: "tungsten", 4: "flash",
        9: "fine weather", 10: "cloudy", 11: "shade", 255: "other",
      ]
    case 0x9209:
      [
        0: "did not fire", 1: "fired", 5: "fired, no return", 7: "fired, return",
        8: "on, did not fire", 9: "on, fired", 16: "off", 24: "automatic, did not fire",
        25: "automatic, fired", 32: "no flash",
      ]
    case 0xA001: [1: "sRGB", 0xFFFF: "uncalibrated"]
    case 0xA217:
      [
        1: "not defined", 2: "one-chip colour area", 3: "two-chip colour area",
        4: "three-chip colour area", 5: "colour sequential area", 7: "trilinear",
        8: "colour sequential linear",
      ]
    case 0xA300: [1: "transparent scanner", 2: "reflex scanner", 3: "digital camera"]
    case 0xA301: [1: "photographed directly"]
    case 0xA401: [0: "normal process", 1: "custom process"]
    case 0xA402: [0: "automatic", 1: "manual", 2: "automatic bracket"]
    case 0xA403: [0: "automatic", 1: "manual"]
    case 0xA406: [0: "standard", 1: "landscape", 2: "portrait", 3: "night scene"]
    case 0xA407:
      [0: "none", 1: "low gain up", 2: "high gain up", 3: "low gain down", 4: "high gain down"]
    case 0xA408, 0xA40A: [0: "normal", 1: "soft", 2: "hard"]
    case 0xA409: [0: "normal", 1: "low", 2: "high"]
    case 0xA40C: [0: "unknown", 1: "macro", 2: "close", 3: "distant"]
    case 0xA460:
      [
        0: "unknown", 1: "not a composite image", 2: "composite image",
        3: "composite image captured while shooting",
      ]
    default: [:]
    }
  }

  /// The unit of a tag's number; empty for none.
  static func unit(of tag: UInt16, in directory: TIFFDirectory) -> StaticString {
    if directory == .gps {
      switch tag {
      case 6, 31: return "m"
      case 15, 17, 24: return "°"
      default: return ""
      }
    }
    guard directory != .canon else { return "" }
    switch tag {
    case 0x829A: return "s"
    case 0x920A, 0xA405: return "mm"
    case 0x9204: return "EV"
    case 0x9206, 0x9403: return "m"
    case 0x9400: return "°C"
    default: return ""
    }
  }
}
