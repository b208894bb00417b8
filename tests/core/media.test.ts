import { describe, expect, test } from 'vitest'
import fc from 'fast-check'
import { languageOfTrack } from '#core/domain/languages.ts'
import { BUCKET_VALUES, BucketReducer } from '#core/media/buckets.ts'
import { audioOf, endMs, leadMs, type RawProbe, readFacts, videoOf, withFrameTimes } from '#core/media/facts.ts'
import { autoGain, DETAIL_TILE_MS, foldBuckets, type Loudness, Peaks } from '#core/media/peaks.ts'
import { PeaksUnreadable, readPeaks, writePeaks } from '#core/media/peaks-file.ts'
import { pickShotChanges, readScores, ShotChangeDetector } from '#core/media/shot-changes.ts'
import { editShotChanges, invertShotEdit, shotChangeNear, shotEditBetween } from '#core/timing/shot-edits.ts'
import { sliceVideo } from '#core/media/slices.ts'
import { speechIntervals } from '#core/media/speech.ts'
import {
  gridStep,
  gridTimes,
  stripCell,
  thumbnailCount,
  thumbnailTimes,
  thumbnailWidth,
} from '#core/media/thumbnails.ts'

/** Buckets of one loudness each: `tone(100)` is min -100, max 100, RMS 70. */
const tones = (...levels: number[]): Int16Array =>
  Int16Array.from(levels.flatMap((level) => [-level, level, Math.round(level * Math.SQRT1_2)]))

const loudest = (peaks: Peaks, fromMs: number, toMs: number, pxPerMs = 1): Loudness => {
  const found = { min: 0, max: 0, rms: 0 }
  peaks.loudness(fromMs, toMs, pxPerMs, found)
  return found
}

