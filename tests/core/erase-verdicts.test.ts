import * as fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { bestReading, type LookReading, sameWords, weighReading } from '#core/media/erase/reading.ts'
import type { TextTrack } from '#core/media/erase/tracks.ts'
import { judgeTracks, standsThroughout } from '#core/media/erase/verdicts.ts'

const picture = { width: 640, height: 360, rate: 25 }
const read = (text: string, confidence = 0.95): LookReading => weighReading([{ text, confidence }])

/** A line of captions: white, centred, in the usual row. */
function line(text: string, first: number, last: number, own: Partial<TextTrack> = {}): TextTrack {
  const width = 12 * text.length
  const looks = [read(text), read(text)]
  const box = { x: 320 - width / 2, y: 316, width, height: 24 }
  const how = { seen: 3, looks, ink: { isLight: true, luma: 235 }, comes: true, goes: true, floats: false }
  return { box, height: 24, first, last, ...how, ...own }
}
const verdicts = (...tracks: TextTrack[]) => judgeTracks(tracks, picture).map(({ verdict }) => verdict)

describe('what a look reads', () => {
  test('counts with two letters that are read with confidence, and one that stripes are not read as', () => {
    const isSure = (text: string, confidence = 0.9): boolean => read(text, confidence).isSure
    expect([isSure('Go'), isSure('空间'), isSure('42'), isSure('ОНА')]).toEqual([true, true, true, true])
    expect([isSure('A'), isSure('—=|'), isSure('IIIIII'), isSure('一一一'), isSure('OO0O'), isSure('...')]).toEqual(
      Array.from({ length: 6 }, () => false),
    )
    expect(isSure('Morning', 0.8)).toBe(false)
  })

  test('the best look is the surest; readings of one text are the same for all but a few letters', () => {
    expect(bestReading([read('Momng', 0.6), read('Morning', 0.9), read('', 1)])).toEqual({
      text: 'Morning',
      confidence: 0.9,
    })
    expect(bestReading([])).toBeUndefined()
    expect(sameWords('We came here before', 'We cane here before')).toBe(true)
    expect(sameWords('We came here before', 'Nobody told us')).toBe(false)
    fc.assert(fc.property(fc.string(), (text) => sameWords(text, text)))
    fc.assert(fc.property(fc.string(), fc.string(), (a, b) => sameWords(a, b) === sameWords(b, a)))
  })
})

