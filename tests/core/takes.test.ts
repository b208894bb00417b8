import fc from 'fast-check'
import { expect, test } from 'vitest'
import { chosenTake, isStale, surplusTakes, type TakeFacts } from '#core/speech/takes.ts'

/** Takes as `said/voice`, the first one number 1, with a star after the starred one and a speed after a `@`. */
const takes = (text: string): TakeFacts[] =>
  text.split(' ').map((each, at) => {
    const [, said = '', voice = '', speed = '1', star] = /^(\w*)\/(\w*)(?:@([\d.]+))?(\*)?$/.exec(each) ?? []
    return { number: at + 1, said, voice, speed: Number(speed), pitch: 0, gap: 0, isStarred: star !== undefined }
  })
const line = { said: () => 'one', voice: 'a', speed: 1, pitch: 0, gap: 0 }
const chosen = (text: string): number | undefined => chosenTake(takes(text), line)?.number

test.each([
  ['one/a', 1],
  ['one/a one/a', 2],
  ['one/a two/a', 1],
  ['one/b', undefined],
  ['one/a@1.2', undefined],
  ['one/a one/b*', 2],
  ['one/a one/a@1.5* one/a', 2],
  ['one/a two/a*', 1],
  ['two/a*', undefined],
])('of %s the dub takes %s', (text, number) => expect(chosen(text)).toBe(number))

const drawn = fc
  .array(
    fc.record({
      said: fc.constantFrom('one', 'two'),
      voice: fc.constantFrom('a', 'b'),
      speed: fc.constantFrom(1, 1.2),
    }),
    { maxLength: 12 },
  )
  .chain((list) => fc.tuple(fc.constant(list), fc.integer({ min: -1, max: list.length - 1 })))
  .map(([list, star]) =>
    list.map((each, at): TakeFacts => ({ ...each, number: at + 1, pitch: 0, gap: 0, isStarred: at === star })),
  )

test('laws', () => {
  fc.assert(
    fc.property(drawn, fc.integer({ min: 1, max: 6 }), (list, most) => {
      const chosen = chosenTake(list, line)
      if (chosen) expect(chosen.said).toBe(line.said())
      expect(chosenTake(list.toReversed(), line)).toBe(chosen)
      if (!chosen) expect(list.every((take) => isStale(take, line))).toBe(true)
      const gone = surplusTakes(list, most)
      expect(list.length - gone.length).toBe(Math.min(list.length, most))
      expect(gone.every(({ isStarred }) => !isStarred)).toBe(true)
      const kept = list.filter((take) => !gone.includes(take) && !take.isStarred)
      expect(Math.max(0, ...gone.map(({ number }) => number))).toBeLessThan(
        Math.min(Infinity, ...kept.map(({ number }) => number)),
      )
    }),
  )
})
