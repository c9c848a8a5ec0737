import ByteReading
import Structure

/// What codes of profiles stand for (ICC.1:2022 §§7.2, 9, 10; those of Apple by `ColorSync/CMICCProfile.h`).
enum ICCNames {
  static let tags = Names.codes([
    "A2B0": "device to PCS, perceptual", "A2B1": "device to PCS, colorimetric", "A2B2": "device to PCS, saturation",
    "A2B3": "device to PCS, absolute", "B2A0": "PCS to device, perceptual", "B2A1": "PCS to device, colorimetric",
    "B2A2": "PCS to device, saturation", "B2A3": "PCS to device, absolute", "B2D0": "PCS to device, perceptual",
    "B2D1": "PCS to device, colorimetric", "B2D2": "PCS to device, saturation", "B2D3": "PCS to device, absolute",
    "D2B0": "device to PCS, perceptual", "D2B1": "device to PCS, colorimetric", "D2B2": "device to PCS, saturation",
    "D2B3": "device to PCS, absolute", "aabg": "blue curve, own", "aagg": "green curve, own", "aarg": "red curve, own",
    "bTRC": "blue curve", "bXYZ": "blue", "bkpt": "media black point", "calt": "time of calibration",
    "chad": "chromatic adaptation", "chrm": "chromaticity", "cicp": "code points", "ciis": "colorimetric intent",
    "clot": "colorants of the output", "clro": "order of colorants", "clrt": "colorants", "cprt": "copyright",
    "crdi": "CRD information", "desc": "description", "devs": "device settings", "dmdd": "model of the device",
    "dmnd": "manufacturer of the device", "dscm": "description in languages", "gTRC": "green curve", "gXYZ": "green",
    "gamt": "gamut", "kTRC": "grey curve", "lumi": "luminance", "meas": "measurement", "meta": "metadata",
    "mmod": "make and model", "ndin": "native display", "ncl2": "named colours", "pre0": "preview, perceptual",
    "pre1": "preview, colorimetric", "pre2": "preview, saturation", "pseq": "sequence of profiles",
    "psid": "identifiers of the sequence", "rTRC": "red curve", "rXYZ": "red", "resp": "response of the output",
    "rig0": "gamut of perceptual intent", "rig2": "gamut of saturation intent", "targ": "characterisation target",
    "tech": "technology", "vcgt": "video card gamma", "vcgp": "video card gamma parameters",
    "view": "viewing conditions", "vued": "description of viewing conditions", "wtpt": "media white point",
  ])

  static let types = Names.codes([
    "XYZ ": "XYZ", "chrm": "chromaticity", "cicp": "code points", "clro": "order of colorants", "clrt": "colorants",
    "curv": "curve", "data": "data", "desc": "description", "dict": "dictionary", "dtim": "moment",
    "mAB ": "lookup table, to PCS", "mBA ": "lookup table, from PCS", "meas": "measurement",
    "mft1": "lookup table of 8 bits", "mft2": "lookup table of 16 bits", "mluc": "text in languages",
    "mmod": "make and model", "mpet": "elements of a transform", "ncl2": "named colours", "para": "parametric curve",
    "pseq": "sequence of profiles", "sf32": "numbers", "sig ": "signature", "text": "text", "uf32": "numbers",
    "ui08": "numbers", "ui16": "numbers", "ui32": "numbers", "ui64": "numbers", "view": "viewing conditions",
  ])

  static let classes = Names.codes([
    "scnr": "input device", "mntr": "display", "prtr": "output device", "link": "device link", "spac": "colour space",
    "abst": "abstract", "nmcl": "named colours",
  ])

  static let spaces = Names.codes([
    "RGB ": "RGB", "GRAY": "grey", "CMYK": "CMYK", "CMY ": "CMY", "XYZ ": "CIEXYZ", "Lab ": "CIELAB",
    "Luv ": "CIELUV", "YCbr": "Y′CbCr", "Yxy ": "CIEYxy", "HSV ": "HSV", "HLS ": "HLS",
  ])

  static let platforms = Names.codes([
    "APPL": "Apple", "MSFT": "Microsoft", "SGI ": "Silicon Graphics", "SUNW": "Sun", "TGNT": "Taligent",
  ])

  static let intents: Names = [0: "perceptual", 1: "media-relative colorimetric", 2: "saturation", 3: "ICC-absolute colorimetric"]

  static let technologies = Names.codes([
    "fscn": "film scanner", "dcam": "digital camera", "rscn": "reflective scanner", "ijet": "ink jet printer",
    "twax": "thermal wax printer", "epho": "electrophotographic printer", "esta": "electrostatic printer",
    "dsub": "dye sublimation printer", "rpho": "photographic paper printer", "fprn": "film writer",
    "vidm": "video monitor", "vidc": "video camera", "pjtv": "projection television", "CRT ": "cathode ray tube",
    "PMD ": "passive matrix display", "AMD ": "active matrix display", "LCD ": "liquid crystal display",
    "OLED": "organic LED display", "KPCD": "Photo CD", "imgs": "photographic image setter", "grav": "gravure",
    "offs": "offset lithography", "silk": "silkscreen", "flex": "flexography", "mpfs": "motion picture film scanner",
    "mpfr": "motion picture film recorder", "dmpc": "digital motion picture camera", "dcpj": "digital cinema projector",
  ])

  static let observers: Names = [0: "unknown", 1: "CIE 1931", 2: "CIE 1964"]
  static let geometries: Names = [0: "unknown", 1: "0°:45° or 45°:0°", 2: "0°:d or d:0°"]
  static let illuminants: Names = [
    0: "unknown", 1: "D50", 2: "D65", 3: "D93", 4: "F2", 5: "D55", 6: "A", 7: "equi-power", 8: "F8",
  ]
  static let colorants: Names = [
    0: "unknown", 1: "ITU-R BT.709", 2: "SMPTE RP 145", 3: "EBU Tech 3213-E", 4: "P22",
  ]
  static let curves: Names = [
    0: "Yᵢ = Xᵍ", 1: "CIE 122", 2: "IEC 61966-3", 3: "IEC 61966-2.1", 4: "of seven parameters",
  ]
}
