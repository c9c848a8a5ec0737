import Structure

/// The types of atoms that are registered: at the MP4 Registration Authority (mp4ra.org, January
/// 2026), in the conformance data of MPEG, in QTFF, or by use in files of several makers.
///
/// Types whose names are listed have no table, because their layout is not published or was in no
/// file that could be had. Who writes one moves its type to those that are described; a test holds
/// both lists against the catalogue.
enum RegisteredTypes {
  static let register = Register(described: described, named: named)

  /// Types that tables describe: first those whose layout is public in more than one place, then
  /// the others.
  private static let described: StaticString = #"""
    !mof !mov !six !ssx 2dqr 3sib a1lx a1op a3dC abst afra afrt ainf albm alis AllF almo alou altt
    amve apvC asrt assp auxC auxi av1C av3c avcC avcE avcn blnk bloc brnd btrt cbmp cclv ccst chan chnl
    chpl chrm cinf cios clap clef clip clli cloc clsf cmov cmpC cmpd cmvd co64 CoLL colr covi cpat
    cprt crgn crtt csch csgp cslg cspc ctab ctry ctts cuvv d263 dac3 dac4 damr data dawp dca3 dcom
    ddts dec3 devc dfLa dhec dinf dlay dmix dmlp dOps dqcp dref dsmv dvc1 dvcC dvvC dvwC edts elng
    elst emeb emib emsg enda enof equi esds etyp evcC Exif eyes fdpa fdsa fecr fiel fiin fire fovd
    fpar free frma ftab ftyp gama gitn glbl gmhd gmin grpi grpl hclr hdlr hinf hlit hmhd hnti href
    hvcC hvcE hvtC iacb iaux icef ID32 idat ienc ihdr iinf iKMS iloc ilst imap imda imdt imif imir
    infe iods ipco ipma ipro iprp iref irot iscl iSFM iSLT ispe itai itif j2kH jP\x20\x20 jp2h
    jpgC jumb jxlc jxlp keys kind kmat krok kywd labl lang leqi leva lhvC load loci LOOP lsel ludt
    lvcC m4ds matt md5i mdat mdcv mdft mdhd mdia mean meco mehd mere meta mfhd mfra mfro mhaC mhaP
    mhdr mime minf mini mjht mjqt moof moov mshp mskC mstv must mvcC mvcg mvci mvcP mvdC mvex mvhd
    mvra name NCTG nmhd odrb odtt oinf orie otyp padb paen pasp pcmC pcrb pdc1 pdi1 pdin pitm pixi
    pnot povd prfr prft prhd prof proj pssh rdrf rely rinf rloc rmcd rmcs rmda rmdr rmqu rmra rmvc
    rotn rref rsot rsrc rssr rtpo rwpk saio saiz sbgp sbpm schi schm scrb sdep sdtp segr seib SelO
    senc sgbt sgpd sidx silb sinf skip SmDm smhd snim snro spid splz spor srat srpp srqr ssix sstl
    st3d stbl stco stdp sthd stmg stps strd stri strk stsc stsd stsg stsh stsl stss stsz stti stts
    stvi styl styp stz2 subs sv3d svcC svcP svhd svmC swtc taic tapt tbox tcmi tenc tfad tfdt tfhd
    tfra tims tkhd tlou tols traf trak tref trep trex trgr trik trun tsel tsro tssy tstb tsti ttyp
    twrp txas txtC tyco udc1 udc2 udes udex udi1 udi2 udta udts ueqc ueqi uncC urat uri\x20
    url\x20 urn\x20 uuid vexu vmhd vpcC vsib vttC vvcC vvhd vvnC vwdi vwid wave wide WLOC wvtt
    xml\x20 Xtra yrrc

