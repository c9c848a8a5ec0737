extension PlayerRules {
  /// When samples are shown.
  static let time: StaticString = """
    rule elst-delays-all
      note chrome edge firefox android
      when fact empty-start-of-all
      says all tracks begin later by the same empty edit: Chromium waits that long and shows all of it, but says a length without the delay; who leaves the edit out begins at once
      mend leave the empty edits out, or put the delay into the media
      source measured
      seen Chromium 156 first frame at 1.0 s, length 4.02 s of 5.02 s, plays to the end
    rule android-partial-edit
      note android
      each /moov/trak[soun]
      when fact edit-cuts-both
      says the edit list cuts both ends of the sound, as gapless playing does
      mend none
      source google/ExoPlayer#4348
    rule bc-timecode
      note broadcast quicktime
      when /ftyp.major_brand = 'qt  '
      when /moov/trak[vide] exists
      when /moov/trak[tmcd] absent
      says no track of timecode
      mend -timecode HH:MM:SS:FF
      source CBC programme delivery, not read
    rule bc-drop-frame
      note broadcast
      each /moov/trak/mdia/minf/stbl/stsd/* of tmcd
      when fact drop-frame-odd
      says drop frame at another rate than 29.97 and 59.94
      mend write flags 0 or 1 as the rate asks
      source QuickTime File Format
    rule bc-prores-colr
      note broadcast quicktime
      each /moov/trak/mdia/minf/stbl/stsd/* of apcn apch apcs apco ap4h ap4x
      when colr absent
      says ProRes without 'colr'
      mend write colr, pasp, fiel and clap
      source iTunes Video and Audio Asset Guide, not read
    rule bc-audio-discrete
      note broadcast
      each /moov/trak/mdia/minf/stbl/stsd/* of sowt twos lpcm in24 in32 fl32
      when own.channelcount > 2
      when chan absent
      or
      each /moov/trak/mdia/minf/stbl/stsd/* of lpcm
      when own.numAudioChannels > 2
      when chan absent
      says several channels without an order
      mend write 'chan'
      source iTunes Video and Audio Asset Guide, not read
    section each track of pictures
      each /moov/trak[vide]
    rule composition-delay
      also elst-missing-bframes
      loss chrome edge safari firefox
      when edts/elst absent
      when fact first-shown > 0
      says the first picture is shown late, and no edit list takes that off
      mend ffmpeg -i IN -c copy OUT writes one
      source w3c/media-source#267; measured
      seen Chromium 156 first frame at 0.08 s; Firefox 153 the same
    rule negative-offsets-late
      loss chrome edge
      when /moof exists
      when edts/elst absent
      when fact shown-later > 0
      says offsets of pictures are negative, and no edit list is there: Chromium shows pictures later by the most negative one, and sound in time
      mend ffmpeg -i IN -c copy OUT writes offsets that are not, and an edit list
      source measured
      seen Chromium 156 first frame at 0.08 s
    rule elst-shows-no-picture
      lost chrome edge
      when fact edits-void
      when fact edit-inside-group = 0
      when fact fragmented = 0
      when mdia/minf/stbl/ctts absent
      says edits of no length, longer than can be counted, or over before the media begin: Chromium shows no picture
      mend write how long it lasts
      source measured
      seen Chromium 156 no frame and no error; Firefox 153 plays all
    rule elst-starts-inside-gop
      loss android chrome-mse firefox-mse
      note chrome edge firefox
      when fact edit-inside-group
      says an edit begins between two sync samples: players of Android (media3) show a still picture until the next
      mend cut at a sync sample
      source google/ExoPlayer#2415, #3358; measured
      seen Chromium 156 plays; Firefox 153 plays
    rule frame-rate-uneven
      also vfr
      note broadcast quicktime
      when fact durations > 4
      says frames last differently: editors drift
      mend -vsync cfr -r 30000/1001
      source common practice; measured
      seen Chromium 156 plays; Firefox 153 plays
    rule android-edit-no-sync
      no android
      when fact edit-shows-sync = 0
      says the edit list shows no sync sample
      mend remove 'edts'
      source google/ExoPlayer#7133, #874
    rule bc-cfr
      note broadcast
      when fact durations > 1
      says frames last differently: refused
      mend conform the rate
      source iTunes Video and Audio Asset Guide, not read
    section each track
      each /moov/trak
    rule elst-empty-edit
      loss firefox android
      when fact empty-start
      unless fact empty-start-of-all
      says the track begins later by an empty edit, which is left out: picture and sound shift
      mend put the delay into the media (-af adelay)
      source google/ExoPlayer#2906, mozilla-firefox/firefox#306; measured
      seen Chromium 156 first frame at 1.0 s; Firefox 153 at 0
    rule elst-only-empty
      no chrome edge
      lost safari quicktime itunes android windows
      when fact edits-empty
      when fact fragmented = 0
      says all edits of the track are empty: no sample of it is ever shown
      mend remove 'edts', or write an edit that begins at the first sample
      source ISO/IEC 14496-12; measured
      seen Chromium 156 no frame and no error, with sound too; Firefox 153 plays all
    rule elst-several-edits
      loss firefox chrome-mse firefox-mse android
      when fact edits > 1
      says several edits: Firefox and MSE play the first alone
      mend code it anew without them
      source google/ExoPlayer#4348; measured
      seen Chromium 156 1 s; Firefox 153 0.5 s
    rule elst-repeat
      loss firefox chrome-mse firefox-mse
      when fact edits-repeat
      says an edit list that shows a part twice: Firefox and MSE play it once
      mend code it anew without it
      source measured
      seen Chromium 156 1.5 s; Firefox 153 0.5 s
    rule elst-rate
      loss chrome edge firefox
      when fact edit-rate != 1000
      says an edit of another rate than 1, which browsers pass over
      mend -vf setpts, or tpad
      source measured
      seen Chromium 156 rate passed over; Firefox 153 too
    rule elst-zero-duration
      loss chrome edge
      when fact edits-void
      when fact fragmented = 0
      says edits of no length, longer than can be counted, or over before the media begin: Chromium plays the first samples of the track and no more of it
      mend write how long it lasts
      source measured
      seen Chromium 156 10 of 72 pictures, of sound alone the clock stays at 0; Firefox 153 plays all
    rule elst-duration-signed
      no chrome edge
      when fact edit-duration-bits = 64
      says an edit lasts 2^63 ticks or more, as it does for ever in 64 bits: Chromium takes that as less than nothing
      mend write how long it lasts
      source measured
      seen Chromium 156 error 4
    rule elst-duration-huge
      lost firefox
      when fact edit-duration-bits > 61
      says an edit lasts 2^61 ticks or more: Firefox leaves the track out
      mend write how long it lasts
      source measured
      seen Firefox 153 plays the other track alone; of 2^60 ticks both
    rule edit-beyond-media
      also elst-beyond-media
      loss chrome edge
      when fact edit-past-media
      says an edit that begins behind the end of the media: Chromium shows one frame
      mend remove 'edts'
      source measured
      seen Chromium 156 one frame; Firefox 153 plays
    rule elst-shorter-than-media
      note all
      when fact edit-cuts-end
      says the edit list leaves the end of the media out
      mend none: it is meant so
      source measured
      seen Chromium 156 1 s of 2; Firefox 153 the same
    rule composition-offset-negative
      also ctts-negative-v0
      note all
      when fact negative-unsigned
      says negative composition offsets where there is no sign: browsers read them as meant
      mend write version 1
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule ctts-negative-v1
      note quicktime cmaf
      when fact negative-signed
      says negative composition offsets: old hardware may stumble
      mend remux without negative_cts_offsets
      source measured
      seen Chromium 156 plays; Firefox 153 plays
    rule android-edit-rate
      no android
      when fact edit-rate-whole
      says an edit of another rate than 1, which media3 refuses
      mend remove 'edts'
      source google/ExoPlayer#4348
    rule bc-edit-list
      note broadcast
      when fact edits > 1
      says an edit list of several parts
      mend flatten it
      source common practice
    """
}
