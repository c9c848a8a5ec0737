extension PlayerRules {
  /// What tables of samples say.
  static let tables: StaticString = """
    rule sample-sizes-compact
      lost firefox
      each /moov/trak/mdia/minf/stbl
      when stz2 exists
      when stsz absent
      says the sizes of samples stand in 'stz2', which Firefox does not read
      mend write them as 'stsz'
      source measured
      seen Chromium 156 plays; Firefox 153 the other track alone, error 4 without any
    rule table-count
      no firefox
      each /moov/trak/mdia/minf/stbl/* of stts ctts stsc stss stsz stco co64
      when problem count-exceeds-box
      or
      each /moov/trak/edts/elst
      when problem count-exceeds-box
      says a table says more rows than its bytes hold: Firefox does not read the movie
      mend write the rows that there are
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 plays, or error 4; Firefox 153 error 4, for one row too many as for thousands
    rule table-count-chunks
      no chrome edge
      each /moov/trak/mdia/minf/stbl/stsc
      when problem count-exceeds-box
      says 'stsc' says more rows than its bytes hold: Chromium does not read the movie
      mend write the rows that there are
      source measured
      seen Chromium 156 error 4, for one row too many as for thousands
    rule table-count-doubtful
      depends chrome edge
      each /moov/trak/mdia/minf/stbl/* of stts ctts stss
      when problem count-exceeds-box
      or
      each /moov/trak/mdia/minf/stbl/stsd
      when problem entry-count-differs
      or
      each /moov/trak/mdia/minf/dinf/dref
      when problem entry-count-differs
      says on how far a count is off: Chromium passes over one row that is not there, and not over thousands
      mend write the rows that there are
      source measured
      seen Chromium 156 plays with one too many, error 4 with a thousand; Firefox 153 plays
    rule data-reference-none
      no chrome edge
      each /moov/trak/mdia/minf/dinf/dref
      when problem entry-count-differs
      when own.entry_count = 0
      or
      each /moov/trak
      when problem data-reference-invalid
      when mdia/minf/dinf/dref.entry_count = 0
      says 'dref' says that it has no entry: Chromium does not read the movie
      mend write 1, and a 'url ' with flags 1
      source measured
      seen Chromium 156 error 4; Firefox 153 plays
    rule data-reference-size
      no chrome edge
      each /moov/trak/mdia/minf/dinf/dref
      when problem atom-size-zero atom-size-invalid
      says an entry of 'dref' has a size that cannot be: Chromium does not read the movie
      mend write 12
      source measured
      seen Chromium 156 error 4; Firefox 153 plays
    rule sync-sample-invalid
      lost firefox
      each /moov/trak/mdia/minf/stbl/stss
      when problem sync-sample-invalid
      when fact sync-beyond
      says 'stss' names a sample that there is not: Firefox passes the track over
      mend write the numbers of sync samples, from 1
      source measured
      seen Chromium 156 plays; Firefox 153 the other track alone
    rule sample-description-missing
      also stsd-empty
      lost firefox firefox-mse
      no all
      each /moov/trak/mdia/minf/stbl
      when stsd.entry_count = 0
      says 'stsd' is empty: nothing says how samples are coded
      mend the sample entry has to come from elsewhere
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 4, MSE plays; Firefox 153 the other track alone, error 4 without any
    rule sync-samples-none
      also stss-empty
      lost firefox
      no quicktime
      each /moov/trak[vide]/mdia/minf/stbl
      when stss.entry_count = 0
      says 'stss' is empty: no sample that decoding may begin with
      mend delete it when all are sync samples, else list them
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays; Firefox 153 no frame
    rule sample-duration-zero
      also stts-zero-delta
      loss all
      each /moov/trak[vide]
      when fact zero-durations > 1
      or
      each /moov/trak[soun]
      when fact zero-durations > 1
      says samples that last no time: they are shown at once, or when the player likes
      mend write how long frames last
      source ISO/IEC 14496-12; measured
      seen Chromium 156 few frames; Firefox 153 all at once
    rule track-disabled-audio
      lost chrome edge quicktime
      each /moov/trak[soun]
      when fact enabled = 0
      when fact enabled-like-it = 0
      when fact enabled-played > 0
      says the only track of sound is not enabled
      mend set the flags of its 'tkhd' to 3
      source ISO/IEC 14496-12; measured
      seen Chromium 156 picture alone; Firefox 153 plays
    rule tracks-disabled
      note chrome edge
      depends quicktime
      when fact is-movie
      when fact tracks-played > 0
      when fact enabled-played = 0
      says no track is enabled: where none is, Chromium plays them as if all were
      mend set the flags of 'tkhd' to 3
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays
    rule sample-entry-drmi
      lost chrome edge firefox android windows
      depends safari quicktime itunes
      each /moov/trak/mdia/minf/stbl/stsd/* of drmi drms drmt p608
      when fact is-movie
      says FairPlay: played by Apple's programs with the right of the buyer
      source measured
      seen Chromium 156 error 4; Firefox 153 error 4
    rule encrypted-cenc
      no chrome edge firefox
      depends chrome-mse firefox-mse safari quicktime itunes android windows
      each /moov/trak/mdia/minf/stbl/stsd/* of encv enca
      when fact is-movie
      unless sinf/schi/tenc.default_isProtected = 0
      or
      when fact is-movie
      when //sgpd.grouping_type = seig
      when //encv/sinf/schi/tenc.default_isProtected = 0
      or
      when fact is-movie
      when //sgpd.grouping_type = seig
      when //enca/sinf/schi/tenc.default_isProtected = 0
      says samples are encrypted: keys are needed, in browsers by EME and MSE
      mend play it through EME, or decrypt it (mp4decrypt --key)
      source chromium media/formats/mp4/mp4_stream_parser.cc; measured
      seen Chromium 156 error 3, MSE without EME refused; Firefox 153 error 3
    rule encryption-unused
      note chrome edge firefox
      depends chrome-mse firefox-mse safari quicktime itunes android windows
      each /moov/trak/mdia/minf/stbl/stsd/* of encv enca
      when fact is-movie
      when sinf/schi/tenc.default_isProtected = 0
      says a sample entry of encryption, whose samples are not encrypted unless groups of them say so
      mend give the entry the type that 'frma' has, and take 'sinf' out
      source ISO/IEC 23001-7; measured
      seen Chromium 156 plays; Firefox 153 plays
    rule interleave-coarse
      also not-interleaved
      note all
      loss streaming
      when fact apart > 1000
      says tracks lie more than 1 s apart in the file: players jump to and fro, over a network they wait
      mend MP4Box -inter 500 IN, or ffmpeg -i IN -c copy OUT
      source immich-app/immich#2138; measured
      seen Chromium 156 16 requests for 3; Firefox 153 4 requests
    rule faststart
      also moov-last android-moov-last
      note all
      loss streaming
      when fact movie-last
      says 'moov' stands last: two or more requests before the first frame, and without byte ranges the whole file
      mend ffmpeg -i IN -c copy -movflags +faststart OUT
      source immich-app/immich#2138, mastodon/mastodon#34723, google/ExoPlayer#2695; measured
      seen Chromium 156 5 requests; Firefox 153 66 requests; without ranges neither starts
    rule several-audio-tracks
      note chrome edge firefox
      when fact enabled-sounds > 1
      says several tracks of sound: browsers play the first and offer no choice
      mend put the wanted one first
      source measured
      seen Chromium 156 plays one; Firefox 153 plays one
    rule subtitles-tx3g
      note chrome edge firefox
      each /moov/trak/mdia/minf/stbl/stsd/* of tx3g wvtt stpp text sbtl
      when fact is-movie
      says subtitles that browsers do not show
      mend give WebVTT with <track>
      source measured
      seen Chromium 156 no text; Firefox 153 no text
    rule tmcd-track
      note chrome edge firefox chrome-mse firefox-mse
      when /moov/trak[tmcd] exists
      says a track of timecode, which browsers pass over
      mend -write_tmcd 0 leaves it out
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule chapters-are-sound
      lost chrome edge
      each /moov/trak[soun]
      when fact taken-for-chapters
      says the last 'chap' of the file names this track: Chromium takes its sound for titles of chapters, and is silent
      mend remove the reference, or name the track of chapters in it
      source measured; FFmpeg libavformat/mov.c
      seen Chromium 156 plays without the sound, alone error 4, MSE plays; Firefox 153 plays
    rule chapters-are-pictures
      no chrome edge
      each /moov/trak[vide]/mdia/minf/stbl/stsd/* of avc1 avc3
      when fact taken-for-chapters
      when fact samples-in-movie
      says the last 'chap' of the file names this track: Chromium takes the film for pictures of chapters, and refuses it
      mend remove the reference, or name the track of chapters in it
      source measured; FFmpeg libavformat/mov.c
      seen Chromium 156 error 4, at once or after a few pictures; Firefox 153 plays
    rule chapters-are-pictures-seek
      loss chrome edge
      each /moov/trak[vide]/mdia/minf/stbl/stsd/* of avc1 avc3
      when fact taken-for-chapters
      when fact samples-in-movie = 0
      or
      each /moov/trak[vide]/mdia/minf/stbl/stsd/* of vp09 av01
      when fact taken-for-chapters
      says the last 'chap' of the file names this track: Chromium takes it for pictures of chapters, and stops at a seek
      mend remove the reference, or name the track of chapters in it
      source measured; FFmpeg libavformat/mov.c
      seen Chromium 156 plays from the start, error 4 after a seek, MSE plays; Firefox 153 plays
    rule apple-two-video-tracks
      loss quicktime safari
      when fact enabled-layers > 1
      says several enabled tracks of video on different layers: Apple lays them over each other
      mend disable all but one
      source measured
      seen Chromium 156 plays the first; Firefox 153 too
    rule apple-mp4-with-pcm
      note quicktime safari
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of ipcm fpcm
      when fact is-movie
      says plain samples in MP4: read by recent systems alone
      mend write a MOV file, or AAC
      source common practice
    rule apple-mp4v
      note quicktime safari
      each /moov/trak[vide]/mdia/minf/stbl/stsd/* of mp4v
      when fact is-movie
      when esds.objectTypeIndication = 0x20
      or
      each /moov/trak[vide]/mdia/minf/stbl/stsd/* of s263
      when fact is-movie
      says MPEG-4 part 2 or H.263: current Apple systems have no decoder for most
      mend code it anew
      source common practice
    rule apple-prores
      lost chrome edge firefox safari android windows
      each /moov/trak[vide]/mdia/minf/stbl/stsd/* of apcn apch apcs apco ap4h ap4x
      when fact is-movie
      says ProRes: played by QuickTime and editors
      mend code it anew for the web
      source measured
      seen Chromium 156 error 4, sound alone with AAC; Firefox 153 the same
    rule apple-avc3
      loss hls
      depends safari quicktime
      each /moov/trak[vide]/mdia/minf/stbl/stsd/* of avc3
      when fact is-movie
      says parameter sets in the samples ('avc3'): QuickTime Player may refuse it
      mend ffmpeg -i IN -c copy OUT writes 'avc1'
      source Apple HLS authoring specification
      seen Chromium 156 plays; Firefox 153 plays
    rule music-chpl-only
      loss itunes quicktime
      when /moov/udta/chpl exists
      unless fact chapter-tracks
      says chapters of Nero alone, which Apple's programs do not show
      mend write a track of chapters too (MP4Box -chap, ffmpeg)
      source Zeugma440/atldotnet#47, seanap/Plex-Audiobook-Guide#80
    rule music-chap-only
      note android
      when fact chapter-tracks
      when /moov/udta/chpl absent
      says chapters as a track alone: readers of Nero's list show none
      mend write 'chpl' too
      source rmcrackan/Libation#332, quodlibet/mutagen#530
    rule music-chpl-255
      loss all
      when fact chapters-counted >= 255
      says 'chpl' counts with 8 bits: what is behind the 255th chapter is cut
      mend write a track of chapters
      source Zeugma440/atldotnet#47
    rule music-covr-type
      loss itunes windows
      when fact cover-type-wrong
      says the cover is of another kind than its type says
      mend write 13 for JPEG, 14 for PNG; other kinds are not shown
      source epoupon/lms#718, owntone/owntone-server#171
    rule music-covr-size
      note itunes
      when fact cover-bytes > 1000000
      says a cover of more than 1 MB: devices may drop it
      mend a JPEG of 600 to 1,400 pixels
      source 0neGal/albumArtCreator#8
    rule music-m4b-brand
      note itunes
      when /ftyp.major_brand = 'M4A '
      when fact chapter-tracks
      says chapters in a file with the brand of a song: no place is kept
      mend brand 'M4B ', or stik 2
      source common practice
    rule music-gapless
      note itunes
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when fact priming-unsaid
      says nothing says where the sound begins: a gap between songs
      mend write an edit list, and iTunSMPB
      source Vanilagy/mediabunny#444
    section each track
      each /moov/trak
    rule encryption-announced
      no firefox
      depends chrome-mse firefox-mse
      when fact is-movie
      when fact protected-unused
      says a sample entry says that samples are encrypted, and no sample here leads to it: Firefox refuses that without MSE, and MSE waits for keys
      mend play it through EME, or write the file again without that entry
      source measured
      seen Chromium 156 plays, MSE no frame; Firefox 153 error 3, MSE no frame
    rule description-index-invalid
      also stsc-bad-description
      loss chrome edge
      when fact description-beyond
      says 'stsc' names a sample entry that there is not: seeking and reading may end there
      mend write 1
      source measured
      seen Chromium 156 error 2 where all samples have it, plays where some do; Firefox 153 plays
    rule description-index-of-none
      no chrome edge
      loss all
      when fact description-beyond
      when fact descriptions-used = 1
      says all samples name a sample entry that there is not: nothing says how they are coded
      mend write 1
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 2; Firefox 153 plays
    rule description-index-zero
      no chrome edge
      loss all
      when fact description-zero
      says 'stsc' names sample entry 0, and the first has number 1: nothing says how samples are coded
      mend write 1
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 3
    rule chunk-samples-differ
      depends chrome edge
      loss all
      when problem chunk-samples-differ
      says tables lead samples to the wrong bytes
      mend make the tables anew from the file before the last edit
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 2 to 4, or plays up to there; Firefox 153 the same
    rule chunk-run-beyond
      no chrome edge
      depends firefox
      when problem chunk-run-beyond
      says a run of 'stsc' begins behind the last chunk: Chromium does not read the file, Firefox may pass over the picture
      mend delete the run, or write the offsets that are missing
      source measured
      seen Chromium 156 error 4; Firefox 153 plays with the run right behind, and sound; no picture with one that is further off
    rule first-chunk-zero
      no chrome edge
      when fact first-chunk = 0
      says the first run of 'stsc' begins with chunk 0, and the first has number 1
      mend write 1
      source measured
      seen Chromium 156 error 3; Firefox 153 plays sound, and no picture
    rule samples-overlap
      loss all
      when problem samples-overlap
      unless fact base-from-fragment
      says a sample begins inside one of another track: what is decoded there is not what was coded
      mend make the tables anew from the file before the last edit
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 3 where video is hit, plays on where AAC is
    rule stsd-several
      note all chrome-mse
      when fact descriptions-used > 1
      says the coding changes inside a track: some players stay with the first
      mend split the file at the change, or code it anew
      source chromium media/formats/mp4/mp4_stream_parser.cc; measured
      seen Chromium 156 plays; Firefox 153 plays
    rule sample-count-differs
      also stts-short
      loss all
      when fact untimed
      says 'stts' times fewer samples than there are
      mend lengthen its last run
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays 1 of 2 s; Firefox 153 plays 2 s
    rule vectors-missing
      no all
      when //tenc.default_Per_Sample_IV_Size > 0
      when //senc absent
      when //saiz absent
      when //uuid absent
      when fact fragmented = 0
      when fact protected-used
      says samples are encrypted with vectors of their own, and nothing has the vectors: keys do not help
      mend take 'senc', or 'saiz' and 'saio', from the encrypted original
      source ISO/IEC 23001-7
    rule track-reference-dangling
      also tref-dangling
      note quicktime itunes
      when fact dangling
      says a reference to a track that there is not: chapters may be missing
      mend remove it
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule apple-timecode-chapters
      note quicktime itunes
      when fact chapter-track-enabled
      says the track of chapters is enabled: it is shown as text, too
      mend set its flags to 0
      source Zeugma440/atldotnet#47, enzo1982/freac#163
    section each track of pictures
      each /moov/trak[vide]
    rule first-chunk-zero-picture
      lost firefox
      when fact first-chunk = 0
      says the first run of 'stsc' begins with chunk 0, and the first has number 1: Firefox shows no picture
      mend write 1
      source measured
      seen Chromium 156 error 3; Firefox 153 sound alone
    rule sample-duration-negative
      lost firefox
      when problem sample-duration-negative
      says a picture lasts longer than half of all ticks there are: Firefox shows none of the track
      mend make 'stts' anew
      source measured
      seen Chromium 156 plays; Firefox 153 sound alone
    rule first-sample-not-sync
      also stss-first-not-sync
      loss quicktime android firefox
      when fact first-sync > 1
      says the first sample is no sync sample: strict players begin at the next one
      mend begin with an IDR picture
      source ISO/IEC 14496-12; measured
      seen Chromium 156 plays; Firefox 153 25 of 50 pictures from number 26 on, none where the last alone is a sync sample
    rule single-sync-sample
      loss hls
      note all
      when fact sync-count = 1
      when fact seconds > 10
      says one sync sample in all: each seek decodes from the start
      mend code it anew with one every 2 s (-g)
      source Apple HLS authoring specification; google/ExoPlayer#2906
      seen Chromium 156 plays and seeks; Firefox 153 too
    rule track-disabled-video
      lost chrome edge quicktime
      when fact enabled = 0
      when fact enabled-like-it = 0
      when fact enabled-played > 0
      says the only track of video is not enabled
      mend set the flags of its 'tkhd' to 3
      source ISO/IEC 14496-12; measured
      seen Chromium 156 sound alone; Firefox 153 plays
    """
}
