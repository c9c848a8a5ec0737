extension PlayerRules {
  /// Images: HEIC and AVIF.
  static let images: StaticString = """
    rule image-configuration-missing
      also avif-no-av1c
      no chrome edge firefox
      when fact is-image
      when fact image-boxes = 0
      or
      when fact primary-av1
      when fact primary-configured = 0
      says an image without what decoding it needs: pitm, iloc, iinf, hdlr pict or av1C
      mend rebuild it
      source measured
      seen Chromium 156 refused; Firefox 153 refused
    rule image-mini
      no chrome edge firefox
      when fact is-image
      when /mini exists
      unless /meta exists
      says an image in one box, 'mini', which browsers do not know yet: they look for 'meta'
      mend convert it to AVIF with 'meta', or to JPEG
      source ISO/IEC 23008-12 Annex O; measured
      seen Chromium 156 refused; Firefox 153 refused
    rule item-outside
      also avif-truncated
      no firefox
      loss chrome edge
      depends safari ios android windows
      when fact item-past-end
      says bytes of the image, or of images that it is put together from, lie behind the end of the file
      mend complete the file
      source measured
      seen Chromium 156 shows what there is; Firefox 153 refused
    rule miaf-pasp
      note miaf
      each /meta/iprp/ipco
      when fact pixels-square = 0
      says pixels that are not square (7.3.6.5)
      mend scale the picture
      source gpac/ComplianceWarden src/specs/miaf
    rule miaf-clap-even
      loss miaf
      each /meta/iprp/ipco/clap
      when fact crop-odd
      says an odd crop of a picture with halved colours
      mend even values
      source gpac/ComplianceWarden src/specs/miaf
    rule avif-profile
      note avif
      when /ftyp.compatible_brands = MA1B
      when //av1C.seq_profile > 0
      or
      when /ftyp.compatible_brands = MA1B
      when //av1C.seq_level_idx_0 > 13
      or
      when /ftyp.compatible_brands = MA1A
      when //av1C.seq_profile > 1
      says a brand of a profile that the picture exceeds (section 8)
      mend leave the brand out
      source gpac/ComplianceWarden src/specs/avif
    section images
      when fact is-image
    rule image-leading-junk
      no chrome edge firefox
      depends safari ios android windows
      when fact junk-before
      says bytes that are no box, or a box with a size that cannot be, stand before 'meta': browsers do not find what is behind them
      mend write the size that there is, or a 'free' over them; in front of 'ftyp' cut them off where no offset of 'iloc' counts them
      source ISO/IEC 14496-12; measured
      seen Chromium 156 refused; Firefox 153 refused; libheif 1.15 refuses, and finds no 'ftyp' or no 'meta'
    rule image-size-missing
      also avif-no-ispe
      no chrome firefox edge miaf avif
      when fact image-boxes
      when fact primary-size = 0
      unless /ftyp.major_brand = avis
      says the primary item has no 'ispe'
      mend add it
      source measured
      seen Chromium 156 refused; Firefox 153 refused
    rule avif-no-pixi
      note miaf
      when /meta/iprp/ipco/pixi absent
      says no 'pixi'
      mend add it
      source gpac/ComplianceWarden src/specs/miaf; measured
      seen Chromium 156 shown; Firefox 153 shown
    rule property-not-essential
      also avif-essential
      note miaf avif
      when problem property-not-essential
      says a property that changes the picture is not marked essential
      mend set the bit in 'ipma'
      source gpac/ComplianceWarden src/specs/avif; measured
      seen Chromium 156 shown where it is 'av1C', else refused; Firefox 153 shown
    rule image-items-cut
      no chrome edge firefox
      depends safari ios android windows
      each /meta
      when problem file-truncated
      says what says where the items are goes on behind the end of the file
      mend complete the file
      source measured
      seen Chromium 156 refused; Firefox 153 refused
    rule heic-browsers
      no chrome edge firefox
      when fact primary-heif
      says HEIC, which no browser but Safari shows
      mend convert it to AVIF or JPEG
      source measured
      seen Chromium 156 refused; Firefox 153 refused
      since Safari 17, which shows it
    rule heic-windows
      depends windows
      when fact primary-heif
      says on the HEIF and HEVC extensions of the store
      mend install them, or convert
      source AOMediaCodec/libavif#2918
    rule heif-exif-orientation
      loss ios windows android
      when fact exif-turned
      says Exif says a rotation that the image does not have: who shows it how differs
      mend write irot or imir, and Orientation 1
      source strukturag/libheif#677, spacedriveapp/spacedrive#1815
    rule miaf-brand
      note miaf
      unless /ftyp.compatible_brands = miaf
      or
      unless /ftyp.compatible_brands = mif1
      says 'miaf' or 'mif1' is not among the brands (7.2.1.2)
      mend add it, if it is true
      source gpac/ComplianceWarden src/specs/miaf
    rule miaf-idat
      note miaf
      when fact coded-in-idat
      says coded pictures in 'idat' (7.2.1.7)
      mend move them to 'mdat'
      source gpac/ComplianceWarden src/specs/miaf
    rule image-tile-count-differs
      no chrome edge
      depends safari firefox ios android windows
      when fact tile-count-differs
      says a grid has other places than images that it is put together from
      mend refer to an image for each place, or write the rows and columns that there are
      source ISO/IEC 23008-12 6.6.2.3.1; AOMediaCodec/libavif src/read.c
    rule image-tiles-mixed
      no chrome edge
      depends safari firefox ios android windows
      when fact tiles-mixed
      says tiles are of different codings: one decoder shows no whole image
      mend cut it into tiles anew
      source ISO/IEC 23000-22; measured
      seen Chromium 156 no image
    rule miaf-grid
      loss miaf
      when fact tiles-small
      or
      when fact tiles-mixed
      says tiles below 64 pixels, or of different codings
      mend cut it into tiles anew
      source gpac/ComplianceWarden src/specs/miaf
    section images of AV1
      when fact primary-av1
    rule avif-ispe-wrong
      loss chrome edge firefox
      when fact image-size-differs
      says 'ispe' has another size than the coded picture
      mend write the coded size
      source measured
      seen Chromium 156 shown at the size of ispe; Firefox 153 the same, 0×0
    rule avif-depth-differs
      no chrome edge
      when fact image-depth-differs
      says 'pixi' has another number of bits than 'av1C'
      mend write the bits of the sequence header into both
      source measured
      seen Chromium 156 refused
    rule avif-item-unmeasured
      no chrome edge
      when fact item-unmeasured
      says a piece of the picture has no length in 'iloc', or lies in another item
      mend write its bytes into 'mdat', their place and their number into 'iloc'
      source measured
      seen Chromium 156 refused
    rule avif-property-unmarked
      no chrome edge
      when problem property-not-essential
      when fact property-unmarked
      says a property that turns, mirrors or crops a picture, or chooses a layer, is not marked essential: no image of the file is shown
      mend set the bit in 'ipma'
      source AOMediaCodec/libavif src/read.c; measured
      seen Chromium 156 refused; Firefox 153 shown, but for 'lsel' and 'a1op'
    rule avif-property-unknown
      no chrome edge firefox
      when fact property-unknown
      says a property that browsers do not know is marked essential, or 'a1lx' is, which never may: no image is shown
      mend take the bit out of 'ipma', or the property
      source AOMediaCodec/libavif src/read.c; mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 refused; Firefox 153 refused
    rule avif-property-repeated
      no firefox
      when fact property-repeated
      says a picture has a property twice, or is turned after it is mirrored
      mend keep one of each in 'ipma', 'irot' in front of 'imir'
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 shown; Firefox 153 refused
    rule avif-property-odd
      no chrome edge
      when fact property-odd
      says reserved bits of 'irot' or 'imir' are set, or a 'pixi' has no channels or channels of different depths: no image is shown
      mend write the reserved bits as 0, and the bits of the coded picture for each channel
      source AOMediaCodec/libavif src/read.c; measured
      seen Chromium 156 refused, of whatever item; Firefox 153 shown
    rule avif-property-cut
      no chrome edge firefox
      when fact property-cut
      says 'irot', 'imir' or 'pixi' is shorter than its fields, or 'pixi' has a version or flags: no image is shown
      mend write it anew, or delete it
      source AOMediaCodec/libavif src/read.c; mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 refused, of whatever item; Firefox 153 refused
    rule avif-property-long
      no firefox
      when fact property-long
      says a 'pixi' is longer than its fields
      mend write it with the length that it has to have
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 shown; Firefox 153 refused, of whatever item, and shows a longer 'irot' and 'imir'
    rule avif-metas
      no firefox
      when fact image-metas > 1
      says a second 'meta' beside that of the image, whatever is in it
      mend leave one
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 shown where that of the image is the first; Firefox 153 refused
    rule avif-colours-two
      no chrome edge firefox
      note windows
      each /meta
      when fact colours-of-a-kind > 1
      says a picture has two 'colr' of one kind
      mend keep one of each kind
      source AOMediaCodec/libavif src/read.c; AOMediaCodec/libavif#2918; measured
      seen Chromium 156 refused; Firefox 153 refused
    rule avif-boxes
      no chrome edge firefox
      when fact image-boxes-misplaced
      or
      each /meta/* of hdlr pitm iloc iinf iref iprp idat
      when problem atom-duplicated
      says 'hdlr' is not first in 'meta', its name has no 0 at the end, 'ipma' is not behind 'ipco', or there are two of a box
      mend hdlr, with a name that ends in 0, in front of all others; of each one; in iprp ipco, and ipma behind it
      source AOMediaCodec/libavif src/read.c; mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 refused; Firefox 153 refused
    rule avif-associations
      no chrome edge firefox
      each /meta
      when problem property-index-invalid
      or
      when fact associations-disordered
      says 'ipma' gives a property that there is not, lists an item twice, or not by ascending IDs: no image of the file is shown
      mend list each item once, by ascending IDs, with numbers of properties that are in 'ipco'
      source AOMediaCodec/libavif src/read.c; measured
      seen Chromium 156 refused; Firefox 153 refused
    rule avif-ftyp
      no chrome edge firefox
      when fact ftyp-place > 1
      or
      when /ftyp.major_brand = avis
      when /moov absent
      says a box stands before 'ftyp', or its major brand is 'avis', of a sequence, and there is no 'moov': not recognised
      mend 'ftyp' first, of the major brand 'avif'
      source measured
      seen Chromium 156 refused; Firefox 153 refused
    rule property-associations-repeated
      no firefox
      when problem property-associations-repeated
      says two 'ipma' have the same version and flags
      mend put all associations into one 'ipma'
      source mozilla/mp4parse-rust mp4parse/src/lib.rs; measured
      seen Chromium 156 shown; Firefox 153 refused
    rule avif-brands
      no chrome edge firefox ios
      unless /ftyp.major_brand in avif avis
      unless /ftyp.compatible_brands in avif avis
      says an AV1 image without the brand of AVIF: not recognised
      mend avif, mif1, miaf
      source measured
      seen Chromium 156 refused; Firefox 153 refused
    rule avif-trailing
      no firefox
      when fact junk-size < 8
      says bytes behind the last box that say a size no box has: with them Firefox shows no AVIF
      mend cut them off
      source measured
      seen Chromium 156 shown; Firefox 153 refused, but for up to 7 bytes and for what says the size of a box
    rule avif-junk-inside
      no firefox
      when fact junk-among
      says bytes that are no box stand between 'meta' and another box: with them Firefox shows no AVIF
      mend write a 'free' over them
      source measured
      seen Chromium 156 shown; Firefox 153 refused, and shown with a 'free' in their place
    rule avif-grid
      no firefox
      when fact primary-grid
      says AVIF put together from tiles, which Firefox does not show
      mend code it as one item
      source measured
      seen Chromium 156 shown; Firefox 153 refused
    rule avif-derived
      no chrome edge firefox
      when fact primary-derived
      says AVIF that lays pictures over each other ('iovl'), or shows another one ('iden'): browsers look for a coded item or a grid
      mend code it as one item
      source AOMediaCodec/libavif src/read.c; mozilla/mp4parse-rust mp4parse/src/lib.rs
    rule avif-property-refused
      no firefox
      when fact property-refused
      says layers to choose from ('lsel', 'a1op'), or a crop or a light level that is marked essential ('clap', 'clli'): Firefox shows no such image
      mend cut the picture itself, and store one layer
      source measured
      seen Chromium 156 shown; Firefox 153 refused, and shown without the property
    rule avif-crop
      loss chrome edge
      when fact primary-cropped
      says 'clap' crops the picture, and is not asked: all of it is shown
      mend cut the picture itself
      source measured
      seen Chromium 156 shown uncropped
    rule avif-reference-zero
      no chrome edge
      each /meta/iref/*
      when own.to_item_ID = 0
      or
      each /meta/iref/*
      when own.from_item_ID = 0
      says a reference from or to item 0, which no item is
      mend point it at the item that is meant, or take it out
      source measured
      seen Chromium 156 refused, and shown with another number that no item has; Firefox 153 shown
    rule avif-grid-ios
      note ios
      when //infe.item_type = grid
      says AVIF of tiles: green in Photos of iOS 26 by one report
      mend code it as one item
      source immich-app/immich#10531
    rule avif-size-limit
      no chrome edge
      when fact primary-pixels > 268435456
      or
      when fact primary-pixels = 0
      says more pixels than Chromium shows, or none by 'ispe'
      mend a smaller one; the size of the picture in 'ispe'
      source measured
      seen Chromium 156 refused 17000×17000 and 0×0; Firefox 153 shown
    """
}