describe('a waveform', () => {
  test('coarser levels hold the extremes of finer ones, however and in whichever order the pieces come', () => {
    const levels = Array.from({ length: 600 }, (_, i) => i)
    const [late, early] = [new Peaks(10_000), new Peaks(10_000)]
    early.fill(0, tones(...levels))
    late.fill(201, tones(...levels.slice(201)))
    late.fill(0, tones(...levels.slice(0, 201)))
    for (const [at, { buckets }] of late.levels.entries()) {
      expect(buckets).toEqual(early.levels[at]!.buckets)
      const all: Loudness = { min: 0, max: 0, rms: 0 }
      foldBuckets(buckets, 0, buckets.length / BUCKET_VALUES, all)
      expect([all.min, all.max]).toEqual([-599, 599])
    }
    expect(late.knownMs).toBe(4800)
    expect([late.isKnown(0), late.isKnown(4799), late.isKnown(4800)]).toEqual([true, true, false])
  })

  test('what is decoded twice counts once, and what lies past the end is left out', () => {
    const peaks = new Peaks(80)
    peaks.fill(5, tones(...Array.from({ length: 100 }, () => 7)))
    peaks.fill(5, tones(9))
    expect(peaks.knownMs).toBe((peaks.bucketCount - 5) * 8)
    expect(loudest(peaks, 40, 48).max).toBe(9)
    peaks.fill(peaks.bucketCount + 3, tones(1, 2))
    expect(peaks.knownMs).toBe((peaks.bucketCount - 5) * 8)
  })

  test('is drawn with the coarsest level that has a bucket for each pixel', () => {
    const peaks = new Peaks(1000)
    expect(peaks.levelFor(1).perSecond).toBe(125)
    expect(peaks.levelFor(0.1).perSecond).toBe(125)
    expect(peaks.levelFor(0.0125).perSecond).toBe(125 / 8)
    expect(peaks.levelFor(0.0001).perSecond).toBe(125 / 512)
  })

  test('looked at closely it asks for close parts once and then draws them', () => {
    const peaks = new Peaks(60_000)
    peaks.fill(0, tones(...Array.from({ length: 7500 }, () => 50)))
    expect(peaks.missingDetail(0, 60_000, 0.125)).toEqual([])
    expect(peaks.missingDetail(7000, 17_000, 0.5)).toEqual([0, 1, 2])
    const close = new Int16Array(DETAIL_TILE_MS * BUCKET_VALUES)
    close.set([-3, 4, 2], 500 * BUCKET_VALUES)
    const before = peaks.revisionOf(8000, 9000)
    peaks.fillDetail(1, close)
    expect(peaks.missingDetail(7000, 17_000, 0.5)).toEqual([0, 2])
    expect(peaks.revisionOf(8000, 9000)).toBeGreaterThan(before)
    expect(loudest(peaks, 8500, 8501)).toEqual({ min: -3, max: 4, rms: 2 })
    expect(loudest(peaks, 8501, 8502)).toEqual({ min: 0, max: 0, rms: 0 })
    expect(loudest(peaks, 8500, 8501, 0.1).max).toBe(50)
  })

  test('only the range that changed is drawn again', () => {
    const peaks = new Peaks(600_000)
    peaks.fill(0, tones(1))
    expect([peaks.revisionOf(0, 1000), peaks.revisionOf(300_000, 310_000)]).toEqual([1, 0])
  })

  test('is drawn as high as its loud passages allow: a bang does not count, silence stays silence', () => {
    const spoken = (level: number): Peaks => {
      const peaks = new Peaks(60_000)
      const buckets = new Int16Array(peaks.bucketCount * BUCKET_VALUES)
      // Speech for half of the time, a hundredth of it elsewhere.
      for (let at = 0; at < peaks.bucketCount; at++) {
        const height = Math.floor(at / 125) % 2 === 0 ? level : level / 100
        buckets.set([-height, height, height / 3], at * BUCKET_VALUES)
      }
      peaks.fill(0, buckets)
      return peaks
    }
    for (const level of [2400, 5000, 12_000]) expect(autoGain(spoken(level)) * level).toBeCloseTo(0.8 * 32_768, -3.5)
    expect(autoGain(spoken(32_000))).toBe(1)
    expect(autoGain(spoken(100))).toBe(16)
    expect(autoGain(new Peaks(60_000))).toBe(1)
    const bang = spoken(3000)
    bang.fill(40, Int16Array.from([-32_768, 32_767, 20_000]))
    expect(autoGain(bang)).toBe(autoGain(spoken(3000)))
  })

  test('is the same after a file', () => {
    const peaks = new Peaks(12_345)
    peaks.fill(0, tones(...Array.from({ length: peaks.bucketCount }, (_, i) => i * 20)))
    const copy = readPeaks(writePeaks(peaks))
    expect(copy.durationMs).toBe(12_345)
    expect(copy.levels).toEqual(peaks.levels)
  })

  test('no file that is damaged or made up is taken for one, and none makes us allocate more than it holds', () => {
    const file = writePeaks(new Peaks(1000))
    const changed = (at: number, value: number): ArrayBuffer => {
      const copy = file.slice(0)
      new DataView(copy).setUint32(at, value, true)
      return copy
    }
    for (const bad of [
      new ArrayBuffer(3),
      file.slice(0, -1),
      changed(0, 1),
      changed(4, 9),
      changed(8, 2 ** 32 - 1),
      changed(8, 999_999),
      changed(12, 7),
    ]) {
      expect(() => readPeaks(bad)).toThrow(PeaksUnreadable)
    }
    fc.assert(
      fc.property(fc.uint8Array({ maxLength: 64 }), (bytes) => {
        expect(() => readPeaks(bytes.slice().buffer)).toThrow(PeaksUnreadable)
      }),
    )
  })
})

