import ByteReading
import MediaInspection
import StructureRendering

extension AlignmentReport {
  func put<Encoding: RecordEncoding>(
    _ rendition: Rendition, to records: inout RecordWriter<Encoding, AlignmentKey>
  ) {
    records.element(.line(4))
    records.openObject()
    records.member(.name, text: rendition.name)
    records.member(bytesOf: rendition.file)
    if let period = rendition.period { records.member(.period, period.number) }
    records.member(.unit, word: rendition.unit)
    if let track = rendition.track {
      records.member(.track, track.id)
      if rendition.timescale > 0 { records.member(.timescale, rendition.timescale) }
      records.key(.end)
      records.put(signed: rendition.end)
    }
    records.key(.boundaries)
    records.openArray()
    for boundary in rendition.boundaries {
      records.element()
      records.openObject()
      records.key(.time)
      records.put(signed: boundary.time)
      records.key(.decodeTime)
      records.put(signed: boundary.decodeTime)
      if let offset = boundary.offset { records.member(.offset, offset) }
      records.member(.file, boundary.file)
      records.member(.keyframe, boundary.isSync)
      records.closeObject()
    }
    records.closeArray()
    records.key(.findings)
    records.openArray()
    for finding in rendition.findings {
      records.element()
      records.openObject()
      records.member(.kind, word: finding.kind.rawValue.text)
      records.member(.message, text: finding.message)
      if let time = finding.time {
        records.key(.time)
        records.put(signed: time)
      }
      if let offset = finding.offset { records.member(.offset, offset) }
      records.member(.fails, isBad(finding))
      records.closeObject()
    }
    records.closeArray()
    if rendition.omitted > 0 { records.member(.omitted, rendition.omitted) }
    records.closeObject()
  }

  func put<Encoding: RecordEncoding>(
    _ pair: Alignment.Pair, from base: Int, to records: inout RecordWriter<Encoding, AlignmentKey>
  ) {
    records.element(.line(4))
    records.openObject()
    records.member(.first, base)
    records.member(.second, base + pair.other)
    if let largest = pair.largest { put(largest, to: &records) }
    if let drift = pair.drift {
      records.key(.drift)
      records.put(real: drift.milliseconds)
    }
    if let isWithin = pair.isWithinFrames { records.member(.withinFrame, isWithin) }
    records.member(.fails, isBad(pair))
    records.member(.missing, pair.partners.count { $0 == nil })
    records.member(.unmatched, pair.unmatched.count)
    records.closeObject()
  }

  func put<Encoding: RecordEncoding>(
    _ pair: Alignment.OtherPair, from base: Int, to records: inout RecordWriter<Encoding, AlignmentKey>
  ) {
    records.element(.line(4))
    records.openObject()
    records.member(.first, base + pair.first)
    records.member(.second, base + pair.second)
    if let largest = pair.largest { put(largest, to: &records) }
    if let isWithin = pair.isWithinFrames { records.member(.withinFrame, isWithin) }
    records.member(.fails, pair.largest.map { isTooFar($0, pair.latitude) } ?? false)
    records.member(.missing, pair.missing)
    records.member(.unmatched, pair.unmatched)
    records.closeObject()
  }

  func put<Encoding: RecordEncoding>(
    _ list: KeyframeList, from base: Int, to records: inout RecordWriter<Encoding, AlignmentKey>
  ) {
    records.element(.line(4))
    records.openObject()
    records.member(.list, base + list.list)
    records.member(.rendition, base + list.rendition)
    records.member(.keyframes, list.keyframes)
    records.member(.listed, list.listed)
    records.member(.elsewhere, list.elsewhere)
    if let largest = list.largest {
      records.key(.milliseconds)
      records.put(real: largest.milliseconds.magnitude)
    }
    records.member(.ownFiles, list.isOfOwnFiles)
    records.closeObject()
  }

  func put<Encoding: RecordEncoding>(
    _ distance: Alignment.Distance, to records: inout RecordWriter<Encoding, AlignmentKey>
  ) {
    records.key(.ticks)
    records.put(signed: distance.ticks)
    records.member(.timescale, distance.scale)
    records.key(.milliseconds)
    records.put(real: distance.milliseconds)
    records.member(.boundary, distance.boundary)
  }
}
