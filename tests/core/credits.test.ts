import fc from 'fast-check'
import { formatMoney } from '#core/domain/orders.ts'
import { describe, expect, test } from 'vitest'
import {
  type AuditedEntry,
  type CreditLot,
  firstDifference,
  returnPlace,
  spendable,
  takeCredits,
} from '#core/domain/credits.ts'
import { endOfMonth, isTimeZone, monthIn, startOfMonth } from '#core/domain/time-zone.ts'

const NOW = new Date('2026-11-15T12:00:00Z')
const day = (days: number): Date => new Date(NOW.getTime() + days * 86_400_000)

/** `5@3` is 5 credits that end in three days, `5` some without an end, `5!` some whose money went back. */
function lots(notation: string): CreditLot[] {
  return notation.split(' ').map((text, at) => {
    const [, left = '0', days, revoked] = /^(\d+)(?:@(-?\d+))?(!)?$/.exec(text) ?? []
    return {
      id: `lot${at}`,
      source: 'gift',
      createdAt: day(-10 + at),
      expiresAt: days === undefined ? undefined : day(Number(days)),
      isRevoked: revoked !== undefined,
      left: Number(left),
    }
  })
}

const taken = (notation: string, amount: number): string =>
  takeCredits(lots(notation), amount, NOW)
    ?.map(({ lotId, amount: part }) => `${part}of${lotId.slice(3)}`)
    .join(' ') ?? 'too few'

describe('what is taken', () => {
  test.each([
    ['what ends first', '5 5@30 5@3', 7, '5of2 2of1'],
    ['of what ends together what came first', '5@3 5@3', 6, '5of0 1of1'],
    ['nothing of what has ended or ends now', '5@-1 5@0 5@1', 6, 'too few'],
    ['nothing of what was taken back', '5! 5', 5, '5of1'],
    ['all there is, to the last one', '5@1 5', 10, '5of0 5of1'],
    ['nothing where there is one too few', '5@1 5', 11, 'too few'],
    ['nothing for nothing', '5', 0, ''],
  ])('%s', (_, notation, amount, expected) => expect(taken(notation, amount)).toBe(expected))

  test('whatever there is: the sum is what was asked for, no lot gives more than it has, none is passed over', () => {
    const lot = fc.record({
      left: fc.nat(20),
      days: fc.option(fc.integer({ min: -3, max: 9 }), { nil: undefined }),
      isRevoked: fc.boolean(),
    })
    fc.assert(
      fc.property(fc.array(lot, { maxLength: 8 }), fc.nat(60), (drawn, amount) => {
        const all = drawn.map(({ left, days, isRevoked }, at): CreditLot => ({
          id: `lot${at}`,
          source: 'gift',
          createdAt: day(-at),
          expiresAt: days === undefined ? undefined : day(days),
          isRevoked,
          left,
        }))
        const open = spendable(all, NOW)
        const parts = takeCredits(all, amount, NOW)
        const total = open.reduce((sum, { left }) => sum + left, 0)
        expect(parts !== undefined).toBe(total >= amount)
        if (!parts) return
        expect(parts.reduce((sum, part) => sum + part.amount, 0)).toBe(amount)
        expect(parts.map(({ lotId }) => lotId)).toEqual(open.slice(0, parts.length).map(({ id }) => id))
        // Only of the last one something may stay.
        for (const [at, part] of parts.entries()) {
          const { left } = open[at]!
          expect(at < parts.length - 1 ? part.amount === left : part.amount <= left).toBe(true)
        }
      }),
    )
  })
})

test.each([
  ['1@3', false, 'lot'],
  ['1', true, 'lot'],
  ['1@-3', false, 'new_lot'],
  ['1@0', false, 'new_lot'],
  ['1@-3', true, 'ended'],
  ['1@3!', false, 'revoked'],
])('credits of %s that come back (goalsed: %s) go to: %s', (notation, isByUser, place) => {
  expect(returnPlace(lots(notation)[0]!, NOW, isByUser)).toBe(place)
})

/** `grant+5=5` or `task1:hold-3=2`: kind, amount and the balance that was written after it, all of one lot. */
function entries(notation: string): AuditedEntry[] {
  return notation.split(' ').map((text, at) => {
    const [, task, kind = '', amount, balance] = /^(?:(\w+):)?([a-z]+)([+-]?\d+)=(-?\d+)$/.exec(text) ?? []
    return {
      id: at + 1,
      lotId: 'lot',
      kind: kind as AuditedEntry['kind'],
      amount: Number(amount),
      balanceAfter: Number(balance),
      refType: task === undefined ? 'grant' : 'task',
      refId: task ?? 'lot',
    }
  })
}

