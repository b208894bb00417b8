import { expect, test } from 'vitest'
import { cardBeside } from '#src/pages/library/card-keys.ts'

/** Cards 100 wide in rows of so many. */
const grid = (...rows: number[]) =>
  rows.flatMap((count, row) => Array.from({ length: count }, (_, at) => ({ left: at * 100, top: row * 200 })))

test('arrow keys go to the card beside, and to the nearest one of the next row', () => {
  const cards = grid(3, 3, 1)
  const from = (at: number): unknown[] =>
    ['ArrowLeft', 'ArrowRight', 'ArrowUp', 'ArrowDown'].map((key) => cardBeside(cards, at, key))
  expect(from(0)).toEqual([undefined, 1, undefined, 3])
  expect(from(2)).toEqual([1, 3, undefined, 5])
  expect(from(5)).toEqual([4, 6, 2, 6])
  expect(from(6)).toEqual([5, undefined, 3, undefined])
  expect(cardBeside(cards, 4, 'Enter')).toBeUndefined()
  expect(cardBeside(cards, -1, 'ArrowRight')).toBeUndefined()
})
