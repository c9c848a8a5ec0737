extension PlayerRules {
  /// What MSE takes, and what it does with it.
  static let fragments: StaticString = """
    rule mse-not-fragmented
      no chrome-mse firefox-mse
      loss hls dash
      when /moov exists
      when /moov/mvex absent
      when /moof absent
      says no fragments: MSE takes none of it
      mend ffmpeg -i IN -c copy -movflags frag_keyframe+empty_moov+default_base_moof OUT
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 append error; Firefox 153 nothing buffered
    rule fragment-lost
      loss safari quicktime itunes chrome edge firefox android windows chrome-mse firefox-mse
      when fact fragments-lost
      unless fact past-end
      says a fragment is cut off, or an index leads to fragments that are not in the file: playing ends early
      mend fetch the rest
      source ISO/IEC 14496-12; measured
      seen Chromium 156 ends at the last fragment and shows the whole length; Firefox 153 shows what is there
    rule fragment-header-cut
      depends chrome edge
      each /moof
      when problem file-truncated atom-exceeds-parent
      says the file ends within a 'moof': Chromium may play nothing of it
      mend fetch the rest, or cut it in front of the 'moof'
      source measured
      seen Chromium 156 error 4, or plays up to there; Firefox 153 plays up to there, then error 3
    rule track-extends-missing
      also mse-trex-missing
      no chrome-mse firefox-mse cmaf
      each /moov
      when mvex exists
      when fact extends-missing
      or
      each /moov/mvex/trex
      when own.default_sample_description_index = 0
      says a track without its 'trex', or one that names no description or no track
      mend one for each track, with index 1
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 append error; Firefox 153 append error
    rule fragments-without-extends
      no chrome edge firefox
      when problem track-extends-missing
      or
      each /moov/mvex/trex
      when /moof exists
      when /moof/traf/tfhd.sample_description_index absent
      when own.default_sample_description_index = 0
      says fragments of a track without its 'trex', or that names no description: nothing says how their samples are coded
      mend one for each track, with index 1
      source ISO/IEC 14496-12; measured
      seen Chromium 156 error 2 to 4; Firefox 153 error 3
    rule index-refused
      no chrome edge
      when fact index-refused
      says an index without timescale or entries, or one of indexes, in front of the fragments: Chromium does not open it
      mend write it for the fragments, or leave it out
      source measured
      seen Chromium 156 error 4, MSE plays; Firefox 153 plays
    rule fragment-track-unknown
      also mse-unknown-track
      no chrome-mse
      depends chrome edge
      loss firefox firefox-mse
      when /moov exists
      when fact tracks-unknown
      says a fragment of a track that 'moov' does not have: it is left out
      mend append the initialization segment that belongs to it
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 append error; Firefox 153 the other fragments
    rule fragment-track-unknown-file
      no chrome edge
      when /moov exists
      when fact tracks-unknown
      unless /moov/trak/tkhd.track_ID = 0
      unless /moov/trak/mdia/minf/stbl/stsz.sample_count > 0
      unless /moov/trak/mdia/minf/stbl/stz2.sample_count > 0
      says a fragment of a track that 'moov' does not have, where all samples stand in fragments: Chromium plays none of them
      mend put the initialization segment in front that belongs to it
      source measured
      seen Chromium 156 error 4, whether it is the first fragment or the last; of sound beside video error 3
    rule fragment-tracks-unknown
      no firefox-mse
      when /moov exists
      when fact tracks-unknown
      unless fact tracks-known
      says all fragments are of tracks that 'moov' does not have
      mend append the initialization segment that belongs to them
      source W3C ISO BMFF byte stream format; measured
      seen Firefox 153 nothing buffered
    rule mse-no-init
      no chrome-mse firefox-mse
      when /moof exists
      when /moov absent
      says a media segment alone: an initialization segment has to be appended first
      mend append it first
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 append error; Firefox 153 append error
    rule mse-moof-large-size
      no firefox-mse
      each /moof
      when fact stored-size = 1
      says a fragment with a size of 64 bits: Firefox refuses it
      mend write 32 bits
      source measured
      seen Chromium 156 plays; Firefox 153 append error
    rule mse-codecs-track-mismatch
      no chrome-mse
      when outside
      says tracks that the page's codecs= does not name, or names otherwise
      mend make codecs= from 'stsd'
      source measured
      seen Chromium 156 append error; Firefox 153 plays
    rule mse-type-refused
      depends chrome-mse firefox-mse
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when //esds.audioObjectType in 1 4
      says AAC Main or LTP: browsers refuse the type that says so, mp4a.40.1 or mp4a.40.4, and play the same bytes as mp4a.40.2
      mend append it as mp4a.40.2, or -c:a aac
      source measured
      seen Chromium 156 refuses the type, and plays what is appended as mp4a.40.2; Firefox 153 the same
    rule mse-type-mpeg2-main
      depends firefox-mse
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when //esds.objectTypeIndication = 0x66
      says MPEG-2 AAC Main: Firefox refuses the type that says so, mp4a.66, and plays the same bytes as mp4a.40.2
      mend append it as mp4a.40.2, or -c:a aac
      source measured
      seen Chromium 156 append error under each type; Firefox 153 refuses the type, and plays what is appended as mp4a.40.2
    rule mse-box-remains
      no chrome-mse
      each /moov
      when mvex exists
      when fact bytes-remain
      says bytes are left behind the last box of one in 'moov', or its size is not theirs: Chromium refuses it
      mend let each box end where the last one in it does
      source measured
      seen Chromium 156 append error, of four zeros too; Firefox 153 plays where less than 8 bytes are left
    rule mse-duration-huge
      no chrome-mse
      each /moov
      when mvex/mehd.fragment_duration >= 4611686018427387904
      when mvex/mehd.fragment_duration < 9223372036854775808
      when mvhd.timescale < 500000
      or
      each /moov
      when mvhd.duration >= 4611686018427387904
      when mvhd.duration != 18446744073709551615
      when mvhd.timescale < 500000
      when mvex exists
      unless mvex/mehd.fragment_duration > 0
      says a length of more microseconds than 63 bits hold: Chromium refuses it
      mend write the true length, or all bits 1 in 'mvhd' where nobody knows it
      source chromium media/formats/mp4/mp4_stream_parser.cc; measured
      seen Chromium 156 append error; Firefox 153 plays such an 'mvhd'
    rule mse-scheme-refused
      no chrome-mse
      when //schm.scheme_type in cens cbc1 piff
      says a scheme of protection that Chromium does not know: it refuses the whole segment
      mend cbcs, which all take
      source measured
      seen Chromium 156 append error, and takes cenc and cbcs
    rule mse-scheme
      loss firefox-mse safari
      when //schm.scheme_type in cens cbc1
      says a scheme of protection that no browser has keys for
      mend cbcs, which all take
      source Unified Streaming documentation; shaka-project/shaka-player#1419
    rule mse-unknown-top-box
      no chrome-mse firefox-mse
      when fact fragmented
      when fact unknown-at-top
      says a box at the top that MSE does not know: refused
      mend call it 'uuid' or 'free'
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 append error; Firefox 153 append error
    rule mse-unsupported-extra-track
      no chrome-mse
      when fact fragmented
      when fact tracks-played > 1
      when fact refused-beside
      says a second track that Chromium has no decoder for: it refuses the whole segment
      mend one track a file
      source measured
      seen Chromium 156 append error; Firefox 153 plays silent
    section fragments
      when /moof exists
    rule junk-among-fragments
      no firefox chrome-mse
      loss every
      when fact junk-among
      unless fact is-image
      says bytes that are no box, or a box with a size that cannot be, stand between fragments: what is behind them is not found
      mend cut them off, or write a 'free' over them
      source ISO/IEC 14496-12; measured
      seen Chromium 156 ends there, MSE append error; Firefox 153 error 3, MSE plays up to there
    rule base-offset-absolute
      also mse-base-data-offset
      no chrome-mse
      note firefox-mse
      loss cmaf
      when fact base-offsets
      says a fragment counts its data from the start of the file
      mend -movflags +default_base_moof
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 append error; Firefox 153 plays
    rule base-offset-tracks
      loss firefox-mse
      when fact base-offsets
      when fact movie-tracks > 1
      when fact fragmented > 1
      says fragments of several tracks count their data from the start of the file: Firefox plays the first alone
      mend -movflags +default_base_moof
      source measured
      seen Firefox 153 1 s of 2, or error 3; plays all of one track
    rule base-misread
      no firefox chrome-mse firefox-mse
      when fact base-misread
      says a later track of a fragment counts its data from where that of the one before it ends: browsers count from the fragment
      mend -movflags +default_base_moof
      source ISO/IEC 14496-12 §8.8.7; measured
      seen Chromium 156 plays, MSE error 3; Firefox 153 error 3, MSE too
    rule base-from-fragment
      no chrome edge
      depends safari quicktime itunes android windows
      note firefox chrome-mse firefox-mse
      when fact base-from-fragment
      says a later track fragment counts its data from the fragment and does not say so: by rule, and in Chromium without MSE, it counts from where the data before it ends
      mend -movflags +default_base_moof
      source ISO/IEC 14496-12 §8.8.7; measured
      seen Chromium 156 error 3, MSE plays; Firefox 153 plays, MSE too
    rule run-unplaced
      no chrome edge firefox chrome-mse firefox-mse
      when fact runs-unplaced
      says a run behind another one does not say where its data lies: no browser goes on behind those
      mend write data_offset in each run
      source measured
      seen Chromium 156 error 3 at its first sample, MSE append error; Firefox 153 error 3, MSE too
    rule mse-no-default-base-moof
      note chrome-mse firefox-mse
      when fact base-unsaid
      says no word on where data counts from: by rule from the fragment, of its first track
      mend none
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule decode-time-missing
      also mse-no-tfdt
      no chrome-mse cmaf dash
      loss firefox-mse
      when fact times-missing
      says a fragment without 'tfdt': Firefox puts each at 0, Chromium refuses it
      mend remux with a current ffmpeg
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 append error; Firefox 153 1 s of 2
    rule decode-time-gap
      also mse-tfdt-not-continuous
      loss chrome-mse firefox-mse hls
      when fact time-gaps
      says a hole between fragments longer than a frame: playing stops there
      mend write 'tfdt' as a running sum
      source measured
      seen Chromium 156 two ranges, no seek into the hole; Firefox 153 the same
    rule decode-time-overlap
      loss chrome-mse firefox-mse hls
      when fact time-overlaps
      when fact times-zero <= 1
      says fragments overlap in time: each overwrites the end of the one before it, up to its next keyframe
      mend write 'tfdt' as a running sum
      source measured
      seen Chromium 156 two ranges, no seek into the hole
    rule mse-tfdt-all-zero
      loss chrome-mse firefox-mse
      when fact times-zero > 1
      says several fragments at 0: each overwrites the one before it
      mend write 'tfdt' as a running sum
      source measured
      seen Chromium 156 1 s of 2; Firefox 153 1 s of 2
    rule mse-start-gap
      loss chrome-mse firefox-mse safari
      when fact starts-at > 500
      says nothing is shown in the beginning: players wait until somebody seeks
      mend timestampOffset, or an edit list from the first composition time
      source video-dev/hls.js#9, axiomatic-systems/Bento4#62; measured
      seen Chromium 156 jumps 0.2 s, not 5 s; Firefox 153 the same
    rule mse-multi-traf
      loss cmaf dash hls
      note chrome-mse firefox-mse
      when fact shared-fragments
      says a fragment of several tracks
      mend one file a track: -map, MP4Box -dash
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule mse-first-not-sync
      loss hls cmaf dash
      depends firefox-mse
      note chrome-mse
      when fact fragments-not-sync
      says a fragment that begins with a sample that is not sync: Firefox may drop it, and what comes behind it
      mend flags 0x02000000 on IDR pictures
      source measured
      seen Chromium 156 plays; Firefox 153 plays where flags alone are wrong, else the first fragment
    rule sample-flags-reserved
      also mse-sample-flags-reserved
      no chrome-mse
      when fact depends-reserved
      says sample_depends_on is 3, which is reserved: Chromium refuses it
      mend write 0, 1 or 2
      source measured
      seen Chromium 156 append error; Firefox 153 plays
    rule mse-no-mfhd
      no chrome-mse
      when fact headers-missing
      says a fragment without 'mfhd': Chromium refuses it
      mend write it
      source measured
      seen Chromium 156 append error; Firefox 153 plays
    rule run-outside-media
      also mse-data-offset
      no chrome-mse
      loss firefox-mse
      when fact runs-outside
      unless fact runs-before
      unless problem file-truncated
      says the data of a run lies outside the 'mdat' behind its fragment
      mend data_offset is the size of 'moof' and 8
      source measured
      seen Chromium 156 append error, or nothing; Firefox 153 error 3, or the other runs
    rule runs-before-first
      no firefox chrome-mse firefox-mse
      when fact runs-before-first
      unless problem file-truncated
      says the data of the first run of a track lies in front of its fragment: MSE has passed it and buffers nothing, and Firefox plays no such file
      mend data_offset is the size of 'moof' and 8, and 'mdat' stands behind it
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 nothing buffered, and plays the file; Firefox 153 nothing buffered, error 3
    rule runs-before-fragment
      no firefox
      loss chrome-mse firefox-mse
      when fact runs-before
      unless fact runs-before-first
      unless problem file-truncated
      says the data of a run lies in front of its fragment: MSE buffers what comes before it alone, and Firefox plays no such file
      mend data_offset is the size of 'moof' and 8, and 'mdat' stands behind it
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 plays up to it, and all of the file; Firefox 153 plays up to it, error 3 of the file
    rule runs-outside-media
      no firefox-mse
      when fact runs-outside
      unless fact runs-inside
      unless fact runs-before
      unless problem file-truncated
      says the data of all runs lie outside the 'mdat' behind their fragment
      mend data_offset is the size of 'moof' and 8
      source measured
      seen Firefox 153 nothing buffered
    rule pictures-outside-media
      lost firefox-mse
      when fact pictures-outside
      unless fact runs-before
      unless problem file-truncated
      says the data of all runs of the video lie outside the 'mdat' behind their fragment: Firefox shows no picture
      mend data_offset is the size of 'moof' and 8
      source measured
      seen Firefox 153 the sound alone
    rule mse-trun-v0-negative
      note chrome-mse firefox-mse
      when fact runs-negative
      says negative composition offsets in a run without signs: read as meant
      mend write version 1
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    section movies made to have fragments
      when /moov/mvex exists
    rule mse-elst-media-time
      note chrome-mse firefox-mse
      each /moov/trak
      when fact edits = 1
      when edts/elst exists
      when fact edit-begins-at-first
      says one edit from the first composition time, as it should be
      mend keep it
      source w3c/media-source#267; measured
      seen Chromium 156 from 0; Firefox 153 from 0
    rule mse-elst-empty
      loss chrome-mse firefox-mse
      each /moov/trak
      when fact empty-start
      says an empty edit, which Chromium leaves out in MSE and Firefox does not
      mend move 'tfdt' in its place
      source measured
      seen Chromium 156 from 0; Firefox 153 from 1 s
    rule mse-elst-skip
      loss chrome-mse firefox-mse
      each /moov/trak[vide]
      when fact edit-inside-group
      says an edit cuts the start: frames are dropped up to the next sync sample
      mend cut at a sync sample
      source measured
      seen Chromium 156 from 0.5 s; Firefox 153 the same
    rule moov-with-samples
      loss firefox
      each /moov/trak
      when /moof exists
      when fact samples-in-movie
      says samples in 'moov' as well as in fragments: Firefox plays those in 'moov' alone
      mend -movflags +empty_moov
      source measured
      seen Chromium 156 plays; Firefox 153 first second alone
    rule mse-moov-with-samples
      loss chrome-mse firefox-mse
      each /moov/trak
      when fact samples-in-movie
      says samples in 'moov', which is for those in fragments: MSE plays the one or the other
      mend -movflags +empty_moov
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 first second lost; Firefox 153 first second alone
    rule fragment-description-beyond
      lost chrome edge
      each /moov/trak
      when fact fragment-entry-beyond
      says fragments are of a sample entry that is not there: Chromium leaves them out
      mend write 1 in 'trex', and none in 'tfhd'
      source ISO/IEC 14496-12; measured
      seen Chromium 156 no picture, MSE plays
    rule extends-description-beyond
      no firefox firefox-mse
      each /moov/trak
      when fact fragment-entry-beyond = 2
      says the 'trex' of a track, or a fragment of it alone, names a sample entry that is not there
      mend write 1 in 'trex', and none in 'tfhd'
      source ISO/IEC 14496-12; measured
      seen Firefox 153 error 3, MSE error 4; plays where 'tfhd' alone names it, beside another track
    rule fragments-overlap
      loss all chrome-mse firefox-mse
      each /moov/trak
      when fact fragments-overlap > 100
      says a fragment begins before the one before it ends: samples are shown in place of others, or not at all
      mend make each 'tfdt' the sum of all durations before it
      source ISO/IEC 14496-12; measured
      seen Chromium 156 half the length; Firefox 153 half the length
    rule mse-no-ftyp
      note chrome-mse firefox-mse
      when /ftyp absent
      says an initialization segment without brand
      mend write iso5 or iso6
      source W3C ISO BMFF byte stream format; measured
      seen Chromium 156 plays; Firefox 153 plays
    rule mse-stbl-boxes
      lost firefox firefox-mse
      each /moov/trak
      when fact tables-empty-missing
      says an initialization segment without the empty tables: Firefox passes the track over
      mend write stts, stsc and stco without rows
      source measured
      seen Chromium 156 plays; Firefox 153 the other track alone, error 4 without any; misses no 'stsz'
    rule mse-handler-name
      no chrome-mse
      each /moov/trak/mdia/hdlr
      when problem text-unterminated
      says the name of a handler does not end with a zero: Chromium refuses it
      mend write a zero behind the name
      source measured
      seen Chromium 156 append error, and takes a name behind its length; Firefox 153 plays
    rule mse-edits-empty
      no chrome-mse
      each /moov/trak/edts
      when elst absent
      says 'edts' without 'elst': Chromium refuses it
      mend leave 'edts' out
      source measured
      seen Chromium 156 append error; Firefox 153 plays
    rule mse-sound-bits
      no chrome-mse
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when own.samplesize = 0
      says a sample entry of sound with 0 bits: Chromium refuses it
      mend write 16
      source measured
      seen Chromium 156 append error; Firefox 153 plays
    """
}
