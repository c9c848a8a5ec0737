import ByteReading
import Structure

/// The configuration of a USAC decoder, which plays extended HE-AAC (23003-3 §5.2); it stands in that of an MPEG-4
/// audio decoder and has no box of its own.
enum USAC: SyntaxFamily {
  static let tables: [Syntax] = []

  /// `UsacConfig`. What extensions hold that are configured here stays bits.
  static func configuration(if condition: Condition) -> Row {
    group("UsacConfig", if: condition) {
      following({ EscapedSizes() }) {
        uint(5, "usacSamplingFrequencyIndex", .names(MPEGH.frequencies))
        uint(24, "usacSamplingFrequency", .unit("Hz"), if: .equal("usacSamplingFrequencyIndex", 31))
        uint(3, "coreSbrFrameLengthIndex", .names(lengths))
        uint(5, "channelConfigurationIndex", .names(ChannelNames.definedLayouts))
        when(.equal("channelConfigurationIndex", 0)) {
          MPEGH.escaped("numOutChannels", 5, more: "numOutChannelsAdd", 8, most: "numOutChannelsAdd2", 16)
          list(.field("followed"), "channels") { uint(5, "bsOutputChannelPos", .names(ChannelNames.speakerPositions)) }
        }
        when(.remaining(1)) { decoder() }
        when(.remaining(1)) { extensions() }
        alignment()
      }
    }
  }

  /// `UsacDecoderConfig`.
  private static func decoder() -> Row {
    when(.remaining(0)) {
      MPEGH.escaped("numElements", 4, more: "numElementsAdd", 8, most: "numElementsAdd2", 16)
      list(.field("followed", plus: 1), "elements") {
        uint(2, "usacElementType", .names([0: "single channel", 1: "channel pair", 2: "low frequencies", 3: "extension"]))
        group("UsacCoreConfig", if: .oneOf("usacElementType", [0, 1])) {
          flag("tw_mdct")
          flag("noiseFilling")
        }
        when(.equal("usacElementType", 0)) { MPEGH.replication("SbrConfig") }
        when(.equal("usacElementType", 1)) {
          MPEGH.replication("SbrConfig")
          MPEGH.surround()
        }
        when(.equal("usacElementType", 3)) { MPEGH.extensionElement() }
      }
    }
  }

  /// `UsacConfigExtension`.
  private static func extensions() -> Row {
    when(.remaining(0)) {
      flag("usacConfigExtensionPresent")
      when(.equal("usacConfigExtensionPresent", 1)) {
        MPEGH.escaped("numConfigExtensions", 2, more: "numConfigExtensionsAdd", 4, most: "numConfigExtensionsAdd2", 8)
        list(.field("followed", plus: 1), "config_extensions") {
          uint(4, "usacConfigExtType", .names([0: "fill", 2: "loudness", 7: "stream identifier"]))
          uint(8, "usacConfigExtTypeAdd", if: .equal("usacConfigExtType", 15))
          uint(
            16, "usacConfigExtTypeAdd2", if: .all([.equal("usacConfigExtType", 15), .equal("usacConfigExtTypeAdd", 255)]))
          MPEGH.escaped(
            "usacConfigExtLength", 4, more: "usacConfigExtLengthAdd", 8, most: "usacConfigExtLengthAdd2", 16)
          uint(16, "streamIdentifier", if: isStreamIdentifier)
          uint(
            .field("followed_second", times: 8), "config_extension", .hex,
            if: .all([.not(isStreamIdentifier), .atLeast("followed_second", 1)]))
        }
      }
    }
  }

  /// An identifier of the length that one has.
  private static var isStreamIdentifier: Condition {
    .all([.equal("usacConfigExtType", 7), .equal("usacConfigExtLength", 2)])
  }

  /// Samples of a frame, and in which proportion high frequencies are replicated.
  private static let lengths: Names = [
    0: "768", 1: "1,024", 2: "2,048, SBR 8:3", 3: "2,048, SBR 2:1", 4: "4,096, SBR 4:1",
  ]
}