describe('sound becomes buckets', () => {
  const reduce = (samples: Int16Array, rate: number, size: number, phase = 0): number[] => {
    const found: number[] = []
    const reducer = new BucketReducer({ rate, perSecond: 125, phase }, (buckets) => found.push(...buckets))
    for (let at = 0; at < samples.length; at += size) reducer.write(samples.subarray(at, at + size))
    reducer.end()
    return found
  }
  const wave = Int16Array.from({ length: 44_100 }, (_, i) => Math.round(20_000 * Math.sin(i / 7)))

  test('the same in pieces of any size', () => {
    expect(reduce(wave, 44_100, 1)).toEqual(reduce(wave, 44_100, 44_100))
    expect(reduce(wave, 44_100, 777)).toEqual(reduce(wave, 44_100, 44_100))
    expect(reduce(wave, 44_100, 44_100)).toHaveLength(125 * BUCKET_VALUES)
  })

  test('whose edges do not drift where a bucket is no whole number of samples', () => {
    const clicks = new Int16Array(44_100)
    for (let bucket = 0; bucket < 125; bucket++) clicks[Math.round(bucket * 352.8)] = bucket + 1
    const maxima = reduce(clicks, 44_100, 500).filter((_, at) => at % BUCKET_VALUES === 1)
    expect(maxima).toEqual(Array.from({ length: 125 }, (_, at) => at + 1))
  })

  test('the root of the mean square is that of a sine', () => {
    const [, , rms] = reduce(
      Int16Array.from({ length: 480 }, (_, i) => Math.round(10_000 * Math.sin((i * Math.PI) / 24))),
      48_000,
      480,
    )
    expect(rms).toBeGreaterThan(7060)
    expect(rms).toBeLessThan(7080)
  })

  test('sound that begins late begins late in its first bucket', () => {
    expect(reduce(new Int16Array(384).fill(5), 48_000, 400, 192)).toHaveLength(2 * BUCKET_VALUES)
    expect(reduce(new Int16Array(384).fill(5), 48_000, 400)).toHaveLength(BUCKET_VALUES)
  })
})

describe('a video in slices', () => {
  const show = (durationMs: number, playheadMs: number): string =>
    sliceVideo(durationMs, playheadMs, 20, 80)
      .map(({ start: fromMs, end: toMs }) => `${fromMs}-${toMs}`)
      .join(' ')

  test('begins at the playhead, goes on to the end and then back to the start', () => {
    expect(show(300, 0)).toBe('0-20 20-60 60-140 140-220 220-300')
    expect(show(300, 150)).toBe('140-160 160-200 200-300 120-140 80-120 0-80')
    expect(show(10, 0)).toBe('0-10')
    expect(show(300, 9999)).toBe('280-300 260-280 220-260 140-220 60-140 0-60')
  })

  test('covers every moment once, wherever the playhead is', () => {
    fc.assert(
      fc.property(fc.integer({ min: 1, max: 100_000 }), fc.integer({ min: 0, max: 120_000 }), (duration, playhead) => {
        const slices = sliceVideo(duration, playhead, 200, 2400).sort((a, b) => a.start - b.start)
        expect(slices[0]!.start).toBe(0)
        expect(slices.at(-1)!.end).toBe(duration)
        for (const [at, slice] of slices.slice(1).entries()) expect(slice.start).toBe(slices[at]!.end)
      }),
    )
  })
})

