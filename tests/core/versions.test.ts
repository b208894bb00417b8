import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { acceptDifference, differencesOf } from '#core/subtitle/cue/compare.ts'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, invertPatch, patchTo } from '#core/subtitle/cue/patch.ts'
import { replayPatch } from '#core/subtitle/cue/replay.ts'
import { copyRoles } from '#core/subtitle/cue/role-copy.ts'
import { caseOf, compileQuery, findMatches, replaceMatches } from '#core/subtitle/cue/search.ts'
import { stackRows } from '#src/editor/timeline/stack-rows.ts'
import { ownReference, referenceText } from '#src/editor/store/linked/reference-text.ts'
import { readingOf } from '#core/checks/readings.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { linkedPatch } from '#core/timing/linked.ts'
import { mergeDown } from '#core/timing/cues.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { splitCue } from '#core/timing/split.ts'
import { tidyCues } from '#tests/support/arbitrary.ts'
import { show, tl } from '#tests/support/notation.ts'

const plain = { isPattern: false, matchCase: false, wholeWord: false }
const cue = (id: string, start: number, end: number, text = id, roles: string[] = []) => ({
  ...makeCue(id, start, end, text),
  roles,
})

describe('search', () => {
  const lines = [cue('a', 0, 1, 'The cat. the (cat)'), cue('b', 1, 2, 'Katze, catalogue'), cue('c', 2, 3, 'был кот')]
  test.each([
    ['plain', { ...plain, text: 'cat' }, ['a 4-7', 'a 14-17', 'b 7-10']],
    ['signs of patterns are letters', { ...plain, text: '(cat)' }, ['a 13-18']],
    ['case', { ...plain, text: 'the', matchCase: true }, ['a 9-12']],
    ['whole words', { ...plain, text: 'cat', wholeWord: true }, ['a 4-7', 'a 14-17']],
    ['whole words of other scripts', { ...plain, text: 'кот', wholeWord: true }, ['c 4-7']],
    ['a pattern', { ...plain, text: '\\bk?cat\\w+', isPattern: true }, ['b 7-16']],
    ['a pattern that finds nothing everywhere', { ...plain, text: 'x*', isPattern: true }, []],
  ])('%s', (_, query, found) => {
    const matches = findMatches(lines, compileQuery(query)!)
    expect(matches.map(({ id, from, to }) => `${id} ${from}-${to}`)).toEqual(found)
  })
  test('nothing, and what is no pattern, is no query', () => {
    expect(compileQuery({ ...plain, text: '' })).toBeUndefined()
    expect(compileQuery({ ...plain, text: '(', isPattern: true })).toBeUndefined()
    expect(compileQuery({ ...plain, text: '(' })).toBeDefined()
  })
  test('replaces plainly or by groups, and only what changes', () => {
    const query = compileQuery({ ...plain, text: 'cat' })!
    expect(replaceMatches(lines, query, { text: '$1' }, false).map(({ text }) => text)).toEqual([
      'The $1. the ($1)',
      'Katze, $1alogue',
    ])
    const pattern = compileQuery({ ...plain, text: '(c)(at)', isPattern: true })!
    expect(replaceMatches(lines.slice(0, 1), pattern, { text: '$2$1' }, true)[0]!.text).toBe('The atc. the (atc)')
  })
})

