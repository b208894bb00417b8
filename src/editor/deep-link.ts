import type { Desk } from './editor.ts'

/** Goes where an address points: `cue` is a line's id or its number, `t` a time in seconds. */
export function startAt(desk: Desk, query: URLSearchParams): void {
  const { list } = desk.session
  const cue = query.get('cue')
  if (cue !== null) {
    const id = list.index.has(cue) ? cue : list.at(Number(cue) - 1)?.id
    if (id !== undefined) desk.goTo(id)
  }
  const seconds = Number(query.get('t') ?? NaN)
  if (Number.isFinite(seconds) && seconds >= 0) desk.playhead.seek(seconds * 1000)
}