describe('shot changes', () => {
  const cuts = (...list: [number, number][]): number[] => pickShotChanges(list.map(([ms, score]) => ({ ms, score })))

  test('are what stands alone', () => {
    expect(cuts([1000, 12], [5000, 6], [9000, 40])).toEqual([1000, 5000, 9000])
  })
  test('and of a crowd only the one that is clearly above the others', () => {
    expect(cuts([1000, 12], [1040, 11], [1400, 9])).toEqual([])
    expect(cuts([1000, 6], [1040, 30], [1400, 9])).toEqual([1040])
  })

  test('are added, moved and taken away by hand, and all of it can be taken back', () => {
    const found = [1000, 2000, 3000]
    expect(editShotChanges(found, { added: [1500], removed: [] })).toEqual([1000, 1500, 2000, 3000])
    expect(editShotChanges(found, { added: [2040], removed: [2000] })).toEqual([1000, 2040, 3000])
    const lists = fc.uniqueArray(fc.nat(100), { maxLength: 20 }).map((list) => list.sort((a, b) => a - b))
    fc.assert(
      fc.property(lists, lists, (before, after) => {
        const edit = shotEditBetween(before, after)
        expect(editShotChanges(before, edit)).toEqual(after)
        expect(editShotChanges(after, invertShotEdit(edit))).toEqual(before)
      }),
    )
    expect([shotChangeNear(found, 2400, 500), shotChangeNear(found, 2500, 300)]).toEqual([2000, undefined])
  })

  test('a cut scores high, the picture after it and a still score nothing', () => {
    const detector = new ShotChangeDetector()
    const dark = new Uint8Array(100).fill(20)
    const bright = new Uint8Array(100).fill(200)
    expect([dark, dark, bright, bright, dark].map((picture) => Math.round(detector.score(picture)))).toEqual([
      0, 0, 70, 0, 70,
    ])
  })
  test('steady movement scores nothing, however fast', () => {
    const detector = new ShotChangeDetector()
    const scores = Array.from({ length: 10 }, (_, at) => detector.score(new Uint8Array(100).fill(at * 20)))
    expect(Math.max(...scores.slice(2))).toBeLessThan(0.01)
  })
  test('scores are read from what ffmpeg prints, with the first whole millisecond of the frame', () => {
    const text = [
      'frame:12   pts:6400    pts_time:0.5',
      'lavfi.scd.mafd=12.1',
      'lavfi.scd.score=12.000',
      'frame:13   pts:6912    pts_time:0.5339999',
      'lavfi.scd.mafd=1.1',
      'lavfi.scd.score=0.4',
      'frame:14   pts:7424    pts_time:0.580078',
      'lavfi.scd.score=7.5',
    ].join('\n')
    expect(readScores(text, 1000)).toEqual([
      { ms: 1500, score: 12 },
      { ms: 1581, score: 7.5 },
    ])
  })
})

describe('speech', () => {
  /** `_` is 100 ms of faint noise, `#` of voice, `.` of a short breath. */
  const sounds = (text: string): Peaks => {
    const levels = [...text].flatMap((sign, at) =>
      Array.from({ length: 12 + (at % 2) }, () => (sign === '#' ? 6000 : 40)),
    )
    const peaks = new Peaks((levels.length - 1) * 8)
    peaks.fill(0, tones(...levels))
    return peaks
  }
  const show = (text: string): string =>
    speechIntervals(sounds(text))
      .map(({ start, end }) => `${Math.round(start / 100)}-${Math.round(end / 100)}`)
      .join(' ')

  test('is what rises above the noise; short pauses are inside it', () => {
    expect(show('____####__####________##____')).toBe('4-14 22-24')
  })
  test('there is none in silence, and none in an even hum', () => {
    expect(show('__________')).toBe('')
    const hum = new Peaks(8000)
    hum.fill(0, tones(...Array.from({ length: 1001 }, () => 900)))
    expect(speechIntervals(hum)).toEqual([])
  })
  test('lies inside the video, in order, apart from each other', () => {
    fc.assert(
      fc.property(fc.array(fc.constantFrom('_', '#'), { minLength: 1, maxLength: 60 }), (signs) => {
        const peaks = sounds(signs.join(''))
        let last = -1
        for (const { start, end } of speechIntervals(peaks)) {
          expect(start).toBeGreaterThan(last)
          expect(end).toBeGreaterThan(start)
          expect(end).toBeLessThanOrEqual(peaks.durationMs + 16)
          last = end
        }
      }),
    )
  })
})

