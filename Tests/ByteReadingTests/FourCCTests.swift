import ByteReading
import Testing

@Suite struct FourCCTests {
  @Test func keyStringsReadBackForEachFirstByte() {
    var samples: [UInt32] = [
      0x6E_616D, 0x41_5254, 0x54_5432, 0x5C_2020, 0x20_5C7E, 0x00_0001, 0x7F_7F7F, 0xFF_A940,
      0x20_1F41, 0x40_4040, 0xA9_A9A9, 0x78_3430, 0x5C_7834,
    ]
    for byte in 0...255 as ClosedRange<UInt32> { samples.append(byte << 16 | 0x4142) }
    for first in 0...255 as ClosedRange<UInt32> {
      for rest in samples {
        let code = FourCC(first << 24 | rest)
        #expect(FourCC(key: code.key) == code, "\(String(code.rawValue, radix: 16))")
        #expect(code.key.unicodeScalars.allSatisfy { $0.value >= 0x20 && $0.value < 0x7F })
      }
    }
  }

  @Test func theTwoFirstCharactersAreNotMistaken() {
    #expect(FourCC(0xA950_524D).key == "@PRM")
    #expect(FourCC(0x4050_524D).key == "\\x40PRM")
    #expect(FourCC(key: "@PRM") == FourCC(0xA950_524D))
    #expect(FourCC(key: "©PRM") == FourCC(0xA950_524D))
    #expect(FourCC(key: "\\xa9PRM") == FourCC(0xA950_524D))
    #expect(FourCC(key: "\\xA9PRM") == FourCC(0xA950_524D))
    #expect(FourCC(key: "\\x40PRM") == FourCC(0x4050_524D))
    #expect(FourCC(key: "\\@PRM") == FourCC(0x4050_524D))
    #expect(FourCC(key: "a@b@") == FourCC(0x6140_6240))
  }

  @Test func threeCharactersAreAnID3Key() {
    #expect(FourCC(key: "TT2") == FourCC(0x0054_5432))
    #expect(FourCC(0x0054_5432).key == "TT2")
    #expect(FourCC(0x0074_7432).key == "\\x00tt2")
  }

  /// Literals that are folded where they stand are what they are as text.
  @Test func literalsAreTheirKeyStrings() {
    let literals: [FourCC] = ["moov", "@nam", "TLE", "PI9", "a@b@", "\\x40PRM", "url\\x20", "@\\xa9\\x5c ", "@@@@"]
    let keys = ["moov", "@nam", "TLE", "PI9", "a@b@", "\\x40PRM", "url\\x20", "@\\xa9\\x5c ", "@@@@"]
    #expect(literals == keys.map { FourCC(key: $0) })
    #expect(literals.map(\.rawValue).prefix(3) == [0x6D6F_6F76, 0xA96E_616D, 0x54_4C45])
  }

  @Test func listsNameTheirCodes() {
    func codes(_ list: StaticString) -> [FourCC] {
      var codes: [FourCC] = []
      list.eachCode { codes.append($0) }
      return codes
    }
    #expect(codes("avc1 ac-3") == ["avc1", "ac-3"])
    #expect(
      codes("@nam url\\x20 PIC")
        == [FourCC(0xA96E_616D), FourCC(0x7572_6C20), FourCC(0x50_4943)])
    #expect(codes("").isEmpty)
    // Neither four characters nor a key of ID3v2.2.
    #expect(codes("ab pic abcde moov") == ["moov"])
    #expect(("moov" as FourCC).isListed(in: "trak moov"))
    #expect(FourCC(0xA96E_616D).isListed(in: "@nam"))
    #expect(!("moov" as FourCC).isListed(in: "trak moo"))
    #expect(!("moov" as FourCC).isListed(in: ""))
  }

  @Test(arguments: [
    "", "a", "ab", "abcde", "tt2", "T 2", "abé", "abcé", "\\x4", "\\xg0abc", "abc\\",
  ])
  func whatIsNotACodeIsRefused(key: String) {
    #expect(FourCC(key: key) == nil)
  }

  @Test func bytesAndKindsOfCodes() {
    let code: FourCC = "moov"
    #expect(code.rawValue == 0x6D6F_6F76)
    #expect((0..<4).map(code.byte) == [0x6D, 0x6F, 0x6F, 0x76])
    #expect(code.isPrintable)
    #expect(!FourCC(0xA96E_616D).isPrintable)
    #expect("\(code)" == "moov")
  }
}
