import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

/// That the layouts of cameras, which no document has, are those that another reader knows: exiftool reads of a made file
/// what it was made of. What we read of it `CameraTests` says.
@Suite struct PeerCameraTests {
  @Test(.enabled(if: Peers.path(of: "exiftool") != nil, "exiftool is not installed"))
  func exiftoolReadsWhatWasMade() throws {
    let path = Corpus.folder + "/made/cameras.mp4"
    let data = try Peers.run(Peers.path(of: "exiftool") ?? "", ["-ee", "-j", "-n", "-a", "-G1:3", path], input: "")
    let told = try #require(try JSONSerialization.jsonObject(with: data) as? [[String: Any]]).first ?? [:]
    /// All values that it gives of a name, wherever they stand.
    func values(_ name: String) -> [String] {
      told.filter { $0.key.hasSuffix(":" + name) }.map { "\($0.value)" }
    }
    for (name, value) in [
      ("SerialNumber", "IXSE12ABC34567"), ("Model", "Insta360 X3"), ("Firmware", "v1.0.98_build1"), ("ISO", "800"),
      ("MasterGainAdjustment", "6"), ("WhiteBalance", "4"), ("DateTime", "2026:11:26 10:20:30"),
      ("GPSDateStamp", "2026:11:26"), ("PitchRollYaw", "-5 12 900"), ("GPSLatitude", "48.13"), ("GPSLongitude", "11.57"),
      ("GPSAltitude", "520"), ("GPSTrack", "90"), ("Accelerometer", "0 0.5 1"), ("Accelerometer", "-2.5 -1.5 -0.5"),
      ("AngularVelocity", "0.5 1.5 2.5"), ("VideoTimeStamp", "1.033"), ("ExposureTime", "0.01"),
    ] {
      #expect(values(name).contains(value), "\(name): \(values(name)), not \(value)")
    }
    // Sony's, in steps of 1/8,192 of a power of two; that of Canon is 2.8.
    let stops = values("FNumber").compactMap { Double($0) }
    #expect(stops.contains { abs($0 - 2.83) < 0.005 }, "\(stops)")
    // The versions that read messages of Protocol Buffers: 13.06 and later.
    let protocols = values("Protocol")
    print("exiftool: \(told.count) values, \(protocols.isEmpty ? "none" : "some") of Protocol Buffers")
    guard !protocols.isEmpty else { return }
    #expect(protocols.contains("dvtm_ac203.proto"))
    for (name, value) in [("SerialNumber", "4XYZK1234567AB"), ("Model", "Osmo Action 4"), ("FrameWidth", "3840")] {
      #expect(values(name).contains(value), "\(name): \(values(name))")
    }
  }
}
