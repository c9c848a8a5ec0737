import ByteReading
import Structure

extension Document {
  /// Holds what a file of chunks claims of its sound against the chunk that has it.
  ///
  /// - Complexity: O(*n*) in the chunks at the top and directly in a form.
  package func checkChunkClaims() {
    guard let format = SoundFormat(self), let node = format.node else { return }
    if let claimed = format.claimedSamples, let found = format.samples {
      var extent = tree[node].extent
      view(AIFFCommon.self, of: node).withField(.numSampleFrames) { extent = $0.extent }
      let place = noteClaim(.soundLengthDiffers(claimed: claimed, found: found), extent, node)
      // A chunk of sound that is cut off has fewer.
      let cause = problems.kept.firstIndex { $0.kind.id.isSame(as: "chunk-exceeds-parent") }
      if let place, let cause, claimed > found { problems.fold(place, under: cause) }
    }
    let fields = view(WAVFormat.self, of: node)
    if let size = fields.number(.nBlockAlign), let kind = fields.number(.wFormatTag),
      let channels = fields.number(.nChannels), let bits = fields.number(.wBitsPerSample),
      [1, 3, 6, 7].contains(kind == 0xFFFE ? fields.number(.subFormat) ?? kind : kind),
      let expected = SoundFormat.blockSize(channels, bits), size != expected
    {
      var extent = tree[node].extent
      fields.withField(.nBlockAlign) { extent = $0.extent }
      noteClaim(.blockSizeDiffers(found: size, expected: expected, channels: channels), extent, node)
    }
    problems.sort(in: tree)
  }

  @discardableResult
  private func noteClaim(_ finding: Finding, _ extent: Extent, _ node: NodeIndex) -> Int? {
    faulty.insert(node)
    return problems.add(Diagnostic(finding, node: node, extent: extent), within: limits)
  }
}

extension Diagnostic.Kind {
  static let soundLengthDiffers = Self(
    "sound-length-differs", .warning, "numSampleFrames is {claimed}, the sound has {found}")
  static let blockSizeDiffers = Self(
    "block-size-differs", .warning,
    "nBlockAlign is {found}, a sample of all {count} channels takes {expected} bytes")
}

extension Finding {
  static func soundLengthDiffers(claimed: UInt64, found: UInt64) -> Self {
    Self(.soundLengthDiffers, .claimed(claimed), .found(found))
  }
  static func blockSizeDiffers(found: UInt64, expected: UInt64, channels: UInt64) -> Self {
    Self(.blockSizeDiffers, .found(found), .expected(expected), .count(channels))
  }
}
