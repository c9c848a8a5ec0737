extension PlayerRules {
  /// Android's media3 and Windows' Media Foundation.
  static let devices: StaticString = """
    rule android-brand
      no android
      when fact is-movie
      when /ftyp exists
      unless fact brand-android
      says no brand that media3 knows
      mend add isom
      source androidx/media Sniffer.java
    rule android-sidx
      loss android
      when fact is-movie
      when /moof exists
      when /moov exists
      when /sidx absent
      says fragments without 'sidx': played, but no seeking
      mend -movflags +global_sidx, or no fragments
      source androidx/media#3088, google/ExoPlayer#6704
    rule android-leaf-large-size
      no android
      when fact leaves-large
      says a box in a fragment with a size of 64 bits
      mend write 32 bits
      source androidx/media FragmentedMp4Extractor.java
    rule android-sbgp
      no android
      when fact key-groups-several
      says several runs of key groups in a fragment
      mend one group a fragment
      source androidx/media FragmentedMp4Extractor.java
    rule auxiliary-count-differs
      also android-senc
      no android
      when fact auxiliary-differs
      says initialization vectors for another number of samples
      mend package it anew
      source androidx/media FragmentedMp4Extractor.java
    rule android-stsz
      no android
      each /moov/trak/mdia/minf/stbl
      when stsz absent
      when stz2 absent
      says neither 'stsz' nor 'stz2'
      mend rebuild it
      source androidx/media BoxParser.java
    rule android-stsc-first
      no android
      depends chrome edge
      loss all
      each /moov/trak
      when fact first-chunk > 1
      says the first run of 'stsc' does not begin with chunk 1: samples are taken from the chunk before
      mend write 1
      source androidx/media BoxParser.java; measured
      seen Chromium 156 error 3, or plays
    rule android-box-size-zero
      no android
      each /moov/trak/mdia/minf/stbl/stsd
      when problem atom-size-zero atom-size-invalid
      says a box of size 0 in 'stsd'
      mend write its size
      source androidx/media BoxParser.java
    rule android-duplicate-config
      no android
      each /moov/trak/mdia/minf/stbl/stsd/*
      when fact configurations > 1
      or
      each /moov/trak/mdia/minf/stbl/stsd/*
      when fact layers-first
      says two configurations in a sample entry, or 'lhvC' before 'hvcC'
      mend one, in order
      source androidx/media BoxParser.java
    rule win-hevc
      depends windows edge
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1 hev1
      when fact is-movie
      says on the HEVC extension of the store (error 0xC00D5212 without it)
      mend H.264
      source Microsoft, Media Foundation formats
    rule win-av1-vp9
      depends windows
      each /moov/trak/mdia/minf/stbl/stsd/* of av01 vp09
      when fact is-movie
      says on an extension of the store
      mend H.264
      source Microsoft, Media Foundation formats
    rule win-avc-level
      depends windows
      each /moov/trak/mdia/minf/stbl/stsd/* of avc1
      when avcC.AVCLevelIndication > 51
      says on a decoder of the hardware: that of Windows is said to take H.264 up to level 5.1
      mend smaller pictures, or the level that the stream has
      source Microsoft, Media Foundation, H.264 Video Decoder
    rule aac-beyond-listed
      depends android windows
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when //esds.audioObjectType in 2 5 29
      when //esds.channelConfiguration in 7 11 12 13 14
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when //esds.audioObjectType in 2 5 29
      when //esds.samplingFrequencyIndex < 3
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when //esds.audioObjectType in 5 29
      when //esds.extensionSamplingFrequencyIndex < 3
      says on the decoder: Android and Windows list AAC of up to 5.1 channels and 48 kHz
      mend code it anew, in 5.1 and 48 kHz at most
      source Android, Supported media formats; Microsoft, Media Foundation, AAC Decoder
    rule android-vp9-profile
      depends android
      each /moov/trak/mdia/minf/stbl/stsd/* of vp09
      when vpcC.profile > 0
      says on the decoder: of VP9 devices are to have profile 0, which is 8 bits of 4:2:0
      mend code it anew with -pix_fmt yuv420p
      source Android Compatibility Definition, VP9
    rule win-fragmented
      loss windows
      when /moov exists
      when /moof exists
      says fragments: wrong times in some builds, and no seeking without an index
      mend ffmpeg -i IN -c copy -movflags +faststart OUT
      source alax.info/blog/tag/mp4
      since builds of Windows 10 1607
    rule win-mov
      depends windows
      when /ftyp.major_brand = 'qt  '
      when fact entries-unusual
      says on a decoder: of what MOV files hold, Windows has H.264, AAC and little more
      mend MP4 with H.264 and AAC
      source Microsoft, Media Foundation formats
    rule win-tags
      note windows
      when fact is-movie
      when //meta/keys exists
      unless /moov/udta/meta/hdlr.handler_type = mdir
      says tags as keys alone, which Explorer does not show
      mend write 'ilst' too
      source common practice
    """
}
