import ByteReading
import Structure

/// The configuration of an MPEG-H 3D audio decoder (23008-3 §5.2.2); its box is an audio configuration.
enum MPEGH: SyntaxFamily {
  static let tables: [Syntax] = []

  /// `mpegh3daConfig` (§5.2.2.1). Loudspeakers at angles of their own, with all behind them, stay bits.
  static func configuration() -> Row {
    following({ EscapedSizes() }) {
      uint(8, "mpegh3daProfileLevelIndication", .hex)
      uint(5, "usacSamplingFrequencyIndex", .names(frequencies))
      uint(24, "usacSamplingFrequency", .unit("Hz"), if: .equal("usacSamplingFrequencyIndex", 31))
      uint(3, "coreSbrFrameLengthIndex")
      reserved(1)
      flag("receiverDelayCompensation")
      speakers("referenceLayout")
      when(.remaining(1)) {
        uint(5, "bsNumSignalGroups", .minusOne)
        list(.field("bsNumSignalGroups", plus: 1), "signal_groups") { signals() }
      }
      when(.remaining(1)) { decoder() }
      when(.remaining(1)) { extensions() }
      alignment()
    }
  }

  /// A value in `first` bits, to which more is added when all of them are set (23003-3 §5.2).
  static func escaped(
    _ name: StaticString, _ first: Int, more: StaticString, _ second: Int, most: StaticString, _ third: Int
  ) -> Row {
    when(.remaining(0)) {
      uint(first, name)
      uint(second, more, if: .equal(name, 1 << UInt64(first) - 1))
      uint(
        third, most,
        if: .all([.equal(name, 1 << UInt64(first) - 1), .equal(more, 1 << UInt64(second) - 1)]))
    }
  }

  /// `SpeakerConfig3d` (§5.2.2.2).
  private static func speakers(_ name: StaticString, if condition: Condition? = nil) -> Row {
    group(name, if: condition) {
      uint(2, "speakerLayoutType", .names([0: "defined layout", 1: "defined loudspeakers", 2: "angles"]))
      uint(6, "CICPspeakerLayoutIdx", .names(ChannelNames.definedLayouts), if: .equal("speakerLayoutType", 0))
      when(.atLeast("speakerLayoutType", 1)) {
        escaped("numSpeakers", 5, more: "numSpeakersAdd", 8, most: "numSpeakersAdd2", 16)
      }
      list(.field("followed", plus: 1), "speakers", if: .equal("speakerLayoutType", 1)) {
        uint(7, "CICPspeakerIdx")
      }
      uint(.remaining, "mpegh3daFlexibleSpeakerConfig", .hex, if: .atLeast("speakerLayoutType", 2))
    }
  }

  /// A group of `Signals3d` (§5.2.2.1).
  private static func signals() -> Row {
    when(.remaining(3)) {
      uint(3, "signalGroupType", .names([0: "channels", 1: "objects", 2: "SAOC", 3: "ambisonics"]))
      escaped("bsNumberOfSignals", 5, more: "bsNumberOfSignalsAdd", 8, most: "bsNumberOfSignalsAdd2", 16)
      flag("differsFromReferenceLayout", if: .equal("signalGroupType", 0))
      flag("saocDmxLayoutPresent", if: .equal("signalGroupType", 2))
      speakers(
        "audioChannelLayout",
        if: .any([.equal("differsFromReferenceLayout", 1), .equal("saocDmxLayoutPresent", 1)]))
    }
  }

  // MARK: Elements

  /// `mpegh3daDecoderConfig` (§5.2.2.3).
  private static func decoder() -> Row {
    when(.remaining(0)) {
      escaped("numElements", 4, more: "numElementsAdd", 8, most: "numElementsAdd2", 16)
      flag("elementLengthPresent")
      list(.field("followed", plus: 1), "elements") {
        uint(2, "usacElementType", .names([0: "single channel", 1: "channel pair", 2: "low frequencies", 3: "extension"]))
        when(.oneOf("usacElementType", [0, 1])) { core() }
        when(.equal("usacElementType", 0)) { replication("SbrConfig") }
        when(.equal("usacElementType", 1)) { pair() }
        when(.equal("usacElementType", 3)) { extensionElement() }
      }
    }
  }

