extension AboutShapes {
  /// The flat row: keys that every file has, whose values are no objects and no lists, so that an engine has a
  /// column of each. What stands above says more of the same.
  static var columns: [RecordMember<AboutKey>] {
    [
      .required(.trackCount, .definition("naturalOrNull"), "Here the flat columns begin; null: not said, or not read."),
      .required(.codecList, .definition("textOrNull"), "The codecs of all tracks, each once, with commas between."),
      .required(
        .protectionAnswer, .definition("answerOrNull"),
        "found: a track is protected; none: no track is; of a file without tracks null."),
      .required(.videoTrack, .definition("naturalOrNull"), "The number of the first video track."),
      .required(.videoCodec, .definition("textOrNull")),
      .required(.videoCodecName, .definition("textOrNull")),
      .required(.width, .definition("naturalOrNull"), "Of the first video track, or else of the primary image."),
      .required(.height, .definition("naturalOrNull")),
      .required(.rotation, .definition("naturalOrNull"), "Degrees clockwise, where that track or image is shown in another way than it is coded."),
      .required(.frameRate, .definition("numberOrNull")),
      .required(.variableFrameRate, .types([.flag, .null])),
      .required(.videoBitRate, .definition("naturalOrNull")),
      .required(.colourAnswer, .definition("answerOrNull")),
      .required(.colourPrimaries, .definition("naturalOrNull")),
      .required(.colourTransfer, .definition("naturalOrNull")),
      .required(.colourMatrix, .definition("naturalOrNull")),
      .required(.hdr, .definition("textOrNull")),
      .required(.dolbyVisionProfile, .definition("naturalOrNull")),
      .required(.audioTrack, .definition("naturalOrNull"), "The number of the first audio track."),
      .required(.audioCodec, .definition("textOrNull")),
      .required(.audioCodecName, .definition("textOrNull"), "Of the first audio track, or else of sound without one."),
      .required(.sampleRate, .definition("numberOrNull")),
      .required(.channels, .definition("naturalOrNull")),
      .required(.audioBitRate, .definition("naturalOrNull")),
      .required(.audioLanguage, .definition("textOrNull")),
      .required(.writer, .definition("textOrNull")),
      .required(.madeDate, .definition("textOrNull")),
      .required(.cameraMake, .definition("textOrNull")),
      .required(.cameraModel, .definition("textOrNull")),
      .required(.locationAnswer, .definition("answerOrNull")),
      .required(.latitude, .definition("numberOrNull"), "Of the first place that has one."),
      .required(.longitude, .definition("numberOrNull")),
      .required(.personalDataAnswer, .definition("answerOrNull")),
      .required(.errorCount, .definition("naturalOrNull"), "This and the next three are null with --no-check."),
      .required(.warningCount, .definition("naturalOrNull")),
      .required(.noteCount, .definition("naturalOrNull")),
      .required(
        .ruleList, .definition("textOrNull"), "The rules that are broken, each once, with commas between."),
      .optional(.mediaSHA256, .definition("textOrNull"), "With --digest; of all media."),
      .optional(.videoSHA256, .definition("textOrNull"), "With --digest; of the samples of the first video track."),
      .optional(.audioSHA256, .definition("textOrNull")),
    ]
  }
}
