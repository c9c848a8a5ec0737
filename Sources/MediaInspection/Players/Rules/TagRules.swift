extension PlayerRules {
  /// ID3 tags, and the sound behind them.
  static let tags: StaticString = """
    rule id3-v24-windows
      note windows mp3
      when fact tag-version = 4
      says ID3v2.4, of which Windows 7 and 8 show nothing
      mend write version 2.3
      source forum.quartertothree.com 61125; Microsoft, ID3 tag support
      since until Windows 10 1703
      seen Chromium 156 plays; Firefox 153 plays
    rule text-encoding-unknown
      also id3-utf8-in-23
      loss windows mp3 itunes
      each ID3v2
      when fact own-tag-version < 4
      when *.encoding in 2 3
      says text in an encoding that the version does not have: garbled
      mend write UTF-16, or version 2.4
      source ID3v2.3, ID3v2.4 structure
    rule id3-latin1-not-latin1
      note all
      when fact tag-text-doubtful
      says text as Latin-1 that looks like another encoding
      mend write UTF-16
      source ID3 compliance list, not read
    rule frame-size-not-syncsafe
      also id3-size-not-synchsafe
      loss itunes mp3
      when problem frame-size-not-syncsafe
      says sizes of frames as in version 2.3: readers lose what follows, pictures first
      mend write them syncsafe
      source questions asked of tag readers
    rule frame-size-syncsafe
      also id3-size-synchsafe-in-23
      loss all mp3
      when problem frame-size-syncsafe
      says sizes of frames as in version 2.4: readers lose what follows
      mend write them plain
      source ID3v2.3
    rule junk-before-sound
      depends safari quicktime itunes chrome edge firefox android windows mp3
      when problem audio-delayed
      unless fact tag-version
      says bytes that are neither tag nor sound stand before the first frame: each program guesses whether it is MP3
      mend cut them off
      source measured
      seen Chromium 156 error 4 for some files, plays others
    rule tag-truncated
      also id3-header-too-long
      no firefox mp3
      loss safari quicktime itunes chrome edge android windows
      when problem tag-truncated
      says the tag is said to be longer than the file: the sound behind it is passed over
      mend correct its size
      source measured
      seen Chromium 156 plays 2.02 of 2.04 s; Firefox 153 error 4
    rule tag-past-sound
      loss safari quicktime itunes chrome edge firefox android windows mp3
      when fact tag-past-sound
      says the tag is said to be longer than it is: sound is passed over up to the next frame behind it
      mend correct its size
      source measured
      seen Chromium 156 plays 2.02 of 2.04 s; Firefox 153 the same
    rule bytes-behind-tag
      also id3-header-too-short
      note all
      when fact tag-too-short
      unless fact tag-past-sound
      says the tag is said to end before its frames do: players look for the next frame of sound
      mend correct its size
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule id3-two-tags
      note all
      when fact tags-at-start > 1
      says two tags one behind the other: which one is shown differs
      mend make one of them
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule id3-footer
      note mp3 windows
      when fact tag-footer
      says a tag with a footer: old devices look for sound ten bytes early
      mend leave it out
      source ID3v2.4 structure; measured
      seen Chromium 156 plays; Firefox 153 plays
    rule id3-unsync
      note itunes mp3
      when fact tag-unsynchronised
      says un-synchronised bytes, which some readers leave as they are
      mend write without
      source ID3 compliance list, not read
    rule id3-apic-mime
      note itunes mp3
      when ID3v2/APIC.mime_type exists
      unless ID3v2/APIC.mime_type in image/jpeg image/png
      says a picture of an unusual type
      mend image/jpeg or image/png
      source ID3 compliance list, not read
    rule id3-apic-size
      loss mp3
      note itunes
      when fact tag-picture > 16000000
      says a picture of more than 16 MB, which devices do not show
      mend a JPEG of 600 pixels, not progressive
      source ID3v2 mailing list 2009-09
    rule id3-apic-utf16-desc
      note itunes
      when ID3v2/APIC.encoding = 1
      says a description as UTF-16, behind which some readers look for the picture a byte late
      mend write none
      source ID3 compliance list, not read
    rule id3-large-tag
      note streaming all
      when fact tag-bytes > 2000000
      says megabytes of tag before the first frame: a slow start
      mend a smaller picture
      source measured
      seen Chromium 156 one request; Firefox 153 two
    rule mp3-free-format
      no chrome edge firefox
      when fact free-format
      says MP3 in free format, whose rate no frame says: neither Chromium nor Firefox knows it for MP3
      mend ffmpeg -i IN -b:a 128k OUT.mp3
      source libavcodec/mpegaudiodecheader.c; measured
      seen Chromium 156 error 4; Firefox 153 error 4
    rule mp3-channels-vary
      no chrome edge
      when fact channels-vary
      says MP3 that goes from one channel to two, or back: Chromium stops there
      mend ffmpeg -i IN -ac 2 -c:a libmp3lame OUT.mp3
      source measured
      seen Chromium 156 error 3 both ways
    rule mp3-no-xing
      note all
      when fact rate-varies-unsaid
      says the rate varies and no header says so: lengths are guessed, seeking is rough
      mend ffmpeg -c copy writes one
      source androidx/media#3088
      seen Chromium 156 plays, 3.03 s; Firefox 153 the same
    """
}