  /// `mpegh3daCoreConfig`.
  private static func core() -> Row {
    group("mpegh3daCoreConfig") {
      flag("tw_mdct")
      flag("fullbandLpd")
      flag("noiseFilling")
      flag("enhancedNoiseFilling")
      when(.equal("enhancedNoiseFilling", 1)) {
        flag("igfUseEnf")
        flag("igfUseHighRes")
        flag("igfUseWhitening")
        flag("igfAfterTnsSynth")
        uint(5, "igfStartIndex")
        uint(4, "igfStopIndex")
      }
    }
  }

  /// High frequencies are replicated where frames of the core are longer than 1,024 samples.
  static var isReplicated: Condition { .atLeast("coreSbrFrameLengthIndex", 2) }

  /// `SbrConfig` (23003-3 §5.2).
  static func replication(_ name: StaticString) -> Row {
    group(name, if: isReplicated) {
      flag("harmonicSBR")
      flag("bs_interTes")
      flag("bs_pvc")
      uint(4, "dflt_start_freq")
      uint(4, "dflt_stop_freq")
      flag("dflt_header_extra1")
      flag("dflt_header_extra2")
      when(.equal("dflt_header_extra1", 1)) {
        uint(2, "dflt_freq_scale")
        flag("dflt_alter_scale")
        uint(2, "dflt_noise_bands")
      }
      when(.equal("dflt_header_extra2", 1)) {
        uint(2, "dflt_limiter_bands")
        uint(2, "dflt_limiter_gains")
        flag("dflt_interpol_freq")
        flag("dflt_smoothing_mode")
      }
    }
  }

  /// What `mpegh3daChannelPairElementConfig` has behind its core.
  private static func pair() -> Row {
    when(.remaining(0)) {
      flag("igfIndependentTiling", if: .equal("enhancedNoiseFilling", 1))
      replication("SbrConfig")
      surround()
      uint(2, "qceIndex")
      flag("shiftIndex0", if: .atLeast("qceIndex", 1))
      uint(.field("followed"), "shiftChannel0", if: .equal("shiftIndex0", 1))
      flag("shiftIndex1")
      uint(.field("followed"), "shiftChannel1", if: .equal("shiftIndex1", 1))
      flag("lpdStereoIndex", if: .all([.not(isReplicated), .equal("qceIndex", 0)]))
    }
  }

  /// How two channels are made of one: `stereoConfigIndex` and `Mps212Config` (23003-3 §5.2).
  static func surround() -> Row {
    when(.remaining(0)) {
      uint(2, "stereoConfigIndex", if: isReplicated)
      group("Mps212Config", if: .atLeast("stereoConfigIndex", 1)) {
        uint(3, "bsFreqRes")
        uint(3, "bsFixedGainDMX")
        uint(2, "bsTempShapeConfig")
        uint(2, "bsDecorrConfig")
        flag("bsHighRateMode")
        flag("bsPhaseCoding")
        flag("bsOttBandsPhasePresent")
        uint(5, "bsOttBandsPhase", if: .equal("bsOttBandsPhasePresent", 1))
        uint(5, "bsResidualBands", if: .atLeast("stereoConfigIndex", 2))
        flag("bsPseudoLr", if: .atLeast("stereoConfigIndex", 2))
        flag("bsEnvQuantMode", if: .equal("bsTempShapeConfig", 2))
      }
    }
  }

  /// `mpegh3daExtElementConfig`, and `UsacExtElementConfig`.
  static func extensionElement() -> Row {
    when(.remaining(0)) {
      escaped("usacExtElementType", 4, more: "usacExtElementTypeAdd", 8, most: "usacExtElementTypeAdd2", 16)
      escaped(
        "usacExtElementConfigLength", 4, more: "usacExtElementConfigLengthAdd", 8,
        most: "usacExtElementConfigLengthAdd2", 16)
      flag("usacExtElementDefaultLengthPresent")
      when(.equal("usacExtElementDefaultLengthPresent", 1)) {
        uint(8, "usacExtElementDefaultLength")
        uint(16, "usacExtElementDefaultLengthAdd", if: .equal("usacExtElementDefaultLength", 255))
      }
      flag("usacExtElementPayloadFrag")
      uint(.field("followed_second", times: 8), "usacExtElementConfig", .hex, if: .atLeast("followed_second", 1))
    }
  }

