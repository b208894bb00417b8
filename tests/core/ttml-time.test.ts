import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { clockOf, formatTtmlTime, parseTtmlTime } from '#core/subtitle/formats/ttml/time.ts'

const NDF = { timeBase: 'smpte', frameRate: '30', frameRateMultiplier: '1000 1001', dropMode: 'nonDrop' }
const DF = { ...NDF, dropMode: 'dropNTSC' }
const ITT = { ...NDF, frameRate: '24' }
const clock = (attributes: Readonly<Record<string, string>>) => clockOf((name) => attributes[name])

describe('SMPTE time', () => {
  test.each<[string, Record<string, string>, string, number]>([
    ['non-drop counts frames of the film', NDF, '00:10:30:00', 630_630],
    ['non-drop counts frames of the film', NDF, '01:00:00:00', 3_603_600],
    ['at 23.976', ITT, '01:00:00:00', 3_603_600],
    ['at 23.976', ITT, '01:00:01:12', 3_605_102],
    ['a label without frames is one with frame 0', ITT, '01:00:00', 3_603_600],
    ['drop frame', DF, '00:10:30:00', 630_029],
    ['drop frame', DF, '01:00:00;00', 3_599_996],
    ['drop frame before a minute', DF, '00:00:59:29', 60_027],
    ['drop frame at a minute', DF, '00:01:00:02', 60_060],
    ['drop frame without a multiplier', { timeBase: 'smpte', dropMode: 'dropNTSC' }, '01:00:00:00', 3_599_996],
    ['PAL-M', { ...DF, dropMode: 'dropPAL' }, '00:02:00:04', 120_120],
    ['sub-frames', { ...NDF, subFrameRate: '2' }, '00:00:01:00.1', 1_018],
    ['a whole rate is the clock', { timeBase: 'smpte', frameRate: '25' }, '01:00:00:12', 3_600_480],
    ['frames alone', NDF, '30f', 1_001],
    ['seconds alone', NDF, '630.5s', 630_500],
    ['media time follows the clock', { ...NDF, timeBase: 'media' }, '00:10:30:15', 630_501],
  ])('%s', (_, attributes, text, ms) => {
    expect(parseTtmlTime(text, clock(attributes))).toBe(ms)
  })

  test('law: the label of each frame is read as that frame, and written again', () => {
    const modes = fc.constantFrom(NDF, DF, ITT, { ...DF, dropMode: 'dropPAL' }, { ...NDF, timeBase: 'media' })
    fc.assert(
      fc.property(modes, fc.integer({ min: 0, max: 2_500_000 }), (attributes, frame) => {
        const { nominalRate } = clock(attributes)
        const rate = { ...clock(attributes) }
        const ms = Math.round((frame * 1001) / nominalRate)
        const written = formatTtmlTime(ms, '00:00:00:00', rate)
        const back = parseTtmlTime(written, rate)!
        expect(back).toBe(ms)
        if (rate.smpte) expect(written).toMatch(/^\d\d:\d\d:\d\d:\d\d$/)
      }),
      // The first frame of a minute after hours, at which two thousand labels are left out.
      { numRuns: 2000, examples: [[DF, 2_109_290]] },
    )
  })

  test('law: no time is written that reads as another', () => {
    const likes = fc.constantFrom('00:00:00:00', '00:00:00;00', '0s', '0f', '00:00:00.000', '00:00:00')
    fc.assert(
      fc.property(fc.constantFrom(NDF, DF, ITT), fc.integer({ min: 0, max: 90_000_000 }), likes, (own, ms, like) => {
        expect(parseTtmlTime(formatTtmlTime(ms, like, clock(own)), clock(own))).toBe(ms)
      }),
      { numRuns: 1000 },
    )
  })

  test('an edited line is written as labels of frames, the others stay', () => {
    const attributes = Object.entries(DF)
      .map(([name, value]) => ` ttp:${name}="${value}"`)
      .join('')
    const source = `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:ttp="http://www.w3.org/ns/ttml#parameter"${attributes}><body><div><p begin="00:10:30:00" end="00:10:31:15">One</p><p begin="00:59:59:29" end="01:00:00:00">Two</p></div></body></tt>`
    const { cues, extras } = readSubtitle(source, sequentialIds('c'))
    expect(writeSubtitle(cues, 'ttml', { extras }).text).toBe(source)
    // One frame later.
    const moved = cues.map((cue, at) => (at === 0 ? { ...cue, start: 630_063 } : cue))
    const { text } = writeSubtitle(moved, 'ttml', { extras })
    expect(text).toBe(source.replace('00:10:30:00', '00:10:30:01'))
  })
})