describe('verdicts', () => {
  test('lines that come and go in one row are captions', () => {
    expect(verdicts(line('We came here', 10, 40), line('before the rain', 45, 80))).toEqual(['caption', 'caption'])
    expect(verdicts(line('We came here', 10, 40))).toEqual(['caption'])
    // A line is replaced at each cut, and nothing is seen to come or go.
    const cut = { comes: false, goes: false }
    expect(verdicts(line('We came here', 0, 40, cut), line('before the rain', 41, 80, cut))).toEqual([
      'caption',
      'caption',
    ])
  })

  test('what nothing reads twice with confidence is never a caption', () => {
    const looks = fc.array(fc.record({ text: fc.string(), confidence: fc.double({ min: 0, max: 1, noNaN: true }) }), {
      maxLength: 5,
    })
    const tracks = fc.array(
      fc
        .tuple(looks, fc.nat({ max: 80 }), fc.nat({ max: 40 }), fc.nat({ max: 400 }), fc.boolean())
        .map(([all, first, length, x, comes]) =>
          line('xx', first, first + length, {
            looks: all.map((part) => weighReading([part])),
            box: { x, y: 310, width: 90, height: 24 },
            comes,
          }),
        ),
      { maxLength: 12 },
    )
    fc.assert(
      fc.property(tracks, (some) => {
        const found = judgeTracks(some, picture)
        const isRead = some.some((track) => track.looks.filter(({ isSure }) => isSure).length >= 2)
        // Joined tracks have the looks of both.
        const sure = some.flatMap((track) => track.looks).filter(({ isSure }) => isSure).length
        if (!isRead && sure < 2) expect(found.every(({ verdict }) => verdict !== 'caption')).toBe(true)
      }),
    )
  })

  test('a text that stays, or is too high, or stands in the middle of the picture, is in the scene', () => {
    const still = { comes: false, goes: false }
    expect(verdicts(line('HARBOUR STREET', 0, 99, still))).toEqual(['scene'])
    expect(verdicts(line('MUSEUM', 10, 40, { height: 50, box: { x: 200, y: 290, width: 240, height: 50 } }))).toEqual([
      'scene',
    ])
    expect(verdicts(line('EXIT', 10, 40, { box: { x: 290, y: 140, width: 60, height: 24 } }))).toEqual(['scene'])
  })

  test('a sign beside captions, of another typeface or for too few times, stays', () => {
    const captions = [
      'We came here',
      'before the rain',
      'nobody told us',
      'what to do',
      'next time',
      'call first',
      'or write to me',
    ]
    const lines = captions.map((text, at) => line(text, 20 * at, 20 * at + 15))
    const sign = line('PIER 17', 0, 60, {
      box: { x: 30, y: 300, width: 90, height: 40 },
      height: 40,
      ink: { isLight: false, luma: 30 },
    })
    const found = judgeTracks([...lines, sign], picture)
    expect(found.filter(({ verdict }) => verdict !== 'caption').map(({ reading }) => reading?.text)).toEqual([
      'PIER 17',
    ])
  })

  test('a sign of the same typeface beside captions stays, where it neither comes nor goes', () => {
    const sign = line('PIER 17', 0, 99, { comes: false, goes: false, box: { x: 30, y: 276, width: 90, height: 24 } })
    const found = judgeTracks([line('We came here', 10, 40), line('before the rain', 45, 80), sign], picture)
    expect(found.filter(({ verdict }) => verdict === 'caption')).toHaveLength(2)
  })

  test('a text that moves, and a page of many rows, stay', () => {
    const at = (step: number): TextTrack =>
      line('FRESH FISH', 6 * step, 6 * step + 5, { box: { x: 150 + 30 * step, y: 316, width: 120, height: 24 } })
    expect(verdicts(at(0), at(1), at(2), at(3))).toEqual(['scene', 'scene', 'scene', 'scene'])
    const rows = ['Results of the year', 'Sales rose', 'Costs stayed', 'Staff grew', 'Two new towns'].map((text, row) =>
      line(text, 10 * row, 99, { box: { x: 60, y: 205 + 30 * row, width: 200, height: 24 }, goes: false }),
    )
    expect(verdicts(...rows)).toEqual(rows.map(() => 'scene'))
  })

  test('what looks like a line and is not read is left to the user; what stands beside a caption goes with it', () => {
    const none = { looks: [read('?', 0.2)] }
    expect(verdicts(line('გამარჯობა', 10, 40, none))).toEqual(['unread'])
    const dots = line('...', 10, 40, { ...none, box: { x: 400, y: 317, width: 30, height: 22 } })
    expect(verdicts(line('We came here', 10, 40), dots)).toEqual(['caption', 'caption'])
    expect(verdicts(line('We came here', 60, 90), dots)).toEqual(['scene', 'caption'])
  })
})

test('a text that stands where captions do through all of a video stays, and is said to be perhaps one', () => {
  const region = { x: 0.3, y: 0.88, width: 0.4, height: 0.06 }
  const usual = { verdict: 'scene', reading: { text: 'Wait for me', confidence: 0.95 }, region } as const
  const says = (own: Partial<Parameters<typeof standsThroughout>[0]>): boolean =>
    standsThroughout({ ...usual, from_ms: 0, to_ms: 9800, ...own }, 10_000)
  const still = { comes: false, goes: false }
  expect(verdicts(line('Wait for me', 0, 249, still))).toEqual(['scene'])
  expect(says({})).toBe(true)
  expect(says({ to_ms: 6000 })).toBe(false)
  expect(says({ region: { ...region, x: 0.55 } })).toBe(false)
  expect(says({ region: { ...region, height: 0.2 } })).toBe(false)
  expect(says({ region: { ...region, y: 0.4 } })).toBe(false)
  expect(says({ reading: null })).toBe(false)
  expect(says({ verdict: 'caption' })).toBe(false)
})