describe('thumbnails', () => {
  test('are spread over the video', () => {
    expect(thumbnailTimes(10_000, 4)).toEqual([1250, 3750, 6250, 8750])
    expect([thumbnailCount(500, 50), thumbnailCount(40_000, 50), thumbnailCount(3_600_000, 50)]).toEqual([1, 20, 50])
  })
  test('are as wide as the video is shown', () => {
    expect(thumbnailWidth({ width: 1280, height: 720 }, 70)).toBe(124)
    expect(thumbnailWidth({ width: 464, height: 848 }, 70)).toBe(38)
    expect(thumbnailWidth({ width: 1, height: 4000 }, 70)).toBe(2)
  })
  test('finer ones lie on a grid that does not move with the view', () => {
    expect([gridStep(1700), gridStep(100), gridStep(3)]).toEqual([1280, 80, 20])
    expect(gridTimes(1900, 4100, 1000, 60_000)).toEqual([960, 1920, 2880, 3840])
    expect(gridTimes(-500, 900, 500, 700)).toEqual([0, 480])
    // Next to each other steps differ by half at most: of a picture at least two thirds are seen.
    for (let pictureMs = 20; pictureMs < 400_000; pictureMs *= 1.07) {
      expect(gridStep(pictureMs) / pictureMs).toBeGreaterThan(0.66)
      expect(gridStep(pictureMs) / pictureMs).toBeLessThanOrEqual(1)
    }
  })
  test('have their place in a filmstrip', () => {
    expect([stripCell(0), stripCell(9), stripCell(23)]).toEqual([
      { column: 0, row: 0 },
      { column: 9, row: 0 },
      { column: 3, row: 2 },
    ])
  })
})

