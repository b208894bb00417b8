import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { mergeOwnLists, type OwnItem } from '#core/domain/own-list.ts'

/** `a1 b2`: items by their letters, each with a value. */
const list = (text: string): OwnItem[] =>
  text === '' ? [] : text.split(' ').map((each) => ({ id: each.slice(0, 1), value: each.slice(1) }))
const written = (items: readonly OwnItem[]): string => items.map(({ id, value }) => id + value).join(' ')

describe('two browsers, one list', () => {
  test.each([
    ['', 'a1', 'b1', 'b1 a1'],
    ['a1', 'a1 b1', 'a1', 'a1 b1'],
    ['a1 b1', 'a1', 'a1 b1', 'a1'],
    ['a1 b1', 'a1 b1', 'b1', 'b1'],
    ['a1', 'a2', 'a1', 'a2'],
    ['a1', 'a1', 'a2', 'a2'],
    ['a1', 'a2', 'a3', 'a2'],
    ['a1', '', 'a2', 'a2'],
    ['a1', 'a2', '', 'a2'],
  ])('from %j: here %j, there %j is %j', (base, mine, theirs, joined) => {
    expect(written(mergeOwnLists(list(base), list(mine), list(theirs)))).toBe(joined)
  })

  const lists = fc.uniqueArray(fc.record({ id: fc.constantFrom(...'abcde'), value: fc.constantFrom('1', '2', '3') }), {
    selector: ({ id }) => id,
  })
  const sorted = (items: readonly OwnItem[]) => [...items].sort((a, b) => (a.id < b.id ? -1 : 1))

  test('joined again nothing changes, and where one side did nothing the other counts', () => {
    fc.assert(
      fc.property(lists, lists, lists, (base, mine, theirs) => {
        const joined = mergeOwnLists(base, mine, theirs)
        expect(mergeOwnLists(theirs, joined, theirs)).toEqual(joined)
        expect(sorted(mergeOwnLists(base, base, theirs))).toEqual(sorted(theirs))
        expect(sorted(mergeOwnLists(base, mine, base))).toEqual(sorted(mine))
      }),
    )
  })
})
