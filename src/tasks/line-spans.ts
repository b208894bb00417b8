import type { Cue } from '#core/subtitle/cue/cue.ts'

/** For each cue the texts of overlapping originals; both in time order. */
export function textsBySpan(originals: readonly Cue[], cues: readonly Cue[]): string[] {
  let first = 0
  return cues.map(({ start, end }) => {
    while ((originals[first]?.end ?? Infinity) <= start) first++
    const texts = []
    for (let at = first; (originals[at]?.start ?? Infinity) < end; at++) texts.push(originals[at]?.text ?? '')
    return texts.join('\n')
  })
}