describe('versions in step', () => {
  const split = (own: string, id: string, time: number, reference: string): string => {
    const outcome = splitCue(tl(own), id, { time }, { ...defaultRules, gap: 0 }, sequentialIds('new'))
    const patch = outcome.ok ? outcome.value : []
    const list = tl(reference)
    return show(applyPatch(list, linkedPatch(list, patch, { ...defaultRules, gap: 0 }, sequentialIds('n'))))
  }
  const merge = (own: string, id: string, reference: string): string => {
    const outcome = mergeDown(tl(own), id)
    const list = tl(reference)
    return show(applyPatch(list, linkedPatch(list, outcome.ok ? outcome.value : [], defaultRules, sequentialIds('n'))))
  }
  test.each([
    ['the line that belongs to it', 'x[0-2000 one two]', 'x[0-1000 one] n1[1000-2000 two]'],
    ['also where its times are others', 'w[0-90] x[100-2100 one two]', 'w[0-90] x[100-1000 one] n1[1000-2100 two]'],
    ['not where it ends before', 'x[0-900 one two]', 'x[0-900 one two]'],
    ['not where another line begins there', 'x[0-1000 one] y[1000-2000 two]', 'x[0-1000 one] y[1000-2000 two]'],
    ['not where only little is shared', 'x[0-100] y[1800-9000 one two]', 'x[0-100] y[1800-9000 one two]'],
  ])('a split splits %s', (_, reference, result) => {
    expect(split('a[0-2000 eins zwei] b[2000-3000]', 'a', 1000, reference)).toBe(result)
  })
  test.each([
    ['two lines', 'x[0-1000 one] y[1000-2000 two] z[3000-4000]', 'x[0-2000 one two] z[3000-4000]'],
    ['nothing where it is one line already', 'x[0-2000 one two]', 'x[0-2000 one two]'],
    ['nothing where one is missing', 'x[0-1000 one] z[3000-4000]', 'x[0-1000 one] z[3000-4000]'],
    [
      'nothing over a line between',
      'x[0-900 one] q[900-1100] y[1100-2000 two]',
      'x[0-900 one] q[900-1100] y[1100-2000 two]',
    ],
  ])('a merge merges %s', (_, reference, result) => {
    expect(merge('a[0-1000] b[1000-2000]', 'a', reference)).toBe(result)
  })

  test('a patch replayed on the lines it was made for is that patch, and its inverse takes it back', () => {
    fc.assert(
      fc.property(tidyCues, tidyCues, (before, after) => {
        const patch = patchTo(cueList(before), after)
        // Places are the order of starts; so they are in lists without overlaps.
        expect(replayPatch(before, patch)).toEqual(after)
        expect(replayPatch(after, invertPatch(patch))).toEqual(before)
        expect(replayPatch(after, patch)).toEqual(after)
      }),
    )
  })

  test('a move replayed goes along with what somebody else moved, and no further than once', () => {
    const patch = patchTo(tl('a[0-1000] b[2000-3000]'), tl('a[500-1500] b[2500-3500]').cues)
    const replayed = (line: string) => show(cueList(replayPatch(tl(line).cues, patch)))
    expect(replayed('a[0-1000] b[2100-3100]')).toBe('a[500-1500] b[2600-3600]')
    expect(replayed('a[500-1500] b[2500-3500]')).toBe('a[500-1500] b[2500-3500]')
  })

  test('what somebody else set since stays theirs', () => {
    const before = tl('a[0-1000 one] b[1000-2000 two]')
    const patch = patchTo(before, tl('a[0-500 uno] c[500-1000 dos] b[1000-2000 two]').cues)
    const theirs = tl('a[0-900 one] b[1000-2000 zwei] d[3000-4000]')
    expect(show(cueList(replayPatch(theirs.cues, patch)))).toBe(
      'a[0-900 uno] c[500-1000 dos] b[1000-2000 zwei] d[3000-4000]',
    )
    expect(show(cueList(replayPatch(tl('b[1000-2000 two]').cues, patch)))).toBe('c[500-1000 dos] b[1000-2000 two]')
  })
})

describe('copying speakers', () => {
  test('by shared time; times, texts and ids stay', () => {
    const from = [cue('x', 0, 1000, '', ['ann']), cue('y', 1000, 3000, '', ['bob'])]
    const to = [cue('a', 100, 900), cue('b', 900, 1500), cue('c', 5000, 6000, 'c', ['old'])]
    expect(copyRoles(from, to).map(({ id, roles }) => `${id} ${roles}`)).toEqual(['a ann', 'b bob', 'c '])
  })
  const list = fc.array(fc.tuple(fc.nat(5000), fc.nat(900), fc.nat(3)), { maxLength: 30 })
  test('is what looking at every pair gives', () => {
    fc.assert(
      fc.property(list, list, (f, t) => {
        const from = f.map(([s, l, r], i) => cue(`f${i}`, s, s + l, '', [`r${r}`]))
        const to = t.map(([s, l], i) => cue(`t${i}`, s, s + l))
        const most = to.map((a) => Math.max(0, ...from.map((b) => Math.min(a.end, b.end) - Math.max(a.start, b.start))))
        const got = copyRoles(from, to)
        for (const [i, a] of to.entries()) {
          const able = from
            .filter((b) => most[i]! > 0 && Math.min(a.end, b.end) - Math.max(a.start, b.start) === most[i])
            .map((b) => b.roles[0])
          expect(able.length === 0 ? got[i]!.roles.length === 0 : able.includes(got[i]!.roles[0])).toBe(true)
        }
      }),
    )
  })
})

