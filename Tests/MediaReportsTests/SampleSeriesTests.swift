// swift-format-ignore-file: DoNotUseSemicolons

import ByteReading
import Corpus
import Foundation
import MediaInspection
import Structure
import Testing

@testable import MediaReports

/// Samples that are read as runs of chunks, and sample by sample.
@Suite struct SampleSeriesTests {
  /// 20,000 samples of 1 to 97 bytes in chunks of 150 and then of 1 and of 70, with a gap after each
  /// hundredth chunk and the tenth in front of all, in three runs of time.
  private func track(
    syncEach distance: Int? = nil, count: Int = 20_000, commonSize: UInt32 = 0, isReordered: Bool = false
  ) throws -> SampleTrack {
    let sizes = (0..<count).map { commonSize > 0 ? Int(commonSize) : 1 + $0 * 31 % 97 }
    let counts = [(1, 150), (41, 1), (140, 70)]
    var offsets: [Int] = []
    var (sample, at) = (0, 5_000)
    while sample < count {
      let number = offsets.count + 1
      let each = counts.last { $0.0 <= number }?.1 ?? 1
      offsets.append(number == 10 ? 1_000 : at)
      if number % 100 == 0 { at += 3 << 20 }
      at += sizes[sample..<min(count, sample + each)].reduce(0, +)
      sample += each
    }
    let file = atoms {
      Parts.fileType("isom", "isom")
      Parts.movie {
        Parts.track {
          Parts.media { Parts.visualEntry("avc1") } tables: {
            atom("stts", version: 0) {
              u32(3); u32(7_001); u32(200); u32(1); u32(5_000); u32(UInt32(count - 7_002)); u32(300)
            }
            if isReordered {
              // As I P B B with offsets of some ticks that fit no scale; each 500th is not shown, the last 1,000 have none.
              atom("ctts", version: 1) {
                u32(UInt32(count - 1_000))
                for number in 0..<count - 1_000 {
                  u32(1)
                  u32(number % 500 == 499 ? 0x8000_0000 : UInt32(bitPattern: [400, 1_000, -200, -201][number % 4]))
                }
              }
            }
            if let distance {
              atom("stss", version: 0) {
                let numbers = stride(from: 1, through: count, by: distance).map { UInt32($0) }
                u32(UInt32(numbers.count))
                for number in numbers { u32(number) }
              }
            }
            atom("stsc", version: 0) {
              u32(UInt32(counts.count))
              for (first, each) in counts { u32(UInt32(first)); u32(UInt32(each)); u32(1) }
            }
            atom("stsz", version: 0) {
              u32(commonSize); u32(UInt32(count))
              if commonSize == 0 { for size in sizes { u32(UInt32(size)) } }
            }
            atom("stco", version: 0) {
              u32(UInt32(offsets.count))
              for offset in offsets { u32(UInt32(offset)) }
            }
          }
        }
      }
      // What it holds need not be there for the tables to be read.
      atom("mdat") { zeros(1 << 20) }
    }
    let document = try MediaFile.open(ByteSource(copying: file))
    return try #require(MovieSamples(document).tracks.first)
  }

  private func said(_ track: SampleTrack, steps: Int, fileSize: UInt64, bySample: Bool) -> String {
    let series = SampleSeries(
      track, steps: steps, runs: 240, fileSize: fileSize, coding: bySample ? { _ in nil } : nil)
    let counts: [Int] = [series.count, series.syncCount, series.lostCount, series.openCount, series.gapCount]
    var text = "\(counts) \(series.byteCount) \(series.start) \(series.end) \(series.length) \(series.rhythm?.apart ?? "") \(series.rhythm?.fewWords ?? "")"
    text += " \(series.syncTime ?? -1) \(series.usualGap ?? -1) \(series.hasAllParts) \(series.breaks)\n"
    for step in series.steps { text += "\(step)\n" }
    for run in series.runs { text += "\(run)\n" }
    for part in series.parts { text += "\(part)\n" }
    text += "\(series.syncs.count) \(series.first.count)"
    return text
  }

  /// Steps of a sample each that are joined are those of a series that had so many from the start.
  @Test(arguments: [3, 480, 7_499, 7_500])
  func joinedStepsAreThoseOfASeries(_ limit: Int) throws {
    for track in [
      try track(syncEach: 24, count: 7_500), try track(syncEach: 24, count: 7_500, isReordered: true),
    ] {
      let coding: (Sample) -> PictureCoding? = { [.intra, .predicted, .bipredicted, nil][$0.number % 4] }
      var single = SampleSeries(track, steps: track.count, runs: 240, fileSize: 400_000, coding: coding)
      #expect(single.steps.count == 7_500)
      single.joinSteps(of: track.count, to: limit)
      let whole = SampleSeries(track, steps: limit, runs: 240, fileSize: 400_000, coding: coding)
      #expect(single.steps.map { "\($0)" } == whole.steps.map { "\($0)" })
      #expect(whole.steps.count <= limit && whole.steps.contains { $0.lostCount > 0 })
    }
  }

  private static let distances: [Int?] = [nil, 1, 24, 1_000, 30_000]

  /// Steps of a sample each take twenty times as long as others: in the long run at all distances.
  private static let cases: [(distance: Int?, steps: Int)] = {
    let isLong = ProcessInfo.processInfo.environment["ATOMTOOLS_LONG"] != nil
    return [3, 480].flatMap { steps in distances.map { ($0, steps) } }
      + (isLong ? distances : [24]).map { ($0, 20_000) }
  }()

  @Test(arguments: cases)
  func runsSayWhatSamplesDo(_ distance: Int?, _ steps: Int) throws {
    let tracks = [
      try track(syncEach: distance), try track(syncEach: distance, commonSize: 40),
      try track(syncEach: distance, count: 7_500), try track(syncEach: distance, isReordered: true),
      try track(syncEach: distance, commonSize: 40, isReordered: true),
    ]
    for (place, track) in tracks.enumerated() {
      // Each track is in a file of another size for each number of steps.
      let fileSize = [UInt64.max, 400_000, 5_300][(place + (steps > 3 ? 1 : 0) + (steps > 480 ? 1 : 0)) % 3]
      let runs = said(track, steps: steps, fileSize: fileSize, bySample: false)
      #expect(runs == said(track, steps: steps, fileSize: fileSize, bySample: true))
      #expect(runs.count > 400)
    }
  }
}
