extension PlayerRules {
  /// What HLS, CMAF and DASH ask for.
  static let streaming: StaticString = """
    rule hls-parameter-sets
      loss hls
      each /moov/trak/mdia/minf/stbl/stsd/* of avc3 hev1 dvhe
      when fact is-movie
      says parameter sets in the samples: should be avc1, hvc1, dvh1 (rule 1.10)
      mend -tag:v hvc1
      source Apple HLS authoring specification
    rule hls-hevc-in-fmp4
      no hls
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1 hev1 alac fLaC
      when /moov/mvex absent
      says a coding that HLS has in fragments alone (rules 1.5, 2.25)
      mend -hls_segment_type fmp4
      source Apple HLS authoring specification
    rule hls-key-frames
      loss hls
      when fact fragments-not-sync
      or
      when fact fragments-not-idr
      says a segment that does not begin with an IDR picture (rule 7.4)
      mend -force_key_frames "expr:gte(t,n_forced*2)"
      source Apple HLS authoring specification
    rule hls-tfdt
      no hls
      when fact time-breaks
      says a segment that does not begin where the one before it ended (rule 7.3)
      mend package it anew
      source Apple HLS authoring specification
    rule hls-encryption
      no hls
      when //schm.scheme_type in cenc cens cbc1
      or
      each /moov/trak[vide]
      when //schm.scheme_type = cbcs
      when //tenc.default_crypt_byte_block != 1
      or
      each /moov/trak[vide]
      when //schm.scheme_type = cbcs
      when //tenc.default_skip_byte_block != 9
      says encryption other than cbcs with the pattern 1:9 (rules 13.7, 13.11)
      mend package it anew with cbcs 1:9
      source Apple HLS authoring specification
    rule hls-dolby-vision
      loss hls
      each /moov/trak/mdia/minf/stbl/stsd/*
      when dvcC exists
      unless dvcC.dv_profile in 5 8 10 20
      or
      each /moov/trak/mdia/minf/stbl/stsd/*
      when dvcC.dv_level > 7
      or
      each /moov/trak/mdia/minf/stbl/stsd/*
      when dvvC.dv_level > 7
      says Dolby Vision of a profile or level that is not listed (rule 1.9)
      mend code it anew; 8 goes out as HDR10 or HLG with supplemental codecs
      source Apple HLS authoring specification
    rule hls-aac-stereo
      loss hls
      when fact sounds-without-aac
      says no AAC in the set, which has to be offered in stereo (rule 2.3)
      mend add a rendition
      source Apple HLS authoring specification
    rule cmaf-one-track
      no cmaf
      when fact movie-tracks > 1
      or
      when fact shared-fragments
      says several tracks in a file, where CMAF has one
      mend split it
      source DASH-IF conformance, CMAF §7.3
    rule cmaf-addressing
      no cmaf
      when fact base-offsets
      or
      when fact runs-outside
      says data that is not counted from its fragment, or lies outside its 'mdat' (§7.3.2.3)
      mend -movflags +default_base_moof
      source DASH-IF conformance, CMAF
    rule cmaf-time-sum
      loss cmaf dash
      when fact time-breaks
      says 'tfdt' is not the sum of the durations before it (§7.3.2.2)
      mend package it anew
      source DASH-IF conformance, CMAF
    rule cmaf-colr
      note cmaf
      each /moov/trak/mdia/minf/stbl/stsd/* of hvc1 hev1
      when colr absent
      says HEVC without 'colr' (§7.3.2.4)
      mend -movflags +write_colr
      source DASH-IF conformance, CMAF
    rule cmaf-meta-place
      note cmaf
      when fact is-movie
      when /meta exists
      or
      when /udta exists
      says 'meta' or 'udta' at the top (§7.5.2)
      mend move it into 'moov'
      source DASH-IF conformance, CMAF
    rule cmaf-sidx
      loss cmaf dash
      when /sidx.reference_type != 0
      or
      when fact index-spans
      says an index of indexes, or an entry over several fragments (§7.3.3.3)
      mend an entry for each fragment
      source DASH-IF conformance, CMAF
    rule cmaf-brand
      note cmaf
      when fact is-movie
      unless fact brand-cmaf
      says no brand of CMAF: cmfc or cmf2
      mend write it, if it is true
      source DASH-IF conformance, CMAF table A
    rule dash-one-sidx
      no dash
      when /moov exists
      when /moof exists
      when fact index-count != 1
      or
      when fact index-late
      says not exactly one 'sidx' before the fragments (§3.10.3.2)
      mend -movflags +dash+global_sidx, MP4Box -dash -profile onDemand
      source DASH-IF conformance, IOP
    rule dash-sidx-fields
      loss dash
      when fact index-wrong
      or
      when /sidx.starts_with_SAP = 0
      or
      when /sidx.SAP_type > 2
      says 'sidx' does not fit: its track, timescale, kind of start, or sum of sizes
      mend rebuild it
      source DASH-IF conformance, SelfInitializingSidx
    section each track of pictures
      each /moov/trak[vide]
    rule key-frame-distance
      also hls-key-interval
      loss hls
      when fact sync-distance > 2000
      says sync samples further apart than 2 s (rule 1.13)
      mend -g with two seconds of frames
      source Apple HLS authoring specification
    rule hls-frame-rate
      no hls
      when fact frames-per-second > 60100
      says more than 60 frames a second (rule 1.19)
      mend -r 60
      source Apple HLS authoring specification
    section movies made to have fragments
      when /moov/mvex exists
    rule hls-sbr
      loss hls
      each /moov/trak[soun]/mdia/minf/stbl/stsd/* of mp4a
      when fact rate-doubled
      says HE-AAC that the configuration does not say (rule 2.24)
      mend MP4Box -sbr
      source Apple HLS authoring specification
    rule hls-one-audio
      no hls
      when fact enabled-sounds > 1
      says a segment with several tracks of sound (rule 2.17)
      mend separate renditions
      source Apple HLS authoring specification
    rule hls-imsc
      note hls
      each /moov/trak/mdia/minf/stbl/stsd/* of tx3g wvtt
      says subtitles in fragments that are no IMSC1 (rules 5.2 to 5.4)
      mend convert them
      source Apple HLS authoring specification
    rule cmaf-cts
      loss cmaf
      each /moov/trak[vide]
      when edts/elst exists
      when fact runs-signed
      or
      each /moov/trak[vide]
      when edts/elst absent
      when fact first-shown > 0
      says both an edit list and negative offsets, or neither where pictures are reordered (§9.2.1)
      mend -movflags +cmaf
      source DASH-IF conformance, CMAF
    rule dash-edit-list
      note dash
      when /moov/trak/edts/elst exists
      says an edit list: all representations have to have the like (6.2.5.2)
      mend all or none
      source DASH-IF conformance, IOP
    rule dash-inband-sets
      note dash
      each /moov/trak/mdia/minf/stbl/stsd/* of avc1 hvc1
      says parameter sets in the entry alone: representations switch only where they are the same (6.2.5.2)
      mend one set for all, or avc3 for DASH alone
      source DASH-IF conformance, IOP
    rule dash-first-pts
      loss dash
      each /moov/trak[vide]
      when fact first-shown > 0
      says the first sample is shown later than it is decoded (6.2.5.2)
      mend an edit list, or negative offsets
      source DASH-IF conformance, IOP
    """
}
