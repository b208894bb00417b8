import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { setLengths, widenGaps } from '#core/timing/line-lengths.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { clockNotation, type TimeNotation } from '#core/timing/time-notation.ts'
import { readCommand, suggestCommands } from '#core/timing/typed-command.ts'
import { after } from '#tests/support/notation.ts'

const frames: TimeNotation = { unit: 'frames', rate: { num: 25, den: 1 }, drops: false }
const read = (text: string, notation = clockNotation): unknown => {
  const found = readCommand(text, notation)
  return found?.kind === 'command' ? found.command : found?.fault
}

describe('a command in words', () => {
  test.each([
    ['shift +250 from here', { name: 'shift', ms: 250, scope: 'here' }],
    ['Shift  -1.5s all', { name: 'shift', ms: -1500, scope: 'all' }],
    ['move 80', { name: 'shift', ms: 80, scope: 'selected' }],
    ['shift +12f', { name: 'shift', ms: 480, scope: 'selected' }],
    ['shift 00:00:01,500 selected', { name: 'shift', ms: 1500, scope: 'selected' }],
    ['平移 +250 从此处', { name: 'shift', ms: 250, scope: 'here' }],
    ['平移+250全部', { name: 'shift', ms: 250, scope: 'all' }],
    ['go 12:30', { name: 'go', place: { ms: 750_000 } }],
    ['go to 45', { name: 'go', place: { line: 45 } }],
    ['goto #7', { name: 'go', place: { line: 7 } }],
    ['wrap 37', { name: 'wrap', length: 37, scope: 'selected' }],
    ['wrap 42 all lines', { name: 'wrap', length: 42, scope: 'all' }],
    ['duration 2s', { name: 'duration', ms: 2000, scope: 'selected' }],
    ['gap 2f all', { name: 'gap', ms: 80, scope: 'all' }],
    ['select 20-10', { name: 'select', from: 10, to: 20 }],
    ['select line 3', { name: 'select', from: 3, to: 3 }],
    ['select all', { name: 'select', from: 1, to: Infinity }],
    ['rate 25 to 23.976', { name: 'rate', from: { num: 25, den: 1 }, to: { num: 24_000, den: 1001 } }],
  ])('%s', (text, command) => {
    expect(read(text)).toEqual(command)
  })

  test('numbers are frames where times are written in frames', () => {
    expect(read('shift +3', frames)).toEqual({ name: 'shift', ms: 120, scope: 'selected' })
    expect(read('gap 80ms', frames)).toEqual({ name: 'gap', ms: 80, scope: 'selected' })
  })

  test.each([
    ['shift soon', 'amount'],
    ['shift', 'amount'],
    ['shift 1.5', 'amount'],
    ['go nowhere', 'place'],
    ['go 0', 'place'],
    ['wrap 0', 'number'],
    ['wrap 37x', 'number'],
    ['duration 0', 'amount'],
    ['gap -80', 'amount'],
    ['select 0-4', 'lines'],
    ['rate 25', 'rates'],
  ])('%s is refused for its %s', (text, fault) => {
    expect(read(text)).toBe(fault)
  })

  test.each(['', 'gopher', 'split', 'shifty 3', 'italic'])('"%s" is none', (text) => {
    expect(readCommand(text, clockNotation)).toBeUndefined()
  })

  test('is suggested while it is typed, and every suggestion can be run', () => {
    expect(suggestCommands('sh', clockNotation)).toContain('shift +250 from here')
    expect(suggestCommands('shift +40', clockNotation)).toEqual(['shift +40', 'shift +40 from here', 'shift +40 all'])
    expect(suggestCommands('shift +40 all', clockNotation)).toEqual(['shift +40 all'])
    const typed = fc.oneof(
      fc.constantFrom('s', 'g', 'go', 'wr', 'sel', 'shift ', 'rate', 'duration x', '平'),
      fc.string(),
    )
    fc.assert(
      fc.property(typed, (text) => {
        for (const suggestion of suggestCommands(text, clockNotation)) {
          expect(readCommand(suggestion, clockNotation)?.kind, suggestion).toBe('command')
        }
      }),
    )
  })
})

describe('lengths and gaps of chosen lines', () => {
  const line = 'a[0-1000] b[1500-2000] c[2010-5000]'
  test('a length stops at the next line and nothing else moves', () => {
    expect(after(line, (list) => setLengths(list, ['a', 'b', 'c'], 2000, defaultRules))).toBe(
      'a[0-1499] b[1500-2009] c[2010-4010]',
    )
  })
  test('a gap is made by earlier ends', () => {
    expect(after(line, (list) => widenGaps(list, ['a', 'b', 'c'], 80))).toBe('a[0-1000] b[1500-1930] c[2010-5000]')
    expect(after('a[0-10] b[11-20]', (list) => widenGaps(list, ['a'], 80))).toBe('a[0-1] b[11-20]')
  })
})
