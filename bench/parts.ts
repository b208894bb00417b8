import { parseArgs } from 'node:util'

/** What of the editor can be measured by itself: `npm run bench -- editor --only letter,rows`. */
const editorParts = [
  'timeline',
  'peers',
  'open',
  'pan',
  'drop',
  'play',
  'letter',
  'rows',
  'preview',
  'strip',
  'day',
] as const
export type EditorPart = (typeof editorParts)[number]
/** Those that are measured at the keys of a person who times lines. */
export const timedParts: readonly EditorPart[] = ['pan', 'drop', 'play']

/** The parts that were asked for; all where none was. */
export function chosenParts(): ReadonlySet<EditorPart> {
  const { values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
  if (values.only === undefined) return new Set(editorParts)
  const wanted = values.only.split(',')
  const unknown = wanted.find((name) => !editorParts.some((part) => part === name))
  if (unknown !== undefined) throw new Error(`No such part: ${unknown}. There are: ${editorParts.join(', ')}`)
  return new Set(editorParts.filter((part) => wanted.includes(part)))
}
