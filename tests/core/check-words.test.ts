import fc from 'fast-check'
import { readFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { findingWords } from '#core/checks/finding-words.ts'
import { roundedAbove } from '#core/checks/readings.ts'
import { findingMessage, type RuleId, ruleIds, type Values } from '#core/checks/rule.ts'
import { clockNotation } from '#core/timing/time-notation.ts'
import { evenly } from '#tests/support/evenly.ts'

const file = join(import.meta.dirname, '../../locales/en/checks.json')
const messages = Object.keys(JSON.parse(readFileSync(file, 'utf8')) as object)

test('a figure above its limit never looks like the limit', () => {
  expect([25.4, 25.04, 25.0001, 26, 180.2].map((value) => roundedAbove(value, 25, 1))).toEqual([
    25.4, 25.04, 25.001, 26, 180.2,
  ])
  expect(roundedAbove(180.2, 180, 0)).toBe(180.2)
  fc.assert(
    fc.property(
      fc.integer({ min: 1, max: 400 }),
      fc.oneof(fc.double({ min: 1e-9, max: 50, noNaN: true }), evenly(1e-9, 50)),
      (limit, above) => {
        const shown = roundedAbove(limit + above, limit, 0)
        expect(shown).toBeGreaterThan(limit)
        expect(Math.abs(shown - (limit + above))).toBeLessThanOrEqual(0.5)
      },
    ),
  )
})

test('every finding has its words', () => {
  for (const rule of ruleIds) {
    const each: Values[] = [{}, { unit: 'frames' }, { wanted: 0 }]
    for (const values of each) {
      expect(messages).toContain(findingMessage({ rule, severity: 'hint', id: 'a', values }))
    }
  }
})

test('in frames, lengths are said in frames unless rounding would make them look allowed', () => {
  const frames = { ...clockNotation, unit: 'frames' } as const
  const said = (rule: RuleId, values: Values) => {
    const words = findingWords({ rule, severity: 'error', id: 'a', values }, frames)
    expect(messages).toContain(words.message)
    return [words.message.replace('finding_', ''), ...Object.values(words.values)]
  }
  expect(said('min_duration', { duration: 480, min: 840 })).toEqual(['min_duration_length', '0:12', '0:21'])
  expect(said('max_duration', { duration: 7400, max: 7000 })).toEqual(['max_duration_length', '7:10', '7:00'])
  expect(said('max_duration', { duration: 7010, max: 7000 })).toEqual(['max_duration', 7010, 7000])
  expect(said('sequence_time_error', { overlap: 80 })).toEqual(['sequence_time_error_length', '0:02'])
  expect(said('sequence_time_error', { overlap: 10 })).toEqual(['sequence_time_error', 10])
  expect(said('min_gap', { gap: 0, min: 80 })).toEqual(['min_gap', 0, 80])
  expect(said('chain_gap', { gap: 200, below: 480, wanted: 80 })).toEqual(['chain_gap_length', '0:05', '0:12', '0:02'])
  expect(said('min_gap', { gap: 1, min: 2, unit: 'frames' })[0]).toBe('min_gap_frames')
  expect(findingWords({ rule: 'max_duration', severity: 'error', id: 'a', values: {} }, clockNotation).message).toBe(
    'finding_max_duration',
  )
})
