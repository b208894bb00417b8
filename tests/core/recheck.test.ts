import fc from 'fast-check'
import { expect, test } from 'vitest'
import { checkAll, checkAt, recheck } from '#core/checks/check.ts'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { applyPatch, type Patch } from '#core/subtitle/cue/patch.ts'
import { mergeDown, removeCues } from '#core/timing/cues.ts'
import { moveCue, setEdge } from '#core/timing/move.ts'
import { sortCues } from '#core/timing/overlaps.ts'
import { defaultRules } from '#core/timing/rules.ts'
import { tidyCues, wildCues } from '#tests/support/arbitrary.ts'
import { tl } from '#tests/support/notation.ts'

test('checking again after an edit gives what a whole check gives', () => {
  fc.assert(
    fc.property(fc.oneof(tidyCues, wildCues), fc.nat(11), fc.nat(5), fc.nat(20_000), (cues, which, kind, time) => {
      const id = cues[which % Math.max(1, cues.length)]?.id
      if (!id) return
      const list = cueList(cues)
      const limits = limitsOf(profiles.netflix, { language: 'en' })
      const merged = mergeDown(list, id)
      const patches: Patch[] = [
        setEdge(list, id, 'end', time, defaultRules),
        moveCue(list, id, time, defaultRules),
        removeCues(list, [id]),
        merged.ok ? merged.value : [],
        sortCues(list),
        [{ id: 'new', from: undefined, to: makeCue('new', time, time + 10, 'x'), at: list.index.get(id)! }],
      ]
      const patch = patches[kind]!
      const findings = new Map(checkAll(cues, limits, [5000, 9000]))
      const after = applyPatch(list, patch)
      const before = [...findings.values()].flat().length
      const more = recheck(findings, after, patch, limits, [5000, 9000])
      const whole = checkAll(after.cues, limits, [5000, 9000])
      expect(before + more).toBe([...whole.values()].flat().length)
      expect(new Map([...findings].sort())).toEqual(new Map([...whole].sort()))
      for (const [at, cue] of after.cues.entries())
        expect(checkAt(after, at, limits, [5000, 9000])).toEqual(whole.get(cue.id) ?? [])
    }),
  )
})

test('checking again after a sort finds the new neighbours of every place that a cue left', () => {
  const list = tl('a[2-2] b[1-1] c[0-0] d[1-1] e[1-1] f[1-1] g[0-0] h[0-0]')
  const limits = limitsOf(profiles.netflix, { language: 'en' })
  const findings = new Map(checkAll(list.cues, limits))
  const patch = sortCues(list)
  const after = applyPatch(list, patch)
  recheck(findings, after, patch, limits)
  expect(findings).toEqual(checkAll(after.cues, limits))
})
