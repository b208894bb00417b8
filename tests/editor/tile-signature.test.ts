import fc from 'fast-check'
import { expect, test } from 'vitest'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, patchTo } from '#core/subtitle/cue/patch.ts'
import { chunksBetween, cuesBetween } from '#src/editor/model/document/cues-in-time.ts'
import { isSameTile, type TileSignature } from '#src/editor/timeline/tile-signature.ts'
import { wildCues } from '#tests/support/arbitrary.ts'

const noColor = (): undefined => undefined
const [FROM, TO] = [5000, 10_000]

function signatureOf(list: CueList, dragged: readonly string[] = [], version = 0): TileSignature {
  const left = cuesBetween(list, FROM, TO).filter(({ id }) => dragged.includes(id))
  const chunks = chunksBetween(list, FROM, TO)
  return { chunks, selection: undefined, dragged: new Set(dragged), leftOut: left, version, colorOf: noColor }
}

/** The cues of a tile and their neighbours, which findings of a cue depend on. */
function shownIn(list: CueList, leftOut: readonly string[] = []): unknown[] {
  return cuesBetween(list, FROM, TO)
    .filter(({ id }) => !leftOut.includes(id))
    .map((cue) => [list.at(list.index.get(cue.id)! - 1), cue, list.at(list.index.get(cue.id)! + 1)])
}

/** More cues than a chunk holds, spaced like an hour of subtitles. */
const many = cueList(
  Array.from({ length: 1000 }, (_, at) => ({
    id: `c${at}`,
    start: at * 20,
    end: at * 20 + 15,
    text: 'word',
    roles: [],
  })),
)
const inTile = many.cueAt(300)

test('a tile of the same signature shows the same cues beside the same ones', () => {
  fc.assert(
    fc.property(wildCues, wildCues, (before, after) => {
      const list = cueList(before)
      const next = applyPatch(list, patchTo(list, after))
      if (isSameTile(signatureOf(list), signatureOf(next))) expect(shownIn(next)).toEqual(shownIn(list))
    }),
  )
  fc.assert(
    fc.property(fc.nat(999), fc.integer({ min: -5, max: 5 }), (at, by) => {
      const cue = many.cueAt(at)
      const next = many.with(at, { ...cue, end: cue.end + by })
      if (isSameTile(signatureOf(many), signatureOf(next))) expect(shownIn(next)).toEqual(shownIn(many))
    }),
  )
})

test('an edit paints the tiles of its chunk, no others, and other findings paint all', () => {
  const far = many.with(900, { ...many.cueAt(900), text: 'other' })
  const near = many.with(300, { ...inTile, text: 'other' })
  expect(isSameTile(signatureOf(many), signatureOf(far))).toBe(true)
  expect(isSameTile(signatureOf(many), signatureOf(near))).toBe(false)
  expect(isSameTile(signatureOf(many), signatureOf(many, [], 1))).toBe(false)
})

test('a tile without the cue that is dragged is painted at the beginning and the end of the drag, not with each move', () => {
  const moved = many.with(300, { ...inTile, end: inTile.end + 4 })
  const further = many.with(300, { ...inTile, end: inTile.end + 2 })
  const without = signatureOf(moved, ['c300'])
  expect(isSameTile(signatureOf(many), without)).toBe(false)
  expect(isSameTile(without, signatureOf(further, ['c300']))).toBe(true)
  expect(isSameTile(without, signatureOf(further))).toBe(false)
  // A cue that is dragged beside the tile, in the same chunk.
  const beside = many.with(230, { ...many.cueAt(230), end: many.cueAt(230).end + 2 })
  expect(isSameTile(signatureOf(many), signatureOf(beside, ['c230']))).toBe(true)
  // The tile paints cues that the drag pushes.
  const pushed = further.with(301, { ...many.cueAt(301), start: many.cueAt(301).start + 4 })
  expect(isSameTile(without, signatureOf(pushed, ['c300']))).toBe(false)
})
