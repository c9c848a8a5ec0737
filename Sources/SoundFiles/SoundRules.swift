public import Structure

extension Rule {
  /// The rules of streams of audio, and of the chunks of sound files.
  public static let sound: [Rule] = AudioRules.rules + ChunkFileRules.rules
}

/// What must hold of MPEG audio and ADTS between tags; it is found while frames are looked for.
enum AudioRules {
  static let rules: [Rule] = [
    Rule(
      .audioDelayed, "11172-3 §2.4.1.2",
      why: "Audio begins with the header of a frame; bytes in front of it are noise to a decoder.",
      players: "They search for the first frame; some give up after a few bytes.",
      mend: "Remove the bytes, or find out which tag they were a part of."),
    Rule(
      .audioMissing, "11172-3 §2.4.1.2",
      why:
        "Without frames there is nothing to play, or the audio is of a kind that is not known here.",
      players: "They refuse the file, or search it to its end.",
      mend: "None is needed for a file of tags alone."),
    Rule(
      .audioSyncLost, "11172-3 §2.4.1.2",
      why: "Frames follow each other without a gap; what is between them was damaged or put there.",
      players: "They are silent for a moment, click, or stop.",
      mend: "Get the file again, or remove the bytes."),
    Rule(
      .tagInAudio, "ID3v2.4.0 structure §5; usage",
      why:
        "Tags stand at the start or the end; others were left where recordings were put together.",
      players: "They show the first tag alone, and skip this one or click.",
      mend: "Remove it, or cut the file there."),
    Rule(
      .audioFramesDiffer, "Xing, LAME and VBRI headers",
      why: "The first frame says how many frames follow, and players take the length from it.",
      players: "They show a wrong length, and seek to wrong places.",
      mend: "Write the first frame again with a program that counts the frames."),
    Rule(
      .audioFrameCut, "11172-3 §2.4.1.2",
      why: "The end of the audio is missing: the file was cut off.",
      players: "They leave the last frame out.",
      mend: "Get the file again, or remove the part of a frame."),
    Rule(
      .audioRateVaries, "LAME tag",
      why: "'Info' in place of 'Xing' says that all frames have one bit rate; they do not.",
      players: "Those that believe it seek to wrong places.",
      mend: "Write the first frame again as 'Xing'."),
    Rule(
      .audioFrequencyVaries, "11172-3 §2.4.2.3",
      why: "Two recordings were put one behind the other without being coded again.",
      players: "They play one of them at a wrong speed, or stop.",
      mend: "Code the whole file again at one frequency."),
    Rule(
      .audioLengthDiffers, "ID3v2.4.0 frames §4.2.3",
      why:
        "TLEN is the length of the audio; another one was left from an earlier version of the file.",
      players: "Some show it instead of the length of the audio.",
      mend: "Remove TLEN, or write the length of the audio."),
    Rule(
      .audioGaplessDiffers, "usage: iTunes",
      why: "iTunSMPB counts the samples that are heard: the audio was cut, or comes from another file.",
      players: "Gapless ones stop early, or wait for sound that does not come.",
      mend: "Get the file again, or remove the comment."),
    Rule(
      .audioSizeDiffers, "Xing, LAME and VBRI headers",
      why: "The first frame says how many bytes the audio has: some are missing, or were added.",
      players: "They show a wrong length, and seek to wrong places.",
      mend: "Get the file again, or write the first frame again."),
    Rule(
      .audioTagSumDiffers, "LAME tag",
      why: "The sum is over the first frame: it was changed without being written again.",
      players: "Careful ones do not believe what the frame says of gaps and gain.",
      mend: "Write the first frame again."),
    Rule(
      .audioSumDiffers, "LAME tag",
      why: "The sum is over all audio: some of it is damaged, or was cut or changed.",
      players: "They do not look at it.",
      mend: "Get the file again if it should be as it was coded."),
  ]
}

