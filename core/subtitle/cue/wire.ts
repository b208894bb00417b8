import type { CueList } from './cue-list.ts'
import type { Cue } from './cue.ts'
import { applyPatch, type Change, inPlace, type Patch } from './patch.ts'
import type { Reading } from './readings.ts'
import { formatTimecode, parseTimecode } from '../text/timecode.ts'

/** A cue of `subtitle_txt` in the API; `srt_index` counts from 1, `time` is in SubRip's form. */
export interface WireCue {
  cue_id: string
  srt_index: number
  time: string
  text: string
  folder_role_id: string[]
}

/**
 * Cues as the API carries them. A half surrogate pair, as after an edit inside an emoji, is sent as U+FFFD, since UTF-8
 * can't encode it.
 */
export function toWire(cues: readonly Cue[]): WireCue[] {
  return cues.map((cue, index) => ({ cue_id: cue.id, srt_index: index + 1, ...wireFields(cue) }))
}

/** A cue without id and position. */
export type WireFields = Pick<WireCue, 'time' | 'text' | 'folder_role_id'>

function wireFields({ start, end, text, roles }: Cue): WireFields {
  const time = `${formatTimecode(start)} --> ${formatTimecode(end)}`
  return { time, text: text.toWellFormed(), folder_role_id: [...roles] }
}

/** A cue of its wire form; undefined if its time is unreadable. */
export function readFields(id: string, { time, text, folder_role_id: roles }: WireFields): Cue | undefined {
  const [from, to, extra] = time.split(' --> ')
  const start = parseTimecode(from ?? '')
  const end = parseTimecode(to ?? '')
  return start === undefined || end === undefined || extra !== undefined ? undefined : { id, start, end, text, roles }
}

/**
 * A cue's change as the API carries it: null for a removed one; `at`, from 0, is the result's index of a new or moved
 * one.
 */
export interface WireChange {
  cue_id: string
  at?: number | undefined
  cue: WireFields | null
}

/** Another reading of a cue as the API carries it: null if the cue was deleted in it. */
export function toWireReading({ cueId, cue }: Reading): { cue_id: string; cue: WireFields | null } {
  return { cue_id: cueId, cue: cue ? wireFields(cue) : null }
}

/** A patch as the API carries it. */
export function toWireChanges(patch: Patch): WireChange[] {
  return patch.map((change) => ({
    cue_id: change.id,
    ...(change.to && !inPlace(change) && { at: change.at }),
    cue: change.to ? wireFields(change.to) : null,
  }))
}

/** The list with the changes; `undefined` if one does not fit, is unreadable, or an id repeats. */
export function applyWireChanges(list: CueList, changes: readonly WireChange[]): CueList | undefined {
  const patch: Change[] = []
  const seen = new Set<string>()
  for (const wire of changes) {
    const change = seen.has(wire.cue_id) ? undefined : readChange(list, wire)
    if (!change) return undefined
    seen.add(change.id)
    patch.push(change)
  }
  return applyPatch(list, patch)
}

function readChange(list: CueList, { cue_id: id, at, cue }: WireChange): Change | undefined {
  const was = list.index.get(id)
  const from = was === undefined ? undefined : list.at(was)
  if (!cue) return was === undefined ? undefined : { id, from, to: undefined, at: was }
  const to = readFields(id, cue)
  const index = at ?? was
  if (!to || index === undefined) return undefined
  return from && at !== undefined ? { id, from, to, at: index, was } : { id, from, to, at: index }
}

/** Whether every new or moved cue is at its stated index. */
export function standsAsChanged(cues: readonly Cue[], changes: readonly WireChange[]): boolean {
  return changes.every(({ cue_id, at }) => at === undefined || cues[at]?.id === cue_id)
}

/** Cues of their wire form; `undefined` if a time is unreadable or an id repeats. */
export function fromWire(wire: readonly WireCue[]): Cue[] | undefined {
  const seen = new Set<string>()
  const cues: Cue[] = []
  for (const { cue_id: id, ...fields } of wire) {
    const cue = seen.has(id) ? undefined : readFields(id, fields)
    if (!cue) return undefined
    seen.add(id)
    cues.push(cue)
  }
  return cues
}
