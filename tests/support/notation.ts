import { makeCue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'

/** A list in one line: `a[0-800] b[1000-1800 Hello there]`; the text is the id where none is given. */
export function tl(line: string): CueList {
  const cues = [...line.matchAll(/(\w+)\[(-?\d+)-(-?\d+)(?: ([^\]]*))?\]/g)].map(([, id, start, end, text]) =>
    makeCue(id!, Number(start), Number(end), text ?? id!),
  )
  return cueList(cues)
}

/** The same line of a list; a text is shown where it is not the id. */
export function show(list: CueList): string {
  return list.cues.map(({ id, start, end, text }) => `${id}[${start}-${end}${text === id ? '' : ` ${text}`}]`).join(' ')
}
