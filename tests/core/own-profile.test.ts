import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  copyProfile,
  ownNumberNames,
  ownNumbers,
  ownProfileFault,
  profileOf,
  readOwnProfile,
  writeOwnProfile,
} from '#core/checks/own-profile.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { profileIds } from '#core/domain/profiles.ts'

test.each(profileIds)('a copy of %s has its numbers, and travels as a file', (id) => {
  const options = { language: 'en', rate: { num: 25, den: 1 } }
  const own = copyProfile(id, `Mine after ${id}`, options)
  expect(ownProfileFault(own)).toBeUndefined()
  const [mine, theirs] = [limitsOf(profileOf(own), options), limitsOf(profiles[id], options)]
  for (const name of ['minDuration', 'maxDuration', 'maxLines', 'lineLength', 'cps', 'wpm', 'dash'] as const)
    expect(mine[name]).toEqual(theirs[name])
  expect(mine.gap).toBeCloseTo(theirs.gap, 0)
  expect([...mine.rules].sort()).toEqual([...theirs.rules].sort())
  expect(readOwnProfile(writeOwnProfile(own))).toEqual(own)
})

test('what is no profile, or has numbers that none may have, is not read', () => {
  const own = copyProfile('netflix', 'Mine', {})
  const write = (change: object): string => writeOwnProfile({ ...own, ...change })
  for (const text of ['', '{', 'null', '[]', '{"cuelane_profile":1}', write({ base: 'bcc' }), write({ name: ' ' })])
    expect(readOwnProfile(text)).toBeUndefined()
  for (const name of ownNumberNames) {
    const [least, most] = ownNumbers[name]
    for (const value of [least - 1, most + 1, 'x', null])
      expect(readOwnProfile(write({ [name]: value }))).toBeUndefined()
  }
  expect(readOwnProfile(write({ minDurationMs: 7001 }))).toBeUndefined()
  expect(readOwnProfile(write({ rules: ['cps', 'unheard_of'] }))?.rules).toEqual(['cps'])
  fc.assert(
    fc.property(fc.json(), (text) => {
      expect(() => readOwnProfile(text)).not.toThrow()
    }),
  )
})
