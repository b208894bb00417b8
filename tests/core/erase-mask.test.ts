import * as fc from 'fast-check'
import { expect, test } from 'vitest'
import { eraseMask } from '#core/domain/erase-mask-schema.ts'
import { type FoundTexts, isErased, maskedTexts } from '#core/media/erase/mask.ts'
import { stillFrames } from '#core/media/erase/stills.ts'
import { textVerdicts } from '#core/domain/erase-look.ts'
import { brushMask, coverings, type FoundText } from '#core/media/erase/texts.ts'

const frames = 100
const textOf = (id: string, verdict: FoundText['verdict'], first: number, length: number): FoundText => ({
  ...{ id, verdict, reading: undefined, isMark: false, isWhole: false },
  ...{ box: { x: 10, y: 20, width: 60, height: 12 }, height: 12, first, last: Math.min(frames - 1, first + length) },
})
const someTexts = fc
  .array(fc.tuple(fc.constantFrom(...textVerdicts), fc.nat({ max: frames - 1 }), fc.nat({ max: 40 })), {
    maxLength: 30,
  })
  .map((all) => all.map(([verdict, first, length], at) => textOf(`t${at}`, verdict, first, length)))
const foundIn = (texts: readonly FoundText[]): FoundTexts => ({
  ...{ width: 320, height: 180, texts },
  times: Array.from({ length: frames }, (_, at) => 1 + at / 25),
})
const ids = fc.uniqueArray(
  fc.nat({ max: 40 }).map((at) => `t${at}`),
  { maxLength: 20 },
)

test('of what was found go captions, marks and what stands in named places, and whatever the user says', () => {
  fc.assert(
    fc.property(someTexts, ids, ids, (texts, off, on) => {
      const mask = eraseMask.parse({ off, on })
      const gone = new Set(maskedTexts(foundIn(texts), mask))
      for (const text of texts) {
        const usual = ['caption', 'mark', 'place'].includes(text.verdict)
        expect(gone.has(text)).toBe(!off.includes(text.id) && (on.includes(text.id) || usual))
        expect(isErased(text, mask)).toBe(gone.has(text))
      }
    }),
  )
})

test('a place goes whole while it stands, and its brush stays in it', () => {
  const share = fc.double({ min: 0, max: 0.5, noNaN: true })
  const side = fc.double({ min: 0.02, max: 0.5, noNaN: true })
  fc.assert(
    fc.property(share, share, side, side, fc.nat({ max: 3900 }), fc.integer({ min: 1, max: 4000 }), (...drawn) => {
      const [x, y, width, height, from_ms, length] = drawn
      const points = [
        { x, y },
        { x: x + width, y: y + height },
      ]
      const place = { region: { x, y, width, height }, from_ms, to_ms: from_ms + length }
      const brushed = { ...place, strokes: [{ width: 0.05, points }] }
      const { places } = eraseMask.parse({ places: [place, brushed] })
      const [whole, line] = maskedTexts(foundIn([]), { off: [], on: [], places, confirmed: false })
      expect(whole).toMatchObject({ verdict: 'place', isWhole: true })
      // The frame that is shown at the place's beginning goes, and none that comes after its end.
      expect(whole!.first).toBe(Math.min(frames - 1, Math.floor(from_ms / 40 + 1e-6)))
      expect(whole!.last).toBe(
        Math.max(whole!.first, Math.min(frames - 1, Math.ceil((from_ms + length) / 40 - 1e-6) - 1)),
      )
      const picture = { width: 320, height: 180, data: new Uint8Array(320 * 180) }
      const looked = { first: 0, last: frames - 1, luma: () => picture }
      const [all, drawnOver] = coverings([whole!, line!], looked, 25)
      expect(all!.strokes.mask.every((value) => value === 1)).toBe(true)
      const covered = drawnOver!.strokes.mask.filter((value) => value === 1).length
      expect(covered).toBeGreaterThan(0)
      expect(covered).toBeLessThanOrEqual(all!.strokes.mask.length)
    }),
  )
})

test('a brush covers what is no farther from its line than half its width', () => {
  const points = [
    { x: 10, y: 10 },
    { x: 40, y: 10 },
  ]
  const mask = brushMask([{ width: 6, points }], { width: 60, height: 20 })
  const at = (x: number, y: number) => mask[y * 60 + x]
  expect([at(10, 10), at(39, 8), at(41, 10)]).toEqual([1, 1, 1])
  expect([at(20, 14), at(20, 5), at(45, 10), at(5, 10)]).toEqual([0, 0, 0, 0])
})

test('each text is in one still, in which it stands', () => {
  fc.assert(
    fc.property(someTexts, (texts) => {
      const stills = stillFrames(texts, 1000)
      expect(stills.flatMap((still) => still.ids).sort()).toEqual(texts.map(({ id }) => id).sort())
      for (const { frame, ids: shown } of stills)
        for (const text of texts.filter(({ id }) => shown.includes(id)))
          expect(text.first <= frame && frame <= text.last).toBe(true)
      expect(stillFrames(texts, 3).length).toBeLessThanOrEqual(3)
    }),
  )
})

test('a mask without bounds is refused', () => {
  const region = { x: 0, y: 0, width: 0.5, height: 0.5 }
  const refused = (mask: unknown): boolean => !eraseMask.safeParse(mask).success
  expect(refused({ off: Array.from({ length: 2001 }, (_, at) => `t${at}`) })).toBe(true)
  expect(refused({ places: [{ region, from_ms: 6, to_ms: 5 }] })).toBe(true)
  expect(refused({ places: [{ region, from_ms: 0, to_ms: 5, strokes: [] }] })).toBe(true)
  expect(refused({ places: Array.from({ length: 51 }, () => ({ region, from_ms: 0, to_ms: 5 })) })).toBe(true)
  expect(eraseMask.parse({})).toEqual({ off: [], on: [], places: [], confirmed: false })
})
