import ByteReading
import Structure

/// Which samples belong together, and what is true of them (14496-12 §8.9).
enum SampleGroups: SyntaxFamily {
  static let tables: [Syntax] = [
    Syntax(
      "sbgp", "Sample to group", "14496-12 §8.9.2", in: "stbl traf", versions: 0...1,
      identities: "type=grouping_type", summary: .function(Summaries.sampleToGroup)
    ) {
      code("grouping_type", .names(types)).identity
      uint(32, "grouping_type_parameter", if: .version(1)).identity
      uint(32, "entry_count")
      table(.field("entry_count"), "entries") {
        uint(32, "sample_count")
        uint(32, "group_description_index")
      }
    },
    Syntax(
      "sgpd", "Sample group descriptions", "14496-12 §8.9.3", in: "stbl traf", versions: 0...2,
      identities: "type=grouping_type", summary: .function(Summaries.groupDescriptions)
    ) {
      flags([0x1: "static_group_description", 0x2: "static_mapping"])
      code("grouping_type", .names(types)).identity
      uint(32, "default_length", .bytes, if: .versionAtLeast(1))
      uint(32, "default_group_description_index", if: .versionAtLeast(2))
      uint(32, "entry_count")
      list(.field("entry_count"), "entries") {
        // Version 0 has no lengths: there the grouping type must.
        group("description", if: .version(0)) { entry(by: "grouping_type") }
        uint(
          32, "description_length", .bytes,
          if: .all([.versionAtLeast(1), .equal("default_length", 0)]))
        within(
          .either("description_length", "default_length"), "description", if: .versionAtLeast(1)
        ) { entry(by: "grouping_type") }
      }
    },
    // Its flags say how wide its numbers are, so they are fields here.
    Syntax(
      "csgp", "Compact sample to group", "14496-12 §8.9.5", in: "stbl traf",
      identities: "type=grouping_type", summary: .function(Summaries.groupPatterns)
    ) {
      uint(8, "version")
      reserved(16)
      flag("index_msb_is_fragment_local")
      flag("grouping_type_parameter_present")
      uint(2, "pattern_size_code", .names(sizeCodes))
      uint(2, "count_size_code", .names(sizeCodes))
      uint(2, "index_size_code", .names(sizeCodes))
      code("grouping_type", .names(types)).identity
      uint(
        32, "grouping_type_parameter", if: .equal("grouping_type_parameter_present", 1)
      ).identity
      uint(32, "pattern_count")
      table(.field("pattern_count"), "patterns") {
        uint(.power("pattern_size_code", of: 4), "pattern_length")
        uint(.power("count_size_code", of: 4), "sample_count")
      }
      table(.remaining, "indices") {
        uint(.power("index_size_code", of: 4), "sample_group_description_index")
      }
    },
    Syntax(
      "csgm", "Compact sample to group", "QuickTime", in: "stbl", versions: 0...0,
      summary: .function(Summaries.groupPatterns)
    ) {
      code("grouping_type", .names(types)).identity
      uint(32, "grouping_type_parameter")
      uint(32, "index_size")
      uint(32, "pattern_count")
      table(.field("pattern_count"), "patterns") {
        uint(32, "pattern_length")
        uint(32, "sample_count")
      }
      table(.remaining, "indices") {
        uint(.field("index_size"), "sample_group_description_index")
      }
    },
  ]

  static let sizeCodes: Names = [0: "4 bits", 1: "8 bits", 2: "16 bits", 3: "32 bits"]

  static let types = Names.codes([
    "roll": "roll recovery",
    "prol": "audio pre-roll",
    "rap ": "random access point",
    "tele": "temporal level",
    "sap ": "stream access point",
    "alst": "alternative startup sequence",
    "rash": "rate share",
    "drap": "dependent random access point",
    "edrp": "extended dependent random access point",
    "seig": "sample encryption",
    "stmi": "samples to metadata items",
    "pasr": "pixel aspect ratio",
    "casg": "clean aperture",
    "esgh": "essential descriptions",
    "it35": "T.35 metadata",
    "seam": "seam",
    "sync": "sync samples",
    "tsas": "temporal sub-layer access",
    "stsa": "step-wise temporal sub-layer access",
    "tscl": "temporal layer",
    "nalm": "NAL unit map",
    "trif": "rectangular region",
    "rror": "rectangular region order",
    "linf": "layer information",
    "oinf": "operating points",
    "opth": "operating point time hint",
    "vopi": "VVC operating points",
    "lbli": "external base layer",
    "aud ": "access unit delimiter",
    "eob ": "end of bitstream",
    "eos ": "end of sequence",
    "pase": "parameter set",
    "pss1": "in-band parameter sets",
    "dcfi": "decoding capability",
    "minp": "mixed NAL unit types",
    "spid": "subpicture ID",
    "spli": "subpicture level",
    "spor": "subpicture order",
    "sulm": "subpicture layout",
    "dtrt": "decode re-timing",
    "avll": "AVC layer",
    "avss": "AVC sub-sequence",
    "avcb": "AVC HRD parameters",
    "scif": "SVC scalability",
    "mvif": "MVC scalability",
    "scnm": "scalable NAL unit map",
    "vipr": "view priority",
    "pprr": "picture region replacement",
    "nfas": "neural-network post-filter activation",
    "nfcs": "neural-network post-filter characteristics",
    "eqiv": "equivalent samples",
    "refs": "direct reference samples",
    "aebr": "auto exposure bracketing",
    "afbr": "flash exposure bracketing",
    "dobr": "depth of field bracketing",
    "fobr": "focus bracketing",
    "wbbr": "white balance bracketing",
    "pano": "panorama",
    "ilce": "field interlacing",
    "av1s": "AV1 switch frame",
    "av1f": "AV1 forward key frame",
    "av1m": "AV1 multi-frame",
    "av1M": "AV1 metadata",
    "vaps": "V3C atlas parameter sets",
    "2dsr": "two-dimensional spatial relationship",
    "tmsh": "tile mesh",
    "3gag": "3GPP video buffer parameters",
  ])
}
