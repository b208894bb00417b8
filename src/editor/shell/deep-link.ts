import type { Editor } from '../context/editor.ts'

/** Follows an address: `cue` is a line's id or number, `t` a time in seconds. False if it has neither. */
export function followDeepLink(editor: Editor, query: URLSearchParams): boolean {
  const { list } = editor.session
  const cue = query.get('cue')
  if (cue !== null) {
    const id = list.index.has(cue) ? cue : list.at(Number(cue) - 1)?.id
    if (id !== undefined) editor.goTo(id)
  }
  const seconds = Number(query.get('t') ?? NaN)
  if (Number.isFinite(seconds) && seconds >= 0) editor.playhead.seek(seconds * 1000)
  return cue !== null || query.has('t')
}