  /// `mpegh3daConfigExtension` (§5.2.2.4).
  private static func extensions() -> Row {
    when(.remaining(0)) {
      flag("usacConfigExtensionPresent")
      when(.equal("usacConfigExtensionPresent", 1)) {
        escaped("numConfigExtensions", 2, more: "numConfigExtensionsAdd", 4, most: "numConfigExtensionsAdd2", 8)
        list(.field("followed", plus: 1), "config_extensions") {
          escaped("usacConfigExtType", 4, more: "usacConfigExtTypeAdd", 8, most: "usacConfigExtTypeAdd2", 16)
          escaped("usacConfigExtLength", 4, more: "usacConfigExtLengthAdd", 8, most: "usacConfigExtLengthAdd2", 16)
          when(.equal("usacConfigExtType", 7)) {
            uint(4, "bsNumCompatibleSets", .minusOne)
            reserved(4)
            list(.field("bsNumCompatibleSets", plus: 1), "compatible_sets") {
              uint(8, "CompatibleSetIndication", .hex)
            }
          }
          uint(
            .field("followed_second", times: 8), "config_extension", .hex,
            if: .all([.notEqual("usacConfigExtType", 7), .atLeast("followed_second", 1)]))
        }
      }
    }
  }

  static let frequencies: Names = [
    0: "96,000 Hz", 1: "88,200 Hz", 2: "64,000 Hz", 3: "48,000 Hz", 4: "44,100 Hz", 5: "32,000 Hz",
    6: "24,000 Hz", 7: "22,050 Hz", 8: "16,000 Hz", 9: "12,000 Hz", 10: "11,025 Hz", 11: "8,000 Hz",
    12: "7,350 Hz", 15: "57,600 Hz", 16: "51,200 Hz", 17: "40,000 Hz", 18: "38,400 Hz", 19: "34,150 Hz",
    20: "28,800 Hz", 21: "25,600 Hz", 22: "20,000 Hz", 23: "19,200 Hz", 24: "17,075 Hz", 25: "14,400 Hz",
    26: "12,800 Hz", 27: "9,600 Hz", 31: "given next",
  ]
}

/// Values of MPEG-H and USAC that are added up of several fields: ``number`` is the last of them, behind `qceIndex` the bits
/// of the number of a signal; ``second`` is the bytes of an extension.
struct EscapedSizes: FieldFollower {
  private(set) var number: UInt64 = 0
  private(set) var second: UInt64 = 0
  private var signals: UInt64 = 0

  private enum Kind { case value, length, signals }

  private static let rows: [(row: StaticString, kind: Kind, isMore: Bool)] = [
    (row: "numSpeakers", kind: .value, isMore: false),
    (row: "numSpeakersAdd", kind: .value, isMore: true),
    (row: "numSpeakersAdd2", kind: .value, isMore: true),
    (row: "numOutChannels", kind: .value, isMore: false),
    (row: "numOutChannelsAdd", kind: .value, isMore: true),
    (row: "numOutChannelsAdd2", kind: .value, isMore: true),
    (row: "bsNumberOfSignals", kind: .signals, isMore: false),
    (row: "bsNumberOfSignalsAdd", kind: .signals, isMore: true),
    (row: "bsNumberOfSignalsAdd2", kind: .signals, isMore: true),
    (row: "numElements", kind: .value, isMore: false),
    (row: "numElementsAdd", kind: .value, isMore: true),
    (row: "numElementsAdd2", kind: .value, isMore: true),
    (row: "usacExtElementConfigLength", kind: .length, isMore: false),
    (row: "usacExtElementConfigLengthAdd", kind: .length, isMore: true),
    (row: "usacExtElementConfigLengthAdd2", kind: .length, isMore: true),
    (row: "numConfigExtensions", kind: .value, isMore: false),
    (row: "numConfigExtensionsAdd", kind: .value, isMore: true),
    (row: "numConfigExtensionsAdd2", kind: .value, isMore: true),
    (row: "usacConfigExtLength", kind: .length, isMore: false),
    (row: "usacConfigExtLengthAdd", kind: .length, isMore: true),
    (row: "usacConfigExtLengthAdd2", kind: .length, isMore: true),
  ]

  mutating func read(_ name: StaticString, _ value: UInt64) {
    if name.isSame(as: "qceIndex") {
      number = bitsNeeded(for: signals)
      return
    }
    guard let row = Self.rows.first(where: { $0.row.isSame(as: name) }) else { return }
    switch row.kind {
    case .value: number = (row.isMore ? number : 0) &+ value
    case .length: second = (row.isMore ? second : 0) &+ value
    // One more than is said.
    case .signals: signals = signals &+ value &+ (row.isMore ? 0 : 1)
    }
  }
}
