package import ByteReading
import Structure

/// What brands are called (mp4ra.org, January 2026, and those that makers use without having them registered).
///
/// Nobody asks for a name but who prints a brand with all there is to say of it, the catalogue, and who looks whether a
/// text is brands alone.
package enum BrandNames {
  /// The name of a brand; `nil` for one that is not known here.
  ///
  /// - Complexity: O(log *n*), once the lines have been read.
  package static func name(of brand: FourCC) -> Substring? {
    let point = (0..<names.count).partitionPoint { names[$0].brand < brand.rawValue }
    guard point < names.count, names[point].brand == brand.rawValue else { return nil }
    return names[point].name
  }

  /// The brands as entries of the catalogue, in the order of their codes.
  static func entries(in catalogue: Catalogue) -> [CatalogueEntry] {
    catalogue.entries(ofBrands: names.map { (FourCC($0.brand), String($0.name)) })
  }

  /// The lines by their codes, read when the first is asked for.
  private static let names: [(brand: UInt32, name: Substring)] = lines.description.split(separator: "\n")
    .compactMap { line -> (brand: UInt32, name: Substring)? in
      guard let bar = line.firstIndex(of: "|"), let brand = FourCC(key: String(line[..<bar])) else { return nil }
      return (brand.rawValue, line[line.index(after: bar)...])
    }.sorted { $0.brand < $1.brand }

  /// The brand, as key string, and its name.
  private static let lines: StaticString = #"""
    1pic|HEIF, one intra-coded picture
    3g2a|3GPP2
    3g2b|3GPP2, release B
    3g2c|3GPP2, release C
    3ge6|3GPP release 6, extended presentation
    3ge7|3GPP release 7, extended presentation
    3ge9|3GPP release 9, extended presentation
    3gf9|3GPP release 9, file delivery
    3gg6|3GPP release 6, general
    3gg9|3GPP release 9, general
    3gh9|3GPP release 9, adaptive streaming
    3gm9|3GPP release 9, media segment
    3gmA|3GPP-DASH media segment
    3gp4|3GPP release 4
    3gp5|3GPP release 5
    3gp6|3GPP release 6, basic
    3gp7|3GPP release 7
    3gp8|3GPP release 8
    3gp9|3GPP release 9, basic
    3gr6|3GPP release 6, progressive download
    3gr9|3GPP release 9, progressive download
    3gs6|3GPP release 6, streaming server
    3gs9|3GPP release 9, streaming server
    3gt8|3GPP release 8, recorded stream
    3gt9|3GPP release 9, recorded stream
    3gtv|3GPP TV
    3gvr|3GPP VR presentation
    3vra|3GPP VR, advanced video
    3vrb|3GPP VR, basic video
    3vrm|3GPP VR, main video
    ARRI|ARRI camera
    CAEP|Canon camera
    CDes|Convergent Design recorder
    J2P0|JPEG 2000 profile 0
    J2P1|JPEG 2000 profile 1
    KDDI|KDDI EZmovie
    LCAG|Leica camera
    M4A\x20|iTunes audio
    M4B\x20|iTunes audiobook
    M4P\x20|iTunes audio, protected
    M4V\x20|iTunes video
    M4VH|Apple TV video
    M4VP|iPhone video
    MA1A|AVIF advanced profile
    MA1B|AVIF baseline profile
    MFSM|Samsung video metadata
    MGSV|Sony HMMP
    MPPI|Photo player application format
    MSNV|Sony portable media, AVC and AAC
    MiAB|MIAF, AVC basic profile
    MiAC|MIAF, fragmented alpha video
    MiAn|MIAF, animation
    MiBu|MIAF, burst
    MiCm|MIAF, compatible with CMAF
    MiHA|MIAF, HEVC advanced profile
    MiHB|MIAF, HEVC basic profile
    MiHE|MIAF, HEVC extended profile
    MiHM|MIAF, HEVC multilayer profile
    MiPr|MIAF, progressive rendering
    NDSC|Nero Digital, cinema profile
    ROSS|Ross Video
    SEAU|Sony HMMP
    SEBK|Sony HMMP
    XAVC|Sony XAVC
    XFVC|Canon XF-AVC S, XF-HEVC S
    aax\x20|Audible audiobook
    aaxc|Audible audiobook
    adti|OMAF, advanced tiling
    aid3|CMAF, timed ID3 metadata
    av01|AV1
    avc1|AVC extensions of the ISO base media file format
    avci|HEIF, AVC images
    avcs|HEIF, AVC image sequence
    avde|OMAF, viewport-dependent AVC
    avif|AVIF image
    avio|AVIF, intra frames alone
    avis|AVIF image sequence
    bbxm|Blinkbox master file
    ca3a|CMAF, AVS3 audio
    ca4m|CMAF, AC-4 main
    ca4s|CMAF, AC-4 single stream
    caaa|CMAF, adaptive AAC
    caac|CMAF, AAC core
    cabl|CMAF, OMAF 3D audio baseline
    cafr|CMAF, ATSC full range VVC
    cama|CMAF, adaptive multichannel AAC
    camc|CMAF, multichannel AAC
    caqv|Casio camera
    casu|CMAF, USAC
    ccea|CMAF, CEA-608 and CEA-708 captions
    ccff|DECE common container
    cdm1|CMAF, HEVC HDR10 with ST 2094-10
    cdm4|CMAF, HDR10+
    ceac|CMAF, Enhanced AC-3
    cevb|CMAF, EVC baseline
    cevm|CMAF, EVC main
    cfhd|CMAF, AVC HD
    cfsd|CMAF, AVC SD
    chd1|CMAF, HEVC HDR10
    chd2|CMAF, HEVC HDR10 at high rates
    chdf|CMAF, AVC HD at high rates
    chev|CMAF, OMAF viewport-dependent HEVC
    chh1|CMAF, HEVC HD 10-bit
    chhd|CMAF, HEVC HD
    cint|CMAF, interlaced 10-bit
    clg1|CMAF, HEVC HLG
    clg2|CMAF, HEVC HLG at high rates
    clv1|CMAF, LCEVC
    cmf2|CMAF structure, second
    cmfc|CMAF structure
    cmff|CMAF fragment
    cmfl|CMAF chunk
    cmfr|CMAF chunk for random access
    cmfs|CMAF segment
    cmh1|CMAF, MPEG-H audio baseline, one stream
    cmh2|CMAF, MPEG-H audio baseline, several streams
    cmhm|CMAF, MPEG-H audio (mhm2)
    cmhs|CMAF, MPEG-H audio (mhm1)
    comp|compressed boxes
    crx\x20|Canon raw image
    csh1|CMAF, scalable HEVC
    cud1|CMAF, HEVC UHD 10-bit
    cud2|CMAF, HEVC UHD 10-bit at high rates
    cud8|CMAF, HEVC UHD
    cud9|CMAF, HEVC UHD at high rates
    cuvd|CMAF, OMAF unconstrained viewport-independent HEVC
    cvid|CMAF, OMAF viewport-independent HEVC
    cvvc|CMAF, VVC baseline
    cvvm|CMAF, multilayer VVC
    cwvt|CMAF, WebVTT
    da0a|DMB audio, Layer II and slides
    da0b|DMB audio, Layer II and slides, extended
    da1a|DMB audio, ER-BSAC
    da1b|DMB audio, ER-BSAC, extended
    da2a|DMB audio, HE-AAC v2 and slides
    da2b|DMB audio, HE-AAC v2 and slides, extended
    da3a|DMB audio, HE-AAC
    da3b|DMB audio, HE-AAC, extended
    dash|DASH file with an index
    db1p|Dolby Vision, compatible with HDR10
    db2g|Dolby Vision, compatible with SDR
    db4g|Dolby Vision, compatible with HLG (VUI 14)
    db4h|Dolby Vision, compatible with HLG (VUI 18)
    dby1|Dolby content
    dmb1|DMB, all components
    dsms|DASH self-initializing segment
    dts1|CMAF, DTS
    dts2|CMAF, DTS-UHD (dtsx)
    dts3|CMAF, DTS-UHD (dtsy)
    dv1a|DMB video, ER-BSAC
    dv1b|DMB video, ER-BSAC, extended
    dv2a|DMB video, HE-AAC v2
    dv2b|DMB video, HE-AAC v2, extended
    dv3a|DMB video, HE-AAC
    dv3b|DMB video, HE-AAC, extended
    dvr1|DVB over RTP
    dvt1|DVB transport stream
    dxo\x20|DxO camera
    emsg|DASH segment with events
    evbi|HEIF, EVC baseline image
    evbs|HEIF, EVC baseline image sequence
    evmi|HEIF, EVC main image
    evms|HEIF, EVC main image sequence
    f4a\x20|Adobe Flash audio
    f4b\x20|Adobe Flash audiobook
    f4p\x20|Adobe Flash video, protected
    f4v\x20|Adobe Flash video
    heca|Apple HEVC with alpha
    heic|HEIF, HEVC image
    heim|HEIF, layered HEVC image
    heis|HEIF, layered HEVC image, scalable
    heix|HEIF, HEVC image, extended
    heoi|OMAF, HEVC image
    hevc|HEIF, HEVC image sequence
    hevd|OMAF, viewport-dependent HEVC
    hevi|OMAF, viewport-independent HEVC
    hevm|HEIF, layered HEVC image sequence
    hevs|HEIF, layered HEVC image sequence, scalable
    hevx|HEIF, HEVC image sequence, extended
    hvce|layered HEVC, explicit reconstruction
    hvci|layered HEVC, implicit reconstruction
    hvcx|layered HEVC, extended explicit reconstruction
    hvti|HEVC tile track
    iamf|Immersive audio
    ifaa|IFE, AAC core
    ifah|IFE, AV1 HD
    ifai|IFE, AV1 HD HDR
    ifas|IFE, AV1 SD
    ifau|IFE, AV1 UHD 10-bit
    ifav|IFE, AV1 HDR10
    ifhd|IFE, HD
    ifhh|IFE, HD HDR
    ifhr|IFE, HDR10
    ifhs|IFE, HSD
    ifhu|IFE, UHD 10-bit
    ifhx|IFE, HD 10-bit
    ifrm|Apple iFrame
    ifsd|IFE, SD
    im1i|CMAF, IMSC 1 images
    im1t|CMAF, IMSC 1 text
    im2i|CMAF, IMSC 1.1 images
    im2t|CMAF, IMSC 1.1 text
    isc2|ISMACryp 2.0
    isml|Smooth Streaming
    iso2|ISO base media, edition of 2004
    iso3|ISO base media, a later version
    iso4|ISO base media, a later version
    iso5|ISO base media, a later version
    iso6|ISO base media, a later version
    iso7|ISO base media, a later version
    iso8|ISO base media, a later version
    iso9|ISO base media, a later version
    isoa|ISO base media, a later version
    isob|ISO base media, a later version
    isoc|ISO base media, a later version
    isod|ISO base media, a later version
    isom|ISO base media
    j2is|HEIF, JPEG 2000 image sequence
    j2ki|HEIF, JPEG 2000 image
    j2ks|HEIF, Motion JPEG 2000
    jp2\x20|JPEG 2000 part 1
    jpeg|HEIF, JPEG image
    jpgs|HEIF, JPEG image sequence
    jpm\x20|JPEG 2000 part 6, compound image
    jpoi|OMAF, legacy image
    jpsi|JPSearch
    jpx\x20|JPEG 2000 part 2
    jpxb|JPEG XR
    jxl\x20|JPEG XL
    jxs\x20|JPEG XS image
    jxsc|JPEG XS codestream
    jxsi|HEIF, JPEG XS image
    jxss|HEIF, JPEG XS image sequence
    lhte|layered HEVC tile track, explicit
    lhti|layered HEVC tile track, implicit
    lmsg|DASH, last segment
    miaf|MIAF image
    mif1|HEIF structure
    mif2|HEIF structure, second
    mj2s|Motion JPEG 2000, simple profile
    mjp2|Motion JPEG 2000
    mmp4|3GPP mobile MP4
    mp21|MPEG-21
    mp41|MP4 version 1
    mp42|MP4 version 2
    mp71|MPEG-7 metadata
    mpuf|MMT processing unit
    mqt\x20|Sony mobile QuickTime
    msdh|DASH media segment
    msf1|HEIF image sequence structure
    msix|DASH indexed segment
    muxa|Apple HEVC video with alpha
    niko|Nikon camera
    nlsl|OMAF, storylines
    nras|sync samples without leading pictures
    oa2d|OMAF, 2D audio
    oabl|OMAF, 3D audio baseline
    odcf|OMA DRM content
    ompp|OMAF, viewport-independent presentation
    opf2|OMA DRM packetized content
    opx2|OMA DRM adapted content
    ovdp|OMAF, viewport-dependent presentation
    ovly|OMAF, overlays
    paff|partial file
    pana|Panasonic camera
    piff|Protected Interoperable File Format
    pmff|partial file, mixed
    pnvi|Panasonic video intercom
    pred|HEIF, predicted images
    qt\x20\x20|QuickTime
    relo|relative addresses
    risx|DASH, index of a representation
    saie|extended sizes of auxiliary information
    sdv\x20|SD Video
    senv|Sony Entertainment Network video
    sims|DASH sub-indexed segment
    sisx|DASH, index of one segment
    siti|OMAF, simple tiling, HEVC
    sitv|OMAF, simple tiling, VVC
    slh1|SL-HDR1
    slh2|SL-HDR2
    slh3|SL-HDR3
    ssss|DASH, index of subsegments
    tmap|HEIF, tone mapping
    ttml|OMAF, IMSC 1 text
    ttwv|OMAF, WebVTT
    uhvi|OMAF, unconstrained viewport-independent HEVC
    unif|unified identifiers
    uvvu|UltraViolet
    v3mp|V3C, several tracks with partial access
    v3mt|V3C, several tracks
    v3nt|V3C, not timed
    v3st|V3C, one track
    vvci|OMAF, viewport-independent VVC
    vvic|HEIF, VVC image
    vvis|HEIF, VVC image sequence
    vvoi|OMAF, VVC image
    vwpt|OMAF, viewpoints
    yt4\x20|YouTube
    """#
}