describe('comparing', () => {
  const mine = [cue('a', 0, 1000, 'one', ['r']), cue('b', 2000, 3000, 'two'), cue('c', 4000, 5000, 'three')]
  const theirs = [cue('p', 0, 1000, 'one!'), cue('q', 2100, 3100, 'two'), cue('s', 6000, 7000, 'four')]
  test('names what is added, missing, moved and changed, in the order of time', () => {
    expect(differencesOf(mine, theirs).map(({ kind }) => kind)).toEqual(['changed', 'moved', 'removed', 'added'])
  })
  test('taking all makes the same lines, and keeps ids and speakers of those that stay', () => {
    const list = cueList(mine)
    const after = applyPatch(list, acceptDifference(list, differencesOf(mine, theirs), sequentialIds('n'))).cues
    expect(after.map(({ id, start, text }) => `${id} ${start} ${text}`)).toEqual([
      'a 0 one!',
      'b 2100 two',
      'n1 6000 four',
    ])
    expect(after[0]!.roles).toEqual(['r'])
    expect(differencesOf(after, theirs)).toEqual([])
  })
  test('one is taken without the others', () => {
    const list = cueList(mine)
    const [first] = differencesOf(mine, theirs)
    const after = applyPatch(list, acceptDifference(list, [first!], sequentialIds('n'))).cues
    expect(after.map(({ text }) => text)).toEqual(['one!', 'two', 'three'])
  })
})

describe('overlaps on the timeline', () => {
  const arbitrary = fc
    .array(fc.tuple(fc.nat(2000), fc.integer({ min: 1, max: 600 })), { maxLength: 25 })
    .map((pairs) => pairs.map(([s, l], i) => cue(`c${i}`, s, s + l)).sort((a, b) => a.start - b.start))
  test('cues of one row never overlap where four rows are enough, and cues apart have no row', () => {
    fc.assert(
      fc.property(arbitrary, (cues) => {
        const rows = stackRows(cues)
        for (const a of cues) {
          const touching = cues.filter((b) => b !== a && a.start < b.end && b.start < a.end)
          if (touching.length === 0 && rows.has(a.id)) expect(rows.get(a.id)!.of).toBeGreaterThan(0)
          const { row, of } = rows.get(a.id) ?? { row: 0, of: 1 }
          expect(row).toBeLessThan(of)
          if (of >= 4) continue
          for (const b of touching) expect(rows.get(b.id)!.row).not.toBe(row)
        }
      }),
    )
  })
})

test('a text of the reference stays with the line that holds most of it', () => {
  const other = cueList([cue('x', 0, 1000, 'uno'), cue('y', 900, 2000, 'dos')])
  const list = cueList([cue('a', 0, 950), cue('b', 950, 2000)])
  expect(list.cues.map((line) => referenceText(other, list, line))).toEqual(['uno', 'dos'])
  // One that three lines share stands at the one in the middle, in its own rows.
  const three = cueList([cue('a', 0, 1000), cue('b', 1000, 3000), cue('c', 3000, 4000)])
  const long = cueList([cue('x', 500, 3400, '<i>one</i>\ntwo')])
  expect(three.cues.map((line) => referenceText(long, three, line))).toEqual(['', 'one\ntwo', ''])
})

test('each line of the reference that shares time with any line stands once', () => {
  fc.assert(
    fc.property(tidyCues, tidyCues, (mine, theirs) => {
      const [list, others] = [cueList(mine), cueList(theirs)]
      const shown = list.cues.flatMap((line) => ownReference(others, list, line).map(({ id }) => id))
      const isShared = (a: Cue, b: Cue): boolean => Math.min(a.end, b.end) > Math.max(a.start, b.start)
      const shared = theirs.filter((other) => mine.some((line) => isShared(line, other))).map(({ id }) => id)
      expect(shown.toSorted()).toEqual(shared.toSorted())
    }),
  )
})

