import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { roleLines } from '#core/subtitle/cue/role-lines.ts'

test('law: the lines of all speakers are as many as the marks on cues', () => {
  const roles = fc.uniqueArray(fc.constantFrom('anna', 'ben', '__proto__'), { maxLength: 3 })
  fc.assert(
    fc.property(fc.array(roles, { maxLength: 20 }), (marks) => {
      const counted = roleLines(marks.map((own, at) => ({ ...makeCue(String(at), at, at + 1, ''), roles: own })))
      const entries = Object.entries(counted)
      expect(entries.reduce((sum, [, lines]) => sum + lines, 0)).toBe(marks.flat().length)
      for (const [role, lines] of entries)
        expect(lines).toBe(marks.filter((own) => own.some((one) => one === role)).length)
    }),
  )
})
