import Structure
import StructureRendering
import Testing

/// What is wrong with a file, for people.
@Suite struct ProblemLineTests {
  private func problems(
    _ bytes: [UInt8], hasNotes: Bool = false, _ change: (inout RenderOptions) -> Void = { _ in }
  ) -> String {
    MadeFile.text(bytes, change) { document, options, output in
      var renderer = ProblemRenderer(document, options, hasNotes: hasNotes, output: output)
      _ = renderer.render()
      return renderer.finish()
    }
  }

  @Test func aProblemShowsItsBytes() {
    #expect(
      problems(MadeFile.broken) == #"""
        error[atom-missing]  moov  at 0x14
          'mvhd' is missing in 'moov'

            00000014  00 00 00 1e 6d 6f 6f 76  00 00 00 0b 66 72 65 65  |....moov....free|
                      ^^^^^^^^^^^ size
            expected: a 'mvhd'

        error[atom-exceeds-parent]  moov/udta  at 0x27
          size is 99 (0x63) but its parent 'moov' ends at 0x32: at most 11 bytes fit

            00000027  00 00 00 63 75 64 74 61  61 62 63 00 00 00 00 00  |...cudtaabc.....|
                      ^^^^^^^^^^^ size
            read to the end of the parent

          follows: atom-header-truncated, moov/udta/raw: 3 bytes left, too few for an atom

        """#)
  }

  @Test func problemsAreColoured() {
    #expect(
      problems(MadeFile.broken) {
        $0.hasColor = true
      } == #"""
        ␛[1;31merror[atom-missing]␛[0m  ␛[1mmoov␛[0m  at 0x14
          'mvhd' is missing in 'moov'

            ␛[2m00000014␛[0m  ␛[1;31m00␛[0m ␛[1;31m00␛[0m ␛[1;31m00␛[0m ␛[1;31m1e␛[0m 6d 6f 6f 76  00 00 00 0b 66 72 65 65  |....moov....free|
                      ␛[1;31m^^^^^^^^^^^␛[0m ␛[36msize␛[0m
            expected: a 'mvhd'

        ␛[1;31merror[atom-exceeds-parent]␛[0m  ␛[1mmoov/udta␛[0m  at 0x27
          size is 99 (0x63) but its parent 'moov' ends at 0x32: at most 11 bytes fit

            ␛[2m00000027␛[0m  ␛[1;31m00␛[0m ␛[1;31m00␛[0m ␛[1;31m00␛[0m ␛[1;31m63␛[0m 75 64 74 61  61 62 63 00 00 00 00 00  |...cudtaabc.....|
                      ␛[1;31m^^^^^^^^^^^␛[0m ␛[36msize␛[0m
            read to the end of the parent

          ␛[2mfollows: ␛[0matom-header-truncated, moov/udta/raw: 3 bytes left, too few for an atom

        """#)
  }
}
