import ByteReading
import Structure

/// What schemes and systems of protection are called.
enum ProtectionNames {
  /// Protection and restriction schemes.
  static let schemes: Names = .codes([
    "cenc": "AES-CTR", "cbc1": "AES-CBC", "cens": "AES-CTR subsample pattern",
    "cbcs": "AES-CBC subsample pattern", "cbc2": "AES-CBC pattern, draft",
    "sve1": "AES-CTR content sensitive", "cva1": "AES-CBC sample variant",
    "cva2": "AES-CTR sample variant", "cvar": "AES-CTR sample variant", "piff": "PIFF",
    "itun": "FairPlay", "iAEC": "ISMACryp AES-CTR", "iAES": "ISMACryp 2.0",
    "odkm": "OMA DRM 2.0", "adkm": "Adobe Access", "ACBC": "Marlin AES-CBC",
    "ACGK": "Marlin group key", "cpcm": "DVB CPCM", "aSEI": "SEI-restricted video",
    "stvi": "stereo video", "csch": "compatible schemes", "spkt": "packed samples",
    "essg": "essential sample groups", "vvvc": "V3C video component",
    "podv": "projected omnidirectional video", "erpv": "equirectangular video",
    "ercm": "equirectangular or cubemap video, packed by region",
    "erc2": "equirectangular or cubemap video, derived packing",
    "ecov": "equirectangular or cubemap video with overlays",
    "modv": "mesh omnidirectional video", "meov": "closed mesh omnidirectional video",
    "fodv": "fisheye omnidirectional video",
  ])

  /// The first eight bytes of Widevine's identifier.
  static let widevine: UInt64 = 0xEDEF_8BA9_79D6_4ACE

  /// Protection systems by the first eight bytes of their identifiers, which already differ.
  static let systems: Names = [
    0x9A04_F079_9840_4286: "PlayReady", widevine: "Widevine",
    0x94CE_86FB_07FF_4F43: "FairPlay Streaming", 0x1077_EFEC_C0B2_4D02: "W3C common",
    0xE271_9D58_A985_B3C9: "DASH-IF ClearKey", 0x5E62_9AF5_38DA_4063: "Marlin",
    0x69F9_08AF_4816_46EA: "Marlin", 0xF239_E769_EFA3_4850: "Adobe Primetime",
    0x9A27_DD82_FDE2_4725: "Verimatrix VCAS", 0x80A6_BE7E_1448_4C37: "Irdeto",
    0xADB4_1C24_2DBF_4A6D: "Nagra", 0xA681_29D3_575B_4F1A: "Cisco VideoGuard",
    0x1F83_E1E8_6EE9_4F0D: "SecureMedia", 0x992C_46E6_C437_4899: "SecureMedia SteelKnot",
    0x279F_E473_512C_48FE: "Titanium", 0x644F_E7B5_260F_4FAD: "CMLA (OMA DRM)",
    0x6A99_532D_869F_5922: "MobiTV", 0x35BF_197B_530E_42D7: "DivX",
    0xB441_3586_C58C_FFB0: "Viaccess-Orca", 0xDCF4_E3E3_62F1_5818: "DigiCAP",
    0x45D4_81CB_8FE0_49C0: "CoreCrypt", 0x616C_7469_6361_7374: "Alticast",
    0xAA11_967F_CC01_4A4A: "UDRM", 0x6770_6163_6365_6E63: "GPAC",
    0x3D5E_6D35_9B9A_41E8: "ChinaDRM", 0x8137_6844_F976_481E: "AES-128",
  ]
}
