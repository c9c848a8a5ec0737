import ByteReading

extension Recipe {
  /// Files as cameras leave them.
  static let cameras: [Recipe] = [
    Recipe(
      "made/cameras.mp4",
      "samples of acquisition metadata (Sony), of Protocol Buffers (DJI) and of records (Canon), and a trailer behind the last atom (Insta360)"
    ) {
      Cameras.film(
        [
          ("rtmd", [Cameras.acquisition]),
          ("djmd", [
            Cameras.telemetry(latitude: 48.13, longitude: 11.57), Cameras.telemetry(latitude: 0.84, longitude: 0.2, inDegrees: false),
          ]),
          ("CTMD", [Cameras.records]),
        ], trailer: Cameras.trailer)
    }
  ]
}