/// What must hold of the chunks of AIFF, WAV, DSF and other files that may hold tags; it is found while
/// they are scanned.
enum ChunkFileRules {
  static let rules: [Rule] = [
    Rule(
      .soundMissing, "RIFF, WAVE Form; AIFF 1.3",
      why: "A form has a chunk that says how the sound is stored and one that holds it; there is nothing to play without.",
      players: "They refuse the file, or show a length of 0.",
      mend: "Get the file again; none is needed for a recording that was never begun."),
    Rule(
      .soundLengthDiffers, "AIFF 1.3, Common Chunk",
      why: "The header says how many samples the sound has: some are missing, or were added.",
      players: "They show the length of the header, and play what is there.",
      mend: "Get the file again, or write the number of samples that is there."),
    Rule(
      .blockSizeDiffers, "RIFF, WAVE Format Chunk",
      why: "A block is one sample of each channel; its size follows from channels and bits.",
      players: "Some go by the block, others by channels and bits: speed and length differ.",
      mend: "Write channels times bytes of a sample, or correct the channels."),
    Rule(
      .formatBehindSound, "RIFF, WAVE Form",
      why: "'fmt ' has to come before 'data': who reads from the first byte on has to know what the sound is.",
      players: "Firefox and those that read from a pipe refuse the file; others go back and play it.",
      mend: "Write 'fmt ' in front of 'data'."),
    Rule(
      .framesCut, "True Audio 1, seek table",
      why: "The table has the size of each frame; the file ends before the last of them does.",
      players: "They play what is there, and show the length of the header.",
      mend: "Get the file again."),
    Rule(
      .tagPointerDiffers, "DSF 1.01, DSD Chunk",
      why: "The first chunk says where the tag is, which is the only way to it that the format has.",
      players: "Those that go by it show no tag.",
      mend: "Write the offset of the tag, or 0 where there is none."),
    Rule(
      .chunkExceeds, "EA IFF 85, RIFF",
      why:
        "A chunk lies inside the form or list around it: the file was cut off, or a size is wrong.",
      players: "They read to the end of the file, or refuse it.",
      mend: "Get the file again, or write the size of what is there."),
    Rule(
      .chunkOpen, "RIFF; EBU Tech 3306",
      why: "The size is unknown: the writer did not come back to fill it in.",
      players: "They play to the end of the file, tags at the end of it as well.",
      mend: "Write the size of the chunk."),
    Rule(
      .chunkCut, "EA IFF 85, RIFF",
      why: "A few bytes too many mean that the size of a chunk before them is wrong.",
      players: "They ignore them.",
      mend: "Remove the bytes, or correct the size."),
    Rule(
      .notAChunk, "EA IFF 85, RIFF",
      why: "Chunks begin with four printable characters and a size; what follows cannot be found.",
      players: "They stop there; a tag behind it is lost.",
      mend: "Correct the size of the chunk before."),
    Rule(
      .chunkUnpadded, "EA IFF 85, RIFF",
      why:
        "Chunks begin at even offsets: behind one of odd size there is a byte that is not counted.",
      players: "Those that skip the byte lose the next chunk.",
      mend: "Write the byte."),
    Rule(
      .chunkWithoutTag, "ID3v2 chunk; usage",
      why: "The chunk is named for an ID3v2 tag, and holds something else.",
      players: "They show no tag.",
      mend: "Remove the chunk, or write a tag into it."),
    Rule(
      .bytesBehindTag, "ID3v2 chunk; usage",
      why: "The chunk is longer than the tag in it; the rest is nobody's.",
      players: "They ignore it.",
      mend: "Write the size of the tag, or make the rest its padding."),
    Rule(
      .bytesBehindChunks, "EA IFF 85, RIFF",
      why: "The form ends before the file does: its size is wrong, or something was appended.",
      players: "They ignore what is behind it, tags as well.",
      mend: "Write the size of the form."),
  ]
}
