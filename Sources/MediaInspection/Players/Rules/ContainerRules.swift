extension PlayerRules {
  /// Whether the boxes can be walked at all.
  static let container: StaticString = """
    rule movie-missing
      also no-moov
      no all
      when fact is-movie
      when /moov absent
      when /moof absent
      says no 'moov': nothing says what the bytes are, as in a recording that was broken off
      mend rebuild it after a sound file of the same recorder (untrunc); record with -movflags +frag_keyframe
      source ISO/IEC 14496-12; immich-app/immich#2138, ant-media/Ant-Media-Server#7953; measured
      seen Chromium 156 error 4; Firefox 153 error 4
    rule media-missing
      no every
      when fact media-missing
      says no samples: the file announces tracks and has nothing of them, as an initialization segment does
      mend put its media segments behind it (cat INIT SEGMENT...)
      source ISO/IEC 14496-12; measured
      seen Chromium 156 no frame and no error
    rule file-truncated
      also truncated-data
      depends firefox
      loss safari quicktime itunes chrome edge android windows chrome-mse firefox-mse
      when fact past-end
      when fact chunks-inside
      unless fact base-from-fragment
      or
      when fact past-end
      when fact chunks-inside
      when fact base-from-fragment
      when problem file-truncated
      says samples lie behind the end of the file: players go up to there, Firefox may stop up to 2.5 s before, in a short file at once
      mend fetch the rest; what is there is kept by ffmpeg -i IN -c copy OUT
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays, then error 3; Firefox 153 error 3 some 2.5 s before, of 4 s at the start
    rule brand-firefox
      no firefox
      when /ftyp.major_brand in 3gp5 3gp6 3gp7 'crx '
      says a major brand by which Firefox knows no MP4
      mend ffmpeg -i IN -c copy OUT.mp4
      source measured
      seen Chromium 156 plays; Firefox 153 error 4
    rule chunk-beyond-end
      also chunk-offset-beyond
      no all
      when fact past-end
      when fact chunks-inside = 0
      unless fact base-from-fragment
      says every chunk lies behind the end of the file: no frame is ever shown
      mend boxes were moved and offsets left as they were: add the difference, or remux the original
      source ISO/IEC 14496-12; measured
      seen Chromium 156 no frame and no error; Firefox 153 error 3
    rule track-beyond-end
      no firefox
      lost all
      each /moov/trak[vide]
      when fact past-end
      when fact chunks-inside
      when fact track-past-end
      unless fact base-from-fragment
      or
      each /moov/trak[soun]
      when fact past-end
      when fact chunks-inside
      when fact track-past-end
      unless fact base-from-fragment
      says every chunk of the track lies behind the end of the file: nothing of it is played
      mend offsets are wrong, or boxes were moved and they were left as they were: remux the original
      source ISO/IEC 14496-12; measured
      seen Chromium 156 the other track alone; Firefox 153 error 3
    rule first-samples-cut
      no all
      when fact past-end
      when fact beginnings-cut
      unless fact base-from-fragment
      or
      when fact past-end
      when fact beginnings-cut
      when fact base-from-fragment
      when problem file-truncated
      says no track has its first sample whole: the file ends before
      mend fetch the rest
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 3; Firefox 153 error 3
    rule mvhd-behind-edits
      no chrome edge
      when fact header-behind-edits
      or
      each /moov
      when mvhd absent
      when trak/edts/elst exists
      unless cmov exists
      says no 'mvhd', or one behind a track with edits, whose ticks nobody knows then: nothing is shown
      mend put it first: ffmpeg -i IN -c copy OUT
      source ISO/IEC 14496-12; measured
      seen Chromium 156 no frame, duration 0, and plays with 'mvhd' first; Firefox 153 plays
    rule sound-in-boxes
      no chrome edge
      loss safari quicktime itunes firefox android windows
      each /moov/trak[soun]
      when mdia/minf/stbl/stsd/mp4a exists
      when fact begins-in-boxes
      says the first sample of the sound lies over boxes of 'moov': these grew or were moved, and offsets were left as they were
      mend add what the boxes grew by to all offsets, or remux the original
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 3; Firefox 153 plays where later chunks are as they should be
    rule mdat-larger-than-file
      note all
      each /mdat
      when problem file-truncated
      when fact chunks-inside
      unless fact past-end
      says 'mdat' claims more bytes than the file has, and all samples are there
      mend write its true size
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays; Firefox 153 plays
    rule mdat-size-zero
      note all firefox-mse
      no chrome-mse
      each /mdat
      when fact stored-size = 0
      says 'mdat' has no size and goes to the end of the file: right, but not for MSE in Chromium
      mend write its size
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays, MSE append error; Firefox 153 plays, MSE too
    rule leading-junk
      no every
      when fact junk-before
      unless fact is-image
      says bytes that are no box, or a box with a size that cannot be, stand before 'moov', or before the first fragment: what is behind them is not found
      mend write the size that there is, or a 'free' over them; cut them off where no chunk offset counts them
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 4, no frame before a fragment; Firefox 153 error 4, no frame before a fragment; in MSE both refuse it, too; behind 'moov' both play
    rule leading-id3
      no all
      when fact tag-before
      says an ID3v2 tag stands before 'ftyp': the file is taken for something else
      mend remove the tag, and lower chunk offsets by its length when they do not fit
      source measured
      seen Chromium 156 error 4; Firefox 153 error 4
    rule ftyp-not-first
      also leading-box-harmless
      note all
      when fact ftyp-place > 1
      unless fact junk-before
      says a box stands before 'ftyp': programs that look at bytes 4 to 7 alone may not know the file
      mend put 'ftyp' first
      source ISO/IEC 14496-12; mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 plays; Firefox 153 plays
    rule trailing-junk
      note all
      when fact is-movie
      when fact junk-behind
      says bytes behind the last box form none: passed over
      mend cut them off
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule compressed-moov
      no chrome edge firefox safari android windows
      when /moov/cmov exists
      says 'moov' is compressed: no browser inflates it
      mend ffmpeg -i IN -c copy OUT
      source QuickTime File Format; measured
      seen Chromium 156 error 4; Firefox 153 error 4
    rule entry-child-size-zero
      lost firefox firefox-mse
      no chrome-mse
      each /moov/trak[vide]/mdia/minf/stbl/stsd/*
      when fact zeros-inside
      or
      each /moov/trak[soun]/mdia/minf/stbl/stsd/*
      when fact zeros-inside
      says a box of size 0, or 8 zeros, in a sample entry: Firefox does not know the track, Chromium refuses all in MSE
      mend write its size, or cut the zeros off
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 plays, MSE append error; Firefox 153 the other track alone
    rule box-unread
      no firefox firefox-mse
      each /moov/trak[vide]/mdia/minf/stbl/stsd/*
      when fact boxes-unread
      or
      each /moov/pssh
      when problem fields-truncated
      says 'pasp', 'colr' or 'pssh' is shorter or longer than its fields, or 'colr' has reserved bits that are set: Firefox does not read the movie
      mend write it with the length that it has to have and reserved bits 0, or delete it
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 plays, not with a short 'pssh'; Firefox 153 error 4
    rule key-system-header
      no firefox
      when /moov/pssh exists
      says 'moov' has a 'pssh': Firefox takes the file for encrypted, whether it is or not, and plays none of those without MSE
      mend delete it where nothing is encrypted
      source measured
      seen Chromium 156 plays; Firefox 153 error 3, MSE plays, and what has it in 'moof' or at the top
    rule box-cut-mse
      no chrome-mse
      each /moov/trak[vide]/mdia/minf/stbl/stsd/*/* of pasp colr
      when problem fields-truncated colour-range-missing
      says 'pasp' or 'colr' is shorter than its fields
      mend write it with the length that it has to have, or delete it
      source measured
      seen Chromium 156 plays, with other pixels; MSE append error
    rule box-cut
      no chrome edge
      when problem atom-header-truncated
      when fact identifiers-cut
      or
      each /moov/pssh
      when problem fields-truncated
      or
      each /moov/trak[vide]/mdia/minf/stbl/stsd/*/* of clap
      when problem clean-aperture-invalid clean-aperture-outside
      says 'uuid' or 'pssh' is cut short, or 'clap' crops what cannot be cropped: Chromium does not read the file
      mend write it with the length and the numbers that it has to have, or delete it
      source measured
      seen Chromium 156 error 4, MSE plays; Firefox 153 plays, not with a short 'pssh'
    rule clap-cut
      depends chrome edge
      each /moov/trak[vide]/mdia/minf/stbl/stsd/*/* of clap
      when problem fields-truncated
      says on the bytes behind 'clap', which is cut short: Chromium takes them for the rest of it
      mend write all its eight numbers, or delete it
      source measured
      seen Chromium 156 error 4, or plays; Firefox 153 plays
    rule no-mdhd
      lost firefox firefox-mse
      no chrome-mse
      loss chrome edge
      depends safari quicktime itunes android windows
      each /moov/trak/mdia
      when mdhd absent
      says the track has no 'mdhd': nothing says how long its ticks are
      mend write one with the timescale that 'stts' and the frame rate make
      source ISO/IEC 14496-12; measured
      seen Chromium 156 shows 4 of 50 frames in the time of 2 s, MSE refused; Firefox 153 the other track alone
    rule no-hdlr
      lost firefox firefox-mse
      depends chrome-mse
      each /moov/trak/mdia
      when hdlr absent
      says the track has no 'hdlr': Firefox passes it over, Chromium refuses all in MSE where codecs= names it
      mend write one with vide or soun
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays, MSE refused where codecs= names it; Firefox 153 sound alone
    rule handler-unknown
      lost firefox firefox-mse
      depends chrome-mse
      each /moov/trak
      when fact is-movie
      when fact handler-unknown
      or
      each /moov/trak[pict]
      when fact is-movie
      unless /moov/trak[vide] exists
      or
      each /moov/trak[auxv]
      when fact is-movie
      unless /moov/trak[vide] exists
      says the handler says no kind of media that browsers know: Firefox passes the track over, Chromium refuses all in MSE where codecs= names it
      mend set handler_type as the sample entry asks
      source measured
      seen Chromium 156 plays, MSE refused where codecs= names it; Firefox 153 the other track alone
    rule handler-late
      lost firefox firefox-mse
      each /moov/trak[vide]
      when fact handler-late
      or
      each /moov/trak[soun]
      when fact handler-late
      says 'hdlr' stands behind 'minf': Firefox does not know what the samples are, and passes the track over
      mend put it in front
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 plays; Firefox 153 the other track alone
    rule no-sample-table-box
      lost firefox
      no all
      each /moov/trak[vide]/mdia/minf/stbl
      when fact tables-missing
      says a table of the pictures is missing in a file without fragments
      mend rebuild it from the original
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 2; Firefox 153 sound alone, error 4 without any
    rule no-sound-table-box
      lost chrome edge firefox
      no all
      each /moov/trak[soun]/mdia/minf/stbl
      when fact tables-missing
      says a table of the sound is missing in a file without fragments
      mend rebuild it from the original
      source ISO/IEC 14496-12; measured
      seen Chromium 156 picture alone; Firefox 153 picture alone
    rule no-vmhd-dinf
      note all
      each /moov/trak[vide]/mdia/minf
      when vmhd absent
      or
      each /moov/trak[soun]/mdia/minf
      when smhd absent
      or
      each /moov/trak/mdia/minf
      when dinf absent
      says a header that browsers do not miss is not there; strict parsers do
      mend add it
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays; Firefox 153 plays
    rule timescale-zero
      no firefox chrome-mse firefox-mse
      each /moov
      when mvhd.timescale = 0
      or
      each /moov/trak/mdia
      when mdhd.timescale = 0
      says a timescale is 0
      mend write 1,000 in 'mvhd'; in 'mdhd' what 'stts' and the frame rate make of it
      source mozilla/mp4parse-rust; chromium media/formats/mp4/box_definitions.cc; measured
      seen Chromium 156 plays, MSE refused; Firefox 153 error 4
    rule timescale-zero-media
      loss chrome edge
      each /moov/trak/mdia
      when mdhd.timescale = 0
      says the timescale of a track is 0: Chromium plays it nearly stopped
      mend write what 'stts' and the frame rate make of it
      source measured
      seen Chromium 156 plays almost stopped
    rule media-header-version
      no chrome edge
      each /moov/trak/mdia/mdhd
      when problem version-unknown
      says 'mdhd' has a version that nobody wrote down: Chromium does not read the movie
      mend write the version that fits its length
      source measured
      seen Chromium 156 error 4, for no other header; Firefox 153 error 4
    rule track-id-duplicate
      also duplicate-track-id
      no chrome-mse
      note chrome edge safari quicktime firefox android windows firefox-mse
      when fact same-ids
      says two tracks have one ID
      mend give each its own, in 'tref', 'trex' and 'tfhd' too
      source chromium media/formats/mp4/mp4_stream_parser.cc; measured
      seen Chromium 156 plays, MSE append error; Firefox 153 plays, MSE too, where the first video and the first sound are the first with their IDs
    rule track-id-taken
      no firefox firefox-mse
      when fact first-same-ids
      says the first video or the first sound has the ID of a track before it: Firefox reads it with the data of that one
      mend give each its own, in 'tref', 'trex' and 'tfhd' too
      source mozilla/mp4parse-rust mp4parse_capi/src/lib.rs; measured
      seen Chromium 156 plays; Firefox 153 error 3
    rule movie-duration-differs
      also mvhd-duration-wrong
      note all
      when fact movie-duration-off
      says 'mvhd' has another length than the tracks: lists of files show it, players do not
      mend write the length of the longest track
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule moof-without-mvex
      no chrome edge firefox quicktime chrome-mse firefox-mse
      when /moov exists
      when /moof exists
      when /moov/mvex absent
      says there are fragments, and no 'mvex' that announces them
      mend add 'mvex' with a 'trex' for each track
      source measured
      seen Chromium 156 error 4, MSE append error; Firefox 153 error 3, MSE append error
    rule music-adts-m4a
      note all
      when fact is-stream-named-movie
      says a stream of ADTS with the name of an MP4 file
      mend ffmpeg -i IN -c copy -bsf:a aac_adtstoasc OUT.m4a
      source common practice
    rule ftyp-avif-on-video
      no firefox
      when /ftyp.major_brand in avif avis
      when /moov/trak[vide] exists
      when /meta absent
      says a film with the brand of an image: Firefox takes it for one
      mend write isom or mp42
      source measured
      seen Chromium 156 plays; Firefox 153 error 4
    rule ftyp-missing-or-odd
      note chrome edge firefox
      when fact is-movie
      when /ftyp absent
      when /styp absent
      or
      when fact is-movie
      when /ftyp.major_brand in 'qt  ' 'M4A ' 3gp4 3gp5 heic
      says no brand, or one of another world; browsers do not mind
      mend write isom or mp42 to reach all
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule fragmented-file
      note chrome edge firefox
      when /moov exists
      when /moof exists
      when /sidx absent
      when /mfra absent
      says fragments without an index: the length is found by reading all of them
      mend ffmpeg -i IN -c copy -movflags +faststart OUT, or -movflags +global_sidx
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule android-search-length
      loss android
      when fact ftyp-offset > 4096
      says 'ftyp' stands behind the first 4,096 bytes: not recognised
      mend put it first
      source androidx/media Sniffer.java
    rule apple-range-requests
      note safari
      when outside
      says a server that answers 200 to a range shows Safari nothing
      mend answer 206 with Content-Range
      source JuliaDocs/LiveServer.jl#151, supabase/storage-api#20, unbit/uwsgi#1638
    rule content-type
      note chrome edge firefox
      when outside
      says the media type of the answer: both engines look at the bytes
      mend video/mp4
      source measured
      seen Chromium 156 plays as text/plain; Firefox 153 too
    rule no-range-no-seek
      loss chrome edge firefox safari
      when outside
      says a server without byte ranges: no seeking until all is loaded, in Safari nothing
      mend serve ranges
      source supabase/storage-api#20; measured
      seen Chromium 156 seekable to 0; Firefox 153 not seekable
    rule sample-entry-unknown
      lost chrome edge firefox safari quicktime itunes android windows chrome-mse firefox-mse
      each /moov/trak
      when unlisted
      says a coding that it does not have
      mend ffmpeg -i IN -c:v libx264 -pix_fmt yuv420p -c:a aac -movflags +faststart OUT.mp4
      source chromium media/base/mime_util_internal.cc; measured
      seen Chromium 156 error 4, or the other track alone; Firefox 153 the same
    section each track
      each /moov/trak
    rule chunk-offset-shifted
      no all
      when fact units = 2
      unless fact base-from-fragment
      says the first samples do not begin as their coding does: they lie elsewhere, were overwritten, or are encrypted and nothing says so
      mend take the growth of what stands before 'mdat' off all offsets; what was overwritten has to be copied again
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 3; Firefox 153 error 3
    rule chunk-offset-wrong
      loss all
      when fact units-later = 2
      unless fact base-from-fragment
      says a later sample is not made of units: its chunk lies elsewhere, or was overwritten; it plays up to there
      mend write the offset at which the chunk lies; what was overwritten has to be copied again
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 3 at that sample
    rule sound-of-zeros-first
      no chrome edge chrome-mse firefox-mse
      depends firefox safari quicktime itunes android windows
      when fact sound-of-zeros = 1
      says the first sample of AAC is of zeros, which are no sound: Chromium stops there, Firefox where nothing was decoded before
      mend leave the sample out, or code the sound anew
      source ISO/IEC 14496-3; measured
      seen Chromium 156 error 3, MSE too; Firefox 153 plays where an edit passes over it, MSE error 3
    rule sound-of-zeros
      loss chrome edge chrome-mse
      depends firefox safari quicktime itunes android windows firefox-mse
      when fact sound-of-zeros > 1
      says a sample of AAC is of zeros, which are no sound: Chromium stops there, Firefox where somebody seeks there
      mend leave the sample out, or code the sound anew
      source ISO/IEC 14496-3; measured
      seen Chromium 156 error 3 at that sample, MSE too; Firefox 153 plays, error 3 where it is the first that is decoded
    rule chunks-swapped
      loss all
      when problem chunks-swapped
      says two chunks have each other's offset: samples are decoded from bytes of others
      mend exchange the two offsets
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 3 at that sample
    rule box-twice
      no chrome edge
      when problem atom-duplicated
      when fact boxes-twice
      says a box is there twice of which Chromium takes one: it does not read the file
      mend delete one
      source measured
      seen Chromium 156 error 4, MSE plays; Firefox 153 plays
    rule no-tkhd
      lost all firefox-mse
      no chrome-mse
      when tkhd absent
      says the track has no 'tkhd' and is passed over
      mend write one with flags 3, an ID and a size
      source ISO/IEC 14496-12; measured
      seen Chromium 156 sound alone, MSE refused; Firefox 153 sound alone
    rule track-without-tables
      lost all firefox-mse
      no chrome-mse
      when mdia/minf/stbl/stsd absent
      says the track has no tables: nothing says what its samples are, and it is passed over
      mend rebuild it from the original
      source ISO/IEC 14496-12; measured
      seen Chromium 156 the other track alone, MSE refused; Firefox 153 the other track alone
    rule handler-unsuited
      also hdlr-wrong-type
      no firefox chrome-mse firefox-mse
      lost safari quicktime itunes chrome edge android windows
      when fact handler-fits = 0
      says the handler says another kind of media than the sample entry: the track is passed over, or all of the file
      mend set handler_type as the sample entry asks
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays the other track, alone error 4, MSE append error; Firefox 153 error 4, MSE too
    rule external-dref
      no quicktime
      note chrome edge firefox safari chrome-mse firefox-mse
      when fact elsewhere
      says the media is said to lie in another file
      mend copy it into this one and set flags 1
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays what is inside after all, MSE too; Firefox 153 too
    section the movie
      each /moov
    rule moov-size-zero
      no firefox
      when fact stored-size = 0
      says 'moov' has no size and goes to the end of the file: Firefox does not read it
      mend write its size
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays; Firefox 153 error 4
    rule moov-child-size-bad
      no firefox firefox-mse
      when fact sizes-wrong
      says a box in 'moov' has a size that cannot be: Firefox gives up, others go on
      mend correct the size, or call the box 'free' when nothing needs it
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 plays; Firefox 153 error 4
    rule no-mvhd
      no safari quicktime itunes firefox android windows chrome-mse firefox-mse
      when mvhd absent
      unless cmov exists
      says there is no 'mvhd'
      mend write one with the timescale of the tracks
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays where no track has edits, MSE append error; Firefox 153 error 3 or 4, MSE too
    rule box-version-unknown
      no firefox firefox-mse
      when fact version-unknown
      says a header has a version that nobody wrote down, or more bytes than its version has: Firefox does not read it
      mend write the version that fits its length
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 plays; Firefox 153 error 4
    """
}
