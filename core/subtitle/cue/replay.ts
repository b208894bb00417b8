import type { Cue } from './cue.ts'
import type { Change, Patch } from './patch.ts'

/**
 * Applies a patch made for an earlier state, as far as it fits: others' later changes stay, removed cues stay removed,
 * and existing ones are not inserted again.
 */
export function replayPatch(cues: readonly Cue[], patch: Patch): Cue[] {
  const changes = new Map(patch.map((change) => [change.id, change]))
  const kept = cues.flatMap((cue) => {
    const change = changes.get(cue.id)
    if (!change?.from) return [cue]
    return change.to ? [changed(cue, change.from, change.to)] : []
  })
  const there = new Set(kept.map(({ id }) => id))
  for (const { id, from, to } of patch) {
    if (from || !to || there.has(id)) continue
    const at = kept.findIndex(({ start }) => start > to.start)
    kept.splice(at < 0 ? kept.length : at, 0, to)
  }
  return kept
}

function changed(cue: Cue, from: NonNullable<Change['from']>, to: Cue): Cue {
  const by = to.start - from.start
  // A cue that already arrived was moved by an attempt with a lost answer: it does not move again.
  const isThere = cue.start === to.start && cue.end === to.end
  const isMove = by !== 0 && to.end - from.end === by && !isThere
  const times = isMove
    ? { start: cue.start + by, end: cue.end + by }
    : { start: cue.start === from.start ? to.start : cue.start, end: cue.end === from.end ? to.end : cue.end }
  return { ...cue, ...times, ...(from.text === to.text ? {} : { text: to.text }) }
}
