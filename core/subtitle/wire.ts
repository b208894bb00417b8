import type { CueList } from './cue-list.ts'
import type { Cue } from './cue.ts'
import { applyPatch, type Change, inPlace, type Patch } from './patch.ts'
import { formatTimecode, parseTimecode } from './timecode.ts'

/** One line of `subtitle_txt` as the API carries it. */
export interface WireLine {
  line_id: string
  srt_index: number
  time: string
  text: string
  folder_role_id: string[]
}

export function toWire(cues: readonly Cue[]): WireLine[] {
  return cues.map((cue, index) => ({ line_id: cue.id, srt_index: index + 1, ...wireLine(cue) }))
}

function wireLine({ start, end, text, roles }: Cue) {
  return { time: `${formatTimecode(start)} --> ${formatTimecode(end)}`, text, folder_role_id: [...roles] }
}

function readTimes(time: string): { start: number; end: number } | undefined {
  const [from, to, extra] = time.split(' --> ')
  const start = parseTimecode(from ?? '')
  const end = parseTimecode(to ?? '')
  return start === undefined || end === undefined || extra !== undefined ? undefined : { start, end }
}

/** A line's change as the API carries it: null for one that went; where it came or moved, its place in the result from 0. */
export interface WireChange {
  line_id: string
  at?: number | undefined
  line: { time: string; text: string; folder_role_id: string[] } | null
}

export function toWireChanges(patch: Patch): WireChange[] {
  return patch.map((change) => ({
    line_id: change.id,
    ...(change.to && !inPlace(change) && { at: change.at }),
    line: change.to ? wireLine(change.to) : null,
  }))
}

/** What the changes make of a list; `undefined` where one does not fit it, can't be read, or comes twice. */
export function applyWireChanges(list: CueList, changes: readonly WireChange[]): CueList | undefined {
  const patch: Change[] = []
  const seen = new Set<string>()
  for (const { line_id: id, at, line } of changes) {
    const was = list.index.get(id)
    const from = was === undefined ? undefined : list.at(was)
    const times = line ? readTimes(line.time) : undefined
    const isPlaced = line === null ? from !== undefined : from !== undefined || at !== undefined
    if (seen.has(id) || !isPlaced || (line && !times)) return undefined
    seen.add(id)
    const to: Cue | undefined = line ? { id, ...times!, text: line.text, roles: line.folder_role_id } : undefined
    const isMove = from && to && at !== undefined
    patch.push({ id, from, to, at: (to ? at : undefined) ?? was!, ...(isMove && { was: was! }) })
  }
  return applyPatch(list, patch)
}

/** Whether every line that came or moved stands where the changes put it. */
export function standsAsChanged(cues: readonly Cue[], changes: readonly WireChange[]): boolean {
  return changes.every(({ line_id, at }) => at === undefined || cues[at]?.id === line_id)
}

/** Cues of wire lines; `undefined` when a time can't be read or an id comes twice. */
export function fromWire(lines: readonly WireLine[]): Cue[] | undefined {
  const seen = new Set<string>()
  const cues: Cue[] = []
  for (const line of lines) {
    const times = readTimes(line.time)
    if (!times || seen.has(line.line_id)) return undefined
    seen.add(line.line_id)
    cues.push({ id: line.line_id, ...times, text: line.text, roles: line.folder_role_id })
  }
  return cues
}
