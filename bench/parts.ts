import { parseArgs } from 'node:util'

/** Parts of the editor that can be measured alone: `npm run bench -- editor --only letter,rows`. */
const editorParts = ['timeline', 'peers', 'open', 'drop', 'letter', 'rows', 'preview', 'strip', 'dub-room'] as const
export type EditorPart = (typeof editorParts)[number]

/** The requested parts; by default all. */
export function chosenParts(): ReadonlySet<EditorPart> {
  const { values } = parseArgs({ allowPositionals: true, options: { only: { type: 'string' } } })
  if (values.only === undefined) return new Set(editorParts)
  const wanted = values.only.split(',')
  const unknown = wanted.find((name) => !editorParts.some((part) => part === name))
  if (unknown !== undefined) throw new Error(`No such part: ${unknown}. There are: ${editorParts.join(', ')}`)
  return new Set(editorParts.filter((part) => wanted.includes(part)))
}
