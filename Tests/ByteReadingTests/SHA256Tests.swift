import ByteReading
import Testing

@Suite struct SHA256Tests {
  private func digest(_ text: String) -> String {
    SHA256.digest(of: Array(text.utf8).rawBytes).description
  }

  /// The examples of FIPS 180-4 that NIST publishes: one block, two blocks, none, and a million a's.
  @Test func examplesOfTheStandard() {
    #expect(digest("abc") == "ba7816bf8f01cfea414140de5dae2223b00361a396177a9cb410ff61f20015ad")
    #expect(digest("") == "e3b0c44298fc1c149afbf4c8996fb92427ae41e4649b934ca495991b7852b855")
    #expect(
      digest("abcdbcdecdefdefgefghfghighijhijkijkljklmklmnlmnomnopnopq")
        == "248d6a61d20638b8e5c026930c3e6039a33ce45964ff2167f6ecedd419db06c1")
    #expect(
      digest(
        "abcdefghbcdefghicdefghijdefghijkefghijklfghijklmghijklmn"
          + "hijklmnoijklmnopjklmnopqklmnopqrlmnopqrsmnopqrstnopqrstu")
        == "cf5b16a778af8380036ce59e7b0492370b249b11e8f07a51afac45037afee9d1")
    let million = [UInt8](repeating: 0x61, count: 1_000_000)
    #expect(
      SHA256.digest(of: million.rawBytes).description
        == "cdc76e5c9914fb9281a1c7e284d73e67f1809a48a497200e046d39ccc7112cd0")
  }

  /// Pieces of every length around a block give what the whole gives.
  @Test func piecesMakeTheSameDigest() {
    let bytes = (0..<300).map { UInt8(truncatingIfNeeded: $0 &* 7) }
    for length in [0, 1, 55, 56, 57, 63, 64, 65, 119, 120, 127, 128, 300] {
      let whole = Array(bytes.prefix(length))
      let expected = SHA256.digest(of: whole.rawBytes)
      for step in [1, 3, 63, 64, 65, 100] {
        var hash = SHA256()
        for start in stride(from: 0, to: length, by: step) {
          hash.update(Array(whole[start..<min(length, start + step)]).rawBytes)
        }
        #expect(hash.digest == expected, "\(length) bytes by \(step)")
        #expect(hash.byteCount == UInt64(length))
      }
    }
  }

  @Test func bytesAndDigitsAreTheSame() {
    let digest = SHA256.digest(of: Array("abc".utf8).rawBytes)
    #expect(digest.bytes.prefix(4) == [0xBA, 0x78, 0x16, 0xBF])
    var text = ByteWriter()
    text.put(digest: digest, bytes: 4)
    #expect(text.string == "ba7816bf")
  }
}