test('reading figures follow the profile', () => {
  const limits = limitsOf(profiles.netflix, { language: 'en', rate: { num: 25, den: 1 }, duration: Infinity })
  const reading = readingOf(cue('a', 0, 1000, 'A line of more than twenty letters'), limits)
  expect(reading).toMatchObject({ cps: 34, row: 34, ms: 1000, isFast: true, isWide: false, isOffLength: false })
})

test('the limit beside a length is the one that it breaks', () => {
  const limits = limitsOf(profiles.netflix, { language: 'en', rate: { num: 25, den: 1 }, duration: Infinity })
  const { minDuration, maxDuration } = limits
  const limitAt = (ms: number): [number, boolean] => {
    const { lengthLimit, isOffLength } = readingOf(cue('a', 0, ms, 'Hi'), limits)
    return [lengthLimit, isOffLength]
  }
  expect(limitAt(minDuration - 1)).toEqual([minDuration, true])
  expect(limitAt(minDuration)).toEqual([maxDuration, false])
  expect(limitAt(maxDuration)).toEqual([maxDuration, false])
  expect(limitAt(maxDuration + 1)).toEqual([maxDuration, true])
})

test('a list knows through every change whether it is in order and how long its lines are at most', () => {
  const change = fc.tuple(fc.constantFrom('with', 'without', 'inserted'), fc.nat(20), fc.nat(400), fc.nat(90))
  fc.assert(
    fc.property(fc.array(fc.nat(400), { maxLength: 12 }), fc.array(change, { maxLength: 20 }), (starts, changes) => {
      let list = cueList(starts.map((start, at) => cue(`c${at}`, start, start + 10)))
      let minted = 0
      for (const [kind, place, start, length] of changes) {
        void list.timeOrder
        const at = Math.min(place, list.length - 1)
        const fresh = cue(`n${minted++}`, start, start + length)
        if (kind === 'inserted') list = applyPatch(list, [{ id: fresh.id, from: undefined, to: fresh, at: at + 1 }])
        else if (at >= 0 && kind === 'with') {
          const from = list.at(at)!
          list = applyPatch(list, [{ id: from.id, from, to: { ...from, start, end: start + length }, at }])
        } else if (at >= 0) {
          const from = list.at(at)!
          list = applyPatch(list, [{ id: from.id, from, to: undefined, at }])
        }
        const counted = cueList(list.cues).timeOrder
        expect(list.timeOrder.isSorted).toBe(counted.isSorted)
        expect(list.timeOrder.longest).toBeGreaterThanOrEqual(counted.longest)
      }
    }),
  )
})

describe('capitals of what is replaced', () => {
  test.each([
    ['Harbour', 'harbor', 'Harbor'],
    ['HARBOUR', 'harbor', 'HARBOR'],
    ['harbour', 'Harbor', 'harbor'],
    ['I', 'we', 'We'],
    ['iPhone', 'iPad', 'iPad'],
    ['港口', 'Harbor', 'Harbor'],
    ['«Été', '«hiver', '«Hiver'],
  ])('%s by %s is %s', (found, text, result) => expect(caseOf(found, text)).toBe(result))

  test('Turkish has a capital of its own; groups and what stands around a match are those of the whole text', () => {
    expect(caseOf('IĞDIR', 'iğdır', 'tr')).toBe('İĞDIR')
    const line = makeCue('a', 0, 1, 'Harbour, harbour; HARBOURS $1')
    const by = { text: '$1or', keepsCase: true }
    const query = compileQuery({ text: '(harb)our(?=[,;S])', isPattern: true, matchCase: false, wholeWord: false })!
    expect(replaceMatches([line], query, by, true).map(({ text }) => text)).toEqual(['Harbor, harbor; HARBORS $1'])
    const plain = compileQuery({ text: 'harbour', isPattern: false, matchCase: false, wholeWord: false })!
    const dollars = replaceMatches([line], plain, { text: '$&', keepsCase: true }, false)
    expect(dollars.map(({ text }) => text)).toEqual(['$&, $&; $&S $1'])
  })
})
