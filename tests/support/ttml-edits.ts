import { SaxesParser } from 'saxes'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import type { SubtitleFile } from '#core/subtitle/formats/format.ts'
import { parseMarkup, writeMarkup } from '#core/subtitle/text/markup.ts'

/** Edits of a document's cues; times in milliseconds. */
export const edits: Record<string, (cues: readonly Cue[]) => Cue[]> = {
  'a text': (cues) => at(cues, middle(cues), (cue) => ({ ...cue, text: 'New <i>text</i>\nhere' })),
  'every text': (cues) => cues.map((cue, index) => ({ ...cue, text: `Text ${index}` })),
  'a word': (cues) => at(cues, middle(cues), (cue) => ({ ...cue, text: `${cue.text} more` })),
  'a text emptied': (cues) => at(cues, middle(cues), (cue) => ({ ...cue, text: '' })),
  'a text with blanks': (cues) => at(cues, 0, (cue) => ({ ...cue, text: ' a  b ' })),
  'a place': (cues) => at(cues, middle(cues), (cue) => ({ ...cue, text: placed(cue.text, 8) })),
  'no place': (cues) => at(cues, middle(cues), (cue) => ({ ...cue, text: placed(cue.text, 2) })),
  'a start': (cues) => at(cues, middle(cues), (cue) => ({ ...cue, start: cue.start + 17 })),
  'an end': (cues) => at(cues, 0, (cue) => ({ ...cue, end: cue.end + 1003 })),
  'all times': (cues) => cues.map((cue) => ({ ...cue, start: cue.start + 1001, end: cue.end + 1001 })),
  'all times earlier': (cues) =>
    cues.map((cue) => ({ ...cue, start: Math.max(0, cue.start - 700), end: Math.max(0, cue.end - 700) })),
  'a first line': (cues) => [makeCue('new', 10, 600, 'First'), ...cues],
  'a line in the middle': (cues) => cues.toSpliced(middle(cues), 0, makeCue('new', 40, 700, 'Middle <b>one</b>')),
  'a last line': (cues) => [...cues, makeCue('new', 9_999_001, 9_999_999, 'Last & <u>least</u>')],
  'a line at each place': (cues) =>
    [8, 5, 2].map((place) => makeCue(`n${place}`, 1, 2, placed('x', place))).concat(cues),
  'the first removed': (cues) => cues.slice(1),
  'the middle removed': (cues) => cues.toSpliced(middle(cues), 1),
  'all removed': () => [],
  'all replaced': (cues) => cues.map((cue, index) => makeCue(`n${index}`, cue.start, cue.end, 'x')),
  reversed: (cues) => cues.toReversed(),
  sorted: (cues) => cues.toSorted((a, b) => a.end - b.end || a.text.length - b.text.length),
  merged: (cues) => {
    const [a, b] = cues
    return a && b ? [{ ...a, end: b.end, text: `${a.text}\n${b.text}` }, ...cues.slice(2)] : [...cues]
  },
  split: (cues) =>
    cues.flatMap((cue, index) => {
      const mid = Math.round((cue.start + cue.end) / 2)
      return [{ ...cue, end: mid }, { ...makeCue(`s${index}`, mid, cue.end, cue.text) }]
    }),
}

const middle = (cues: readonly Cue[]): number => Math.floor(cues.length / 2)

function at(cues: readonly Cue[], index: number, change: (cue: Cue) => Cue): Cue[] {
  return cues.map((cue, at) => (at === index ? change(cue) : cue))
}

const placed = (text: string, align: number): string => writeMarkup({ ...parseMarkup(text), align })

/**
 * The expected reading of a cue: times, position, letters and their styles. Spaces around line breaks are ignored, and
 * spaces have no visible style.
 */
export function plainLine({ start, end, text }: Cue): string {
  const { runs, align = 2 } = parseMarkup(text)
  let out = ''
  let last = ''
  for (const run of runs) {
    if (run.kind !== 'text') continue
    for (const letter of run.text) {
      const style = letter.trim() === '' ? last : JSON.stringify(run.style)
      out += style === last ? letter : style + letter
      last = style
    }
  }
  return `${start}-${end} at ${align} ${out.replace(/[ \t]*\n[ \t]*/g, '\n')}`
}

/** An independent parser's complaints about XML namespaces, and repeated identifiers. */
export function faultsOfXml(text: string): string[] {
  const faults: string[] = []
  const ids = new Set<string>()
  const parser = new SaxesParser({ xmlns: true })
  parser.on('error', (error) => faults.push(error.message))
  parser.on('opentag', (tag) => {
    const id = tag.attributes['xml:id']?.value
    if (id !== undefined && ids.has(id)) faults.push(`twice: ${id}`)
    if (id !== undefined) ids.add(id)
  })
  parser.write(text).close()
  return faults
}

/** Faults of a document after an edit: its XML, and each cue that is not read as written. */
export function faultsOfEdit(file: SubtitleFile, source: string, change: (cues: readonly Cue[]) => Cue[]): string[] {
  const cues = change(file.cues)
  const { text } = writeSubtitle(cues, 'ttml', { extras: file.extras })
  if (text === source) return []
  const before = new Set(faultsOfXml(source))
  const faults = faultsOfXml(text).filter((fault) => !fault.startsWith('twice') || !before.has(fault))
  const back = readSubtitle(text, sequentialIds('b'), { format: 'ttml' })
  const [wanted, found] = [cues.map(plainLine), back.cues.map(plainLine)]
  const length = Math.max(wanted.length, found.length)
  for (let index = 0; index < length; index++) {
    if (wanted[index] !== found[index]) faults.push(`${index}: wanted ${wanted[index]}, found ${found[index]}`)
  }
  return faults
}
