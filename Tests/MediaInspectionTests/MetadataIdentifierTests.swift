import ByteReading
@testable import MediaMetadata
import Testing

@testable import MediaInspection

/// Identifiers, keys and what they have in common.
@Suite struct MetadataIdentifierTests {
  @Test func integersOfTheWellKnownExampleAreItsKeyStrings() {
    let expected: [(Int32, String)] = [
      (-1_452_383_891, "@nam"), (-1_455_336_876, "@ART"), (-1_451_789_708, "@wrt"),
      (-1_453_233_054, "@alb"), (-1_453_039_239, "@day"),
    ]
    for (integer, keyString) in expected {
      let key = MetadataKey(integer: integer)
      #expect(key.keyString == keyString)
      #expect(key.integer == integer)
      #expect(FourCC(key: keyString).map { MetadataKey.code($0) } == key)
    }
  }

  @Test func keysOfID3v22HaveThreeCharacters() {
    let key = MetadataKey(integer: 0x0054_5432)
    #expect(key.keyString == "TT2")
    #expect(MetadataIdentifier(.id3, key).text == "id3/%00TT2")
    #expect(MetadataIdentifier("id3/%00TT2")?.key == key)
  }

  @Test func identifiersAreMadeOfKeysAndGiveThemBack() throws {
    let families: [(MetadataKeySpace, [(key: String, identifier: String)])] = [
      (.iTunes, KnownIdentifiers.iTunes), (.quickTimeMetadata, KnownIdentifiers.quickTimeMetadata),
      (.quickTimeUserData, KnownIdentifiers.quickTimeUserData),
      (.isoUserData, KnownIdentifiers.isoUserData), (.id3, KnownIdentifiers.id3),
    ]
    var count = 0
    for (keySpace, pairs) in families {
      for pair in pairs {
        let key: MetadataKey
        if keySpace.hasCodes {
          key = .code(try #require(FourCC(key: pair.key), "\(pair.key)"))
        } else {
          key = .text(pair.key)
        }
        let identifier = MetadataIdentifier(keySpace, key)
        #expect(identifier.text == pair.identifier)
        #expect(MetadataIdentifier(pair.identifier) == identifier)
        #expect(identifier.key.keyString == (keySpace.hasCodes ? key.keyString : pair.key))
        count += 1
      }
    }
    #expect(count >= 450)
  }

  @Test func freeformKeysAreADomainAndAName() {
    let plain = MetadataIdentifier(.iTunesLong, .text("com.apple.iTunes.iTunSMPB"))
    #expect(plain.text == "itlk/com.apple.iTunes.iTunSMPB")
    let spaced = MetadataIdentifier(.iTunesLong, .text("com.apple.iTunes.MusicBrainz Track Id/ü"))
    #expect(spaced.text == "itlk/com.apple.iTunes.MusicBrainz%20Track%20Id%2F%C3%BC")
    #expect(MetadataIdentifier(spaced.text) == spaced)
  }

  @Test func whatIsNoIdentifierIsNone() {
    for text in [
      "", "itsk", "itsk/", "/", "itsk/nam", "itsk/%A9na", "itsk/%A9name", "itsk/%Gname", "itsk/%A",
      "/abcd", "itlk/%FF%FE",
    ] {
      #expect(MetadataIdentifier(text) == nil, "\(text)")
    }
    // Lower case digits and needless escapes are understood.
    #expect(MetadataIdentifier("itsk/%a9%6eam")?.text == "itsk/%A9nam")
  }

  @Test func commonKeysAreThoseOfTheMeaning() {
    let expected: [(String, CommonKey?)] = [
      ("itsk/%A9nam", .title), ("id3/%00TT2", .title), ("id3/TIT2", .title),
      ("mdta/com.apple.quicktime.make", .make), ("uiso/titl", .title), ("udta/%A9ART", .artist),
      ("itsk/gnre", .type), ("id3/TDRC", .creationDate), ("id3/COMM", .description),
      ("uiso/auth", .author), ("itsk/aART", nil), ("id3/TPE2", nil),
      ("mdta/com.apple.quicktime.director", nil), ("common/title", .title),
    ]
    for (text, key) in expected {
      #expect(MetadataIdentifier(text)?.commonKey == key, "\(text)")
    }
    // Each line of the table is found under its key.
    var known: [MetadataIdentifier: CommonKey] = [:]
    for entry in MetadataTable.entries { known[entry.identifier] = entry.commonKey }
    #expect(known.count > 100)
    for identifier in MetadataIdentifier.known {
      #expect(identifier.commonKey == known[identifier], "\(identifier)")
    }
    #expect(CommonKey.title.identifier.text == "common/title")
    #expect(MetadataKeySpace.common.rawValue == "comn")
    #expect(MetadataKeySpace.id3.rawValue == "org.id3")
  }

  @Test func constantsNameTheirIdentifiers() {
    let expected = [
      "iTunesMetadataSongName": "itsk/%A9nam", "iTunesMetadataCoverArt": "itsk/covr",
      "QuickTimeMetadataLocationISO6709": "mdta/com.apple.quicktime.location.ISO6709",
      "QuickTimeUserDataFullName": "udta/%A9nam", "3GPUserDataCollection": "uiso/coll",
      "ISOUserDataDate": "uiso/date", "ID3MetadataTitleDescription": "id3/TIT2",
      "IcyMetadataStreamTitle": "icy/StreamTitle", "CommonIdentifierTitle": "common/title",
      "ISOUserDataCopyright": "uiso/cprt", "3GPUserDataCopyright": "uiso/cprt",
    ]
    for (constant, identifier) in expected {
      #expect(MetadataIdentifier(constant: constant)?.text == identifier, "\(constant)")
    }
    #expect(MetadataIdentifier("itsk/%A9nam")?.constant == "iTunesMetadataSongName")
    #expect(MetadataIdentifier(constant: "iTunesMetadataNothing") == nil)
    // AVFoundation has 24 common constants and 48 of iTunes.
    let spaces = MetadataIdentifier.known.filter { $0.constant != nil }.map(\.keySpace)
    #expect(spaces.count { $0 == .common } == 24)
    #expect(spaces.count { $0 == .iTunes } >= 48)
  }

  @Test func languagesOfAllKindsAreOne() {
    #expect(MetadataLanguage(code: "eng")?.tag == "en")
    #expect(MetadataLanguage(code: "de-AT")?.tag == "de-AT")
    #expect(MetadataLanguage(code: "ger")?.code == "deu")
    #expect(MetadataLanguage(code: "sgn")?.tag == "sgn")
    for none in ["und", "XXX", "", "e", "\0\0\0", "12a"] {
      #expect(MetadataLanguage(code: none) == nil, "\(none)")
    }
  }
}