    ---- 3dpr 3gf\x20 adaf ades adkm aebr aeib afbr ahdr akey angl aprm auth BCID blin bmdm bpcc
    brob buff bxml c2pa CAME cams CCDT ccid CCTP cdef clev clfn clid cmap cmfy cmid cmnm CMP1 CMT1
    CMT2 CMT3 CMT4 CNCV CNDA CNDB CNOP CNTH coll cpal CRAW csgm CTBO ctim cust cvru dadj date dcfD
    depi dimm disi dmax dmed dmon dobr drep dscp encd evsC extr fade fdel FFMV FIRM flxs fnch fobr
    fovi fpac fpcm fvsi gnre GPMF GPRO GPS\x20 gps\x20 gps0 gshh gspm gspu gssd gsst gstd GUMI
    hdlp hero hfov HMMT hpix icnu iden idsc iivo ilce ilcp infi infu inst INSV ipcm ipmc iroi j2kP
    jbrd jp2c jp2i jp2p jptp jpvi jpvs jsub jumd JXL\x20 jxli jxll jxpl JXS\x20 jxsH keyd ldep
    LEIC LENS loca loop lrcu manu maxr mcrs mdln mdri mesh MMA0 MMA1 modl mtxf MUID mvds MVTG NCDB
    NCDT NCTH NCVW nnrC npck nump odaf odda odhe odkm odrm ohdr OLYM orfo ovly pack PANA pana pano
    payl payt pclr PENT perf PICT pkin pmax prji prmd prmr PRVW ptv\x20 qlif reel res\x20 resc
    resd rrgn rtng samr saut scen scrn SDLN sdp\x20 seii SETT setu shot slno smrd smta snuc splt
    ssld stpe sttg svdr svip svpr svss swre TAGS tfma thma THMB thmb tibr tiep tiri titl tmax tmin
    tOD\x20 totl tPAT tpay tPMT tpyl tran trpy txlo udat uinf UITS ulst uriI v3cC v3tp vlab vndr
    vsid vssn vtta vttc vtte vutp wbbr wipe zoom
    """#

  /// The others: type, owner, the types it stands in, and its name.
  private static let named: StaticString = #"""
    2dss|OMAF||Two-dimensional spatial relationship source
    3gau|3GPP||SRTP hint sample information
    6vpC|V3C-SYS||Viewport configuration
    acxd|Auro||Auro-Cx decoder configuration
    aedb|ISO||Audio element description
    aelm|ISO||Audio elements
    aepp|ISO||Audio element polar interactivity
    aepr|ISO||Audio element prominence interactivity
    aesb|ISO||Audio element selection
    aesd|ISO||Audio element selection description
    ardi|ISO||Audio rendering indication
    bidx|ISO-Partial||Partial file box index
    cdrf|ISO|stbl traf|Compressed sample data references
    coif|OMAF||Composition information
    coin|DECE||Content information
    crhd|MP4v2||Clock reference stream header (reserved)
    cstb|ONVIF||Corrected start time
    ctrn|ISO|traf|Compact track run
    dihd|ISO-Partial||Data integrity hash
    dimC|3GPP|dims encs|DIMS configuration
    dint|ISO-Partial||Data integrity
    diST|3GPP|dims|DIMS script types
    dsgd|DVB||DVB sample group descriptions
    dstg|DVB||DVB sample to group
    ecam|NALu Video||Extrinsic camera parameters
    evti|ATSC 3.0 A337||Event information
    extk|ISO|moov|External track
    extl|ISO|extk|External track location
    feci|ISO||Forward error correction information
    fidx|ISO-Partial||Partial file index
    frcd|QT||Forced display
    frpa|ISO-Partial||Front part
    icam|NALu Video||Intrinsic camera parameters
    iphd|MP4v2||IPMP stream header (reserved)
    istm|ISO||Initial hint sample time
    lsrC|LASeR|lsr1|LASeR configuration
    m7hd|MP4v2||MPEG-7 stream header (reserved)
    maeI|MPEG-H||MPEG-H audio scene information
    maeM|MPEG-H||MPEG-H multi-stream signalling
    me4c|ISO||Four-character metadata keys
    meof|OMAF||Media offset
    mhaD|MPEG-H||MPEG-H loudness and dynamic range
    mjhd|MP4v2||MPEG-J stream header (reserved)
    mmvi|V3C-SYS||Multimap video
    movd|OMAF||Mesh omnidirectional video
    ochd|MP4v2||Object content information stream header (reserved)
    odhd|MP4v2||Object descriptor stream header (reserved)
    otcf|OMAF||Omnidirectional timed text configuration
    pdat|ISO-Partial||Partial data
    pfhd|ISO-Partial||Partial file header
    pfil|ISO-Partial||Partial file
    ploc|ISO-Partial||Partial segment location
    pseg|ISO-Partial||Partial segment
    pshd|ISO-Partial||Partial segment header
    ptle|ISO-Partial||Partial top-level entry
    rcsr|ISO||Received contributing source
    rosc|OMAF||Sphere region configuration
    rtpx|ISO||RTP header extension
    rvcc|RVC|avc1 avc2 avc3 avc4 encv hev1 hev2 hvc1 hvc2 lhe1 lhv1 resv svc1 svc2|Reconfigurable video coding configuration
    rvif|OMAF||Recommended viewport information
    sdhd|MP4v2||Scene description stream header (reserved)
    sdvp|SDV||SD video profile
    spdb|3GPP||Service protection of SRTP hints
    spki|ISO||Sample packing information
    sprg|OMAF||Sub-picture region
    srmb|DVB||System renewability message
    srmc|DVB||System renewability messages
    sroc|ISO||SRTP rollover counter
    ssrt|ISO||Subsample reference table
    suep|ONVIF||Signer identity
    sumi|MPEG-VSAF||Surveillance information
    surl|ISO-Partial||Source address
    uiso|ISO||ISO metadata key namespace
    v3sc|V3C-SYS||V3C spatial regions
    v3tC|V3C-SYS||V3C atlas tile configuration
    vipr|NALu Video||View priority
    vpbb|V3C-SYS||Volumetric bounding box
    vunt|V3C-SYS||V3C unit header
    wmpi|DASH-IF watermarking||Watermark segment position
    3gag|3GPP|sgpd|3GPP video buffer parameters (sample group)
    av1m|AOM|sgpd|AV1 multi-frame (sample group)
    av1M|AOM|sgpd|AV1 metadata (sample group)
    avcb|3GPP|sgpd|AVC HRD parameters (sample group)
    edrp|ISO|sgpd|Extended dependent random access point (sample group)
    nfas|NALu Video|sgpd|Neural-network post-filter activation (sample group)
    nfcs|NALu Video|sgpd|Neural-network post-filter characteristics (sample group)
    pprr|NALu Video|sgpd|Picture region replacement (sample group)
    tmsh|OMAF|sgpd|Tile mesh (sample group)
    vaps|V3C-SYS|sgpd|V3C atlas parameter sets (sample group)
    vopi|NALu Video|sgpd|VVC operating points (sample group)
    """#
}
