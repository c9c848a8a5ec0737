import Structure
import Testing

@testable import Atoms

/// The names of shapes of pixels and their numbers are two lists: this holds them together.
@Suite struct VideoUsabilityTests {
  @Test func shapesOfPixelsHaveTheirNames() {
    for entry in CodecNames.aspectRatios.entries {
      let sides = VideoUsability.pixelSides(entry.value)
      let name = entry.name.description
      #expect(sides.map { "\($0.across):\($0.down)" } == (name.contains(":") ? name : nil))
    }
    #expect(VideoUsability.pixelSides(17) == nil && VideoUsability.pixelSides(.max) == nil)
  }
}
