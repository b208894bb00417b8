const stamp = (ms: number): string => new Date(ms).toISOString().slice(11, 23)

/**
 * WebVTT roll-up captions, a new row every two seconds. `youtube`: two rows with word times, scrolled by a cue of 10 ms;
 * `two`, `three`: rows on screen in every cue.
 */
export function rolling(spoken: readonly string[], kind: 'youtube' | 'two' | 'three'): string {
  const cues = spoken.flatMap((row, at) => {
    const start = at * 2000
    const times = `${stamp(start)} --> ${stamp(start + 1990)}`
    const shown = spoken.slice(Math.max(0, at - (kind === 'three' ? 2 : 1)), at)
    if (kind !== 'youtube') return [`${times}\n${[...shown, row].join('\n')}`]
    const place = 'align:start position:0%'
    const passing = `${stamp(start + 1990)} --> ${stamp(start + 2000)} ${place}\n${row}\n `
    return [`${times} ${place}\n${shown[0] ?? ' '}\n${timed(row, start)}`, passing]
  })
  return `WEBVTT\nKind: captions\nLanguage: en\n\n${cues.join('\n\n')}\n`
}

/** Each word but the first with its time, as YouTube writes it. */
function timed(row: string, start: number): string {
  const [first = '', ...words] = row.split(' ')
  return first + words.map((word, at) => `<${stamp(start + (at + 1) * 400)}><c> ${word}</c>`).join('')
}