test.each([
  ['grant+5=5 a:hold-3=2 a:settle0=2', undefined],
  ['grant+5=5 a:hold-3=2 a:release+3=5 b:hold-5=0', undefined],
  ['grant+5=5 a:hold-3=2 a:settle0=2 a:refund+3=5', undefined],
  ['grant+5=5 a:hold-3=3', { entryId: 2, what: 'balance', expected: 2, found: 3 }],
  ['grant+5=5 a:hold-6=-1', { entryId: 2, what: 'lot_overdrawn', expected: 0, found: -1 }],
  ['grant+5=5 a:hold-3=2 a:release+4=6', { entryId: 3, what: 'more_returned_than_taken', expected: 0, found: 1 }],
  ['grant+5=5 a:hold-3=2 a:settle0=2 a:release+3=5', { entryId: 4, what: 'closed_twice', expected: 1, found: 2 }],
])('the audit of %s', (notation, difference) => {
  expect(firstDifference(entries(notation), new Set(['lot']))).toEqual(difference)
})

test('the audit finds a lot of somebody else', () => {
  expect(firstDifference(entries('grant+5=5'), new Set(['other']))).toMatchObject({ what: 'foreign_lot' })
})

describe('the end of a month', () => {
  test.each([
    ['2026-11-15T12:00:00Z', 'UTC', '2026-11', '2026-12-01T00:00:00.000Z'],
    ['2026-12-31T23:59:59Z', 'UTC', '2026-12', '2027-01-01T00:00:00.000Z'],
    ['2026-11-30T23:30:00Z', 'Asia/Shanghai', '2026-12', '2026-12-31T16:00:00.000Z'],
    ['2026-12-01T03:00:00Z', 'America/New_York', '2026-11', '2026-12-01T05:00:00.000Z'],
    // Clocks change within the month: it begins in summer time and ends in winter time.
    ['2026-10-05T12:00:00Z', 'Europe/Madrid', '2026-10', '2026-10-31T23:00:00.000Z'],
    ['2026-03-05T12:00:00Z', 'Europe/Madrid', '2026-03', '2026-03-31T22:00:00.000Z'],
    // Clocks skip the first hour of the next month.
    ['2000-09-01T04:00:00Z', 'America/Asuncion', '2000-09', '2000-10-01T04:00:00.000Z'],
    ['2028-02-29T12:00:00Z', 'Pacific/Kiritimati', '2028-03', '2028-03-31T10:00:00.000Z'],
  ])('at %s in %s', (at, zone, month, end) => {
    expect([monthIn(new Date(at), zone), endOfMonth(new Date(at), zone).toISOString()]).toEqual([month, end])
  })

  test('is where the next one begins, in every zone', () => {
    const zones = fc.constantFrom(...Intl.supportedValuesOf('timeZone'))
    const times = fc.date({ min: new Date('2000-01-01'), max: new Date('2040-01-01'), noInvalidDate: true })
    fc.assert(
      fc.property(times, zones, (at, zone) => {
        const [start, end] = [startOfMonth(at, zone), endOfMonth(at, zone)]
        expect(start <= at && at < end).toBe(true)
        expect(monthIn(new Date(end.getTime() - 1), zone)).toBe(monthIn(at, zone))
        expect(monthIn(end, zone)).not.toBe(monthIn(at, zone))
      }),
      { numRuns: 300 },
    )
  })

  test('names of zones', () => {
    expect(['UTC', 'Europe/Madrid', 'Nowhere/City', '', 'x'.repeat(500), '../etc'].map(isTimeZone)).toEqual([
      true,
      true,
      false,
      false,
      false,
      false,
    ])
  })
})

test.each([
  [3200, 'USD', '$32.00'],
  [23_800, 'CNY', '¥238.00'],
  [-5000, 'CNY', '−¥50.00'],
  [-1, 'USD', '−$0.01'],
  [2_690_000, 'USD', '$26,900.00'],
  [-123_456_789, 'CNY', '−¥1,234,567.89'],
  [0, 'USD', '$0.00'],
])('%d of the smallest unit of %s is written %s', (amount, currency, text) => {
  expect(formatMoney(amount, currency)).toBe(text)
})
