import MediaFacts
import Testing

@testable import MediaMetadata

/// Words in the names of keys.
@Suite struct KeyNameTests {
  private func kind(_ name: String) -> Privacy.Kind? {
    PrivacyKeys.kind(ofName: name) ?? PrivacyKeys.kind(ofOwnKey: name)
  }

  /// Whoever makes up a name puts words together in one of several ways.
  @Test(
    arguments: [
      ("City", .place), ("locationCity", .place), ("GPSLatitude", .place), ("gpsposition", .place),
      ("GPSHPositioningError", .place), ("GPS5", .place), ("cityname", .place), ("birth-city", .place),
      ("DeviceName", .device), ("devicename", .device), ("DEVICENAME", .device), ("CameraModelName", .device),
      ("lensserialnumber", .device), ("com.android.model", .device), ("documentIDs", .identifier),
      ("UUIDs", .identifier), ("author_email", .person), ("ArtistName", .person), ("ALBUMARTIST", .person),
      ("origartist", .person), ("Acknowledgements", .person), ("emailaddress", .person), ("mobile2phone", .person),
      ("username", .account), ("cameraOwner2", .device), ("Licensee", .account), ("originalfilename", .path),
      ("creationDate", .time), ("LICENSED TO", .account), ("licensedto", .account), ("Copyrighted", .person),
      ("AuthoredBy", .person), ("birthyear", .person), ("ModelReleaseOwner", .account), ("CameraModelRelease", .device),
    ] as [(String, Privacy.Kind)])
  func wordsAreFound(name: String, kind: Privacy.Kind) {
    #expect(self.kind(name) == kind)
  }

  @Test(
    arguments: [
      "crs:Opacity", "hdrgm:HDRCapacityMin", "Velocity", "Publicity", "MULTIPLICITY", "Guidance", "Guide track",
      "Supermodel", "Remodelled", "Personalized mix", "Microphone", "Saxophone", "Allocation", "audacity", "unblemished",
      "plus:ModelReleaseStatus", "plus:MinorModelAgeDisclosure",
    ])
  func partsOfOtherWordsAreNot(name: String) {
    #expect(kind(name) == nil)
  }

  /// What is longer than a name is searched for the letters alone.
  @Test func aLongNameIsNotTakenApart() {
    #expect(kind(String(repeating: "a", count: 300) + "city") == .place)
    #expect(kind(String(repeating: "a", count: 200) + "city") == nil)
  }
}