describe('facts of a file', () => {
  const fileOf = (video: object, more: object[] = [], format: object = {}): RawProbe => ({
    format: { format_name: 'mov,mp4,m4a,3gp,3g2,mj2', duration: '3723.45', start_time: '0.000000', ...format },
    streams: [
      {
        index: 0,
        codec_type: 'video',
        codec_name: 'h264',
        width: 1280,
        height: 720,
        r_frame_rate: '25/1',
        avg_frame_rate: '25/1',
        ...video,
      },
      ...more,
    ],
  })

  test('size, rate and length', () => {
    const facts = readFacts(
      fileOf({}, [
        {
          index: 1,
          codec_type: 'audio',
          codec_name: 'aac',
          sample_rate: '44100',
          channels: 2,
          tags: { language: 'eng' },
        },
      ]),
    )
    expect(facts.durationMs).toBe(3_723_450)
    expect(videoOf(facts)).toMatchObject({
      width: 1280,
      height: 720,
      rate: [25, 1],
      rotation: 0,
      isVariableRate: false,
      isRateKnown: true,
    })
    expect(audioOf(facts)).toMatchObject({ rate: 44_100, channels: 2, language: 'eng' })
  })

  test.each([
    ['pixel aspect', { width: 720, height: 576, sample_aspect_ratio: '16:15' }, 768, 576, 0],
    ['a turned phone', { width: 1920, height: 1080, side_data_list: [{ rotation: -90 }] }, 1080, 1920, 90],
    ['turned the other way', { width: 1920, height: 1080, side_data_list: [{ rotation: 90 }] }, 1080, 1920, 270],
    ['upside down', { side_data_list: [{ rotation: -180 }] }, 1280, 720, 180],
    ['an old tag', { width: 640, height: 480, tags: { rotate: '90' } }, 480, 640, 90],
    [
      'both',
      { width: 720, height: 576, sample_aspect_ratio: '16:15', side_data_list: [{ rotation: -90 }] },
      576,
      768,
      90,
    ],
  ])('%s', (_, video, width, height, rotation) => {
    expect(videoOf(readFacts(fileOf(video)))).toMatchObject({ width, height, rotation })
  })

  test('a rate that is off by rounding is the nominal one; one that is far off may vary until the pictures tell', () => {
    const near = readFacts(fileOf({ r_frame_rate: '30000/1001', avg_frame_rate: '2997003/100000' }))
    expect(videoOf(near)).toMatchObject({ rate: [30_000, 1001], isVariableRate: false })
    const far = readFacts(fileOf({ r_frame_rate: '30/1', avg_frame_rate: '21/1' }))
    expect(videoOf(far)).toMatchObject({ rate: [21, 1], isVariableRate: true })
    expect(videoOf(withFrameTimes(far, [0, 0.033, 0.067, 0.1]))?.isVariableRate).toBe(false)
    expect(videoOf(withFrameTimes(far, [0, 0.1, 0.033, 0.2]))?.isVariableRate).toBe(true)
  })

  /** `W×H` of each stream, `*` the default, `cover` an attached picture, `a` sound; the index that is used. */
  test.each([
    ['320×180 1280×720', 1],
    ['1280×720 320×180', 0],
    ['320×180* 1280×720', 1],
    ['640×360 640×360', 0],
    ['640×360 640×360*', 1],
    ['cover2000×2000 640×360', 1],
    ['a 320×180 a 720×576 360×640', 3],
  ])('of %s the video is stream %i', (notation, wanted) => {
    const streams = notation.split(' ').map((text, index) => {
      const [width = 0, height = 0] = (text.match(/\d+/g) ?? []).map(Number)
      const disposition = { default: Number(text.endsWith('*')), attached_pic: Number(text.startsWith('cover')) }
      return { index, codec_type: text === 'a' ? 'audio' : 'video', width, height, disposition }
    })
    expect(videoOf(readFacts({ streams }))?.index).toBe(wanted)
  })

  test('covers and stills are no video', () => {
    expect(videoOf(readFacts(fileOf({ disposition: { attached_pic: 1 } })))).toBeUndefined()
    expect(videoOf(readFacts(fileOf({}, [], { format_name: 'png_pipe' })))).toBeUndefined()
    expect(readFacts({})).toMatchObject({ durationMs: 0, streams: [] })
  })

  test('text tracks can be taken out, pictures of text not', () => {
    const subtitle = (index: number, codec_name: string): object => ({
      index,
      codec_type: 'subtitle',
      codec_name,
      tags: { language: 'ger' },
    })
    const facts = readFacts(
      fileOf({}, [subtitle(2, 'subrip'), subtitle(3, 'hdmv_pgs_subtitle'), subtitle(4, 'mov_text')]),
    )
    const texts = facts.streams.filter((stream) => stream.kind === 'subtitle').filter(({ isText }) => isText)
    expect(texts.map(({ index }) => index)).toEqual([2, 4])
  })

  test("lines of a track are those that Matroska's statistics note", () => {
    const linesOf = (tags: object) => {
      const { streams } = readFacts(fileOf({}, [{ index: 2, codec_type: 'subtitle', codec_name: 'subrip', tags }]))
      return streams.flatMap((stream) => (stream.kind === 'subtitle' ? [stream.lines] : []))
    }
    expect(linesOf({ NUMBER_OF_FRAMES: '812' })).toEqual([812])
    expect(linesOf({ 'NUMBER_OF_FRAMES-eng': '3' })).toEqual([3])
    expect(linesOf({ NUMBER_OF_FRAMES: 'many' })).toEqual([undefined])
    expect(linesOf({ language: 'ger' })).toEqual([undefined])
  })

  test("a track's language is one of ours in whichever code it is written", () => {
    expect(['ger', 'deu', 'de', 'chi', 'zho', 'eng', '', 'und', 'not a code'].map(languageOfTrack)).toEqual([
      'de',
      'de',
      'de',
      'zh_cn',
      'zh_cn',
      'en',
      undefined,
      undefined,
      undefined,
    ])
  })

  test('a late start is kept where a player keeps it', () => {
    expect(leadMs(readFacts(fileOf({}, [], { start_time: '0.043' })))).toBe(43)
    const primed = readFacts(fileOf({}, [], { start_time: '-0.021', duration: '9' }))
    expect([leadMs(primed), endMs(primed)]).toEqual([-21, 9000])
    const ts = readFacts(fileOf({}, [], { start_time: '140.019', format_name: 'mpegts', duration: '2' }))
    expect([leadMs(ts), endMs(ts)]).toEqual([0, 2000])
  })
})

test('of a file with more streams than any has the first are read', () => {
  expect(readFacts({ streams: Array.from({ length: 500_000 }, () => ({})) }).streams).toHaveLength(4096)
})
