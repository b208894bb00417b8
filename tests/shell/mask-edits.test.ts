import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { textVerdicts } from '#core/domain/erase-look.ts'
import { eraseMask } from '#core/domain/erase-mask-schema.ts'
import { isErased } from '#core/media/erase/mask.ts'
import {
  brushedPlace,
  countGoing,
  type LookedText,
  noEdits,
  withoutPlace,
  withPlace,
  withPlaceTime,
  withTexts,
} from '#src/tasks/erase-mask/mask-edits.ts'

const text = (id: string, verdict: LookedText['verdict']): LookedText => ({
  ...{ id, verdict, reading: null, from_ms: 0, to_ms: 1000 },
  region: { x: 0, y: 0, width: 0.1, height: 0.1 },
})
const texts = fc
  .array(fc.constantFrom(...textVerdicts), { maxLength: 8 })
  .map((verdicts) => verdicts.map((verdict, at) => text(`t${at}`, verdict)))

describe('what the user makes of the mask', () => {
  test('captions go and the scene stays until the user says otherwise', () => {
    const [caption, scene] = [text('a', 'caption'), text('b', 'scene')]
    expect([isErased(caption, noEdits), isErased(scene, noEdits)]).toEqual([true, false])
    const turned = withTexts(withTexts(noEdits, [caption], false), [scene], true)
    expect([isErased(caption, turned), isErased(scene, turned)]).toEqual([false, true])
    expect(withTexts(withTexts(turned, [caption], true), [scene], false)).toEqual(noEdits)
  })

  test('a text goes or stays as it was set last, whatever was set before, and a task takes it', () => {
    const steps = fc.array(fc.tuple(fc.nat({ max: 7 }), fc.boolean()), { maxLength: 20 })
    fc.assert(
      fc.property(texts, steps, (all, choices) => {
        const wanted = new Map(all.map((one) => [one.id, isErased(one)]))
        let mask = noEdits
        for (const [at, isGoing] of choices) {
          const one = all[at]
          if (!one) continue
          mask = withTexts(mask, [one], isGoing)
          wanted.set(one.id, isGoing)
        }
        for (const one of all) expect(isErased(one, mask)).toBe(wanted.get(one.id))
        expect(countGoing(all, mask)).toBe([...wanted.values()].filter(Boolean).length)
        expect(eraseMask.safeParse(mask).success).toBe(true)
      }),
    )
  })

  test('whatever a brush paints is a place that a task takes', () => {
    const share = fc.double({ min: 0, max: 1, noNaN: true })
    const points = fc.array(fc.record({ x: share, y: share }), { minLength: 1, maxLength: 700 })
    fc.assert(
      fc.property(points, fc.constantFrom(0.5625, 1, 1.7778, 12), (path, aspect) => {
        const place = brushedPlace([{ width: 0.05, points: path }], { from_ms: 0, to_ms: 900 }, aspect)
        expect(eraseMask.safeParse(withPlace(noEdits, place)).error).toBeUndefined()
      }),
    )
  })

  test('a place never ends before it begins, and can be taken away again', () => {
    const region = { x: 0, y: 0, width: 0.5, height: 0.5 }
    const placed = withPlace(noEdits, { region, from_ms: 0, to_ms: 5000 })
    expect(withPlaceTime(placed, 0, { from_ms: 3000, to_ms: 1000 }).places[0]).toMatchObject({
      from_ms: 3000,
      to_ms: 3040,
    })
    expect(withoutPlace(placed, 0)).toEqual(noEdits)
  })
})
