import { type Cue, sameCue } from '#core/subtitle/cue/cue.ts'
import { cueIn, type CueList } from '#core/subtitle/cue/cue-list.ts'
import { type Conflict, withConflicts } from '#core/subtitle/cue/merge.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { applyPatch, type Change, joinPatches, type Patch } from '#core/subtitle/cue/patch.ts'
import {
  dropRole,
  emptyHistory,
  type History,
  isCueOrNone,
  isPatch,
  isStep,
  loadHistory,
  mapHistory,
  recordStep,
  redoStep,
  type Step,
  undoStep,
} from './document/history.ts'

/** Events of a document, as its session reports them. */
export type LogEvent =
  | { readonly kind: 'edit'; readonly step: Step }
  | { readonly kind: 'undo' | 'redo'; readonly patch: Patch }
  /** A change that another page or user saved. */
  | { readonly kind: 'outside'; readonly patch: Patch }
  /** A change of this page that no step undoes: recovered edits of a closed tab. */
  | { readonly kind: 'draft'; readonly patch: Patch }
  | { readonly kind: 'role'; readonly patch: Patch; readonly roleId: string }
  /** Readings that the text lacks, and that the server may not have. */
  | { readonly kind: 'conflicts'; readonly conflicts: readonly Conflict[] }

/** Changes up to an entry are saved elsewhere; or a snapshot of all before it. */
export type LogNote =
  | { readonly kind: 'saved'; readonly upTo: number }
  | {
      readonly kind: 'snapshot'
      readonly history: History
      readonly patches?: readonly Patch[]
      readonly conflicts?: readonly Conflict[]
    }

/** An entry of a document's log in one tab. */
export type LogEntry = (LogEvent | LogNote) & {
  readonly doc: string
  readonly tab: string
  /** Consecutive whole numbers; a snapshot is between two of them. */
  readonly seq: number
  readonly at: number
  /** Digest of the text after it; empty if it does not affect the text. */
  readonly text: string
  /** Whether changes up to here are stored nowhere else. */
  readonly isUnsaved: boolean
}

/** The result of one tab's log. */
export interface Folded {
  /** Changes that are stored nowhere else, and the digest of the resulting text. */
  readonly patches: readonly Patch[]
  readonly text: string
  readonly history: History
  /** Conflicts whose readings are stored nowhere else. */
  readonly conflicts: readonly Conflict[]
  /** The steps at the last point with the requested text, and the time of that. */
  readonly reached: History | undefined
  readonly at: number
}

/** The patch of an event if it is a change by this page. */
export function ownPatch(entry: LogEvent | LogNote): Patch | undefined {
  if (entry.kind === 'edit') return entry.step.patch
  return ownKinds.has(entry.kind) && 'patch' in entry ? entry.patch : undefined
}

/** Whether an event is lost if it is stored nowhere. */
export const isOwn = (event: LogEvent | LogNote): boolean => event.kind === 'conflicts' || ownPatch(event) !== undefined

/** Whether stored data is a valid entry. */
export function isEntry(data: unknown): data is LogEntry {
  const entry = data as Record<string, unknown> | null | undefined
  if (typeof entry?.['doc'] !== 'string' || typeof entry['tab'] !== 'string' || typeof entry['text'] !== 'string')
    return false
  if (!Number.isFinite(entry['seq']) || !Number.isFinite(entry['at'])) return false
  const { kind } = entry
  if (kind === 'edit') return isStep(entry['step'])
  if (kind === 'saved') return Number.isFinite(entry['upTo'])
  if (kind === 'conflicts') return areConflicts(entry['conflicts'])
  if (kind === 'role' && typeof entry['roleId'] !== 'string') return false
  if (kind !== 'snapshot') return (kind === 'outside' || ownKinds.has(kind)) && isPatch(entry['patch'])
  const { patches = [], conflicts = [] } = entry
  return (
    loadHistory(entry['history']) !== undefined &&
    Array.isArray(patches) &&
    patches.every(isPatch) &&
    areConflicts(conflicts)
  )
}

function areConflicts(data: unknown): boolean {
  if (!Array.isArray(data)) return false
  return (data as (Partial<Conflict> | null)[]).every(
    (each) => typeof each?.id === 'string' && isCueOrNone(each.mine, each.id) && isCueOrNone(each.theirs, each.id),
  )
}

const ownKinds: ReadonlySet<unknown> = new Set(['undo', 'redo', 'draft', 'role'])

/**
 * Folds the log of one tab. A missing or damaged entry loses its change and the steps before it, which no longer lead
 * to the text.
 */
export function fold(stored: readonly unknown[], text?: string): Folded {
  const entries = stored.filter(isEntry).sort((a, b) => a.seq - b.seq)
  let history = emptyHistory
  let own: { readonly seq: number; readonly patch: Patch }[] = []
  let found: { readonly seq: number; readonly conflicts: readonly Conflict[] }[] = []
  let reached: { readonly history: History; readonly at: number } | undefined
  let last = 0
  let lastText = ''
  for (const entry of entries) {
    const { seq } = entry
    history = historyAfter(seq <= Math.floor(last) + 1 ? history : emptyHistory, entry)
    const patch = ownPatch(entry)
    if (patch?.length) own.push({ seq, patch })
    if (entry.kind === 'conflicts') found.push({ seq, conflicts: entry.conflicts })
    if (entry.kind === 'saved') {
      own = own.filter((each) => each.seq > entry.upTo)
      found = found.filter((each) => each.seq > entry.upTo)
    }
    if (entry.kind === 'snapshot' && entry.patches) {
      own = entry.patches.map((each) => ({ seq: Math.floor(seq), patch: each }))
      found = [{ seq: Math.floor(seq), conflicts: entry.conflicts ?? [] }]
    }
    if (entry.text === text) reached = { history, at: entry.at }
    last = seq
    lastText = entry.text || lastText
  }
  const patches = own.map(({ patch }) => patch)
  const conflicts = found.reduce<readonly Conflict[]>((all, each) => withConflicts(all, each.conflicts), [])
  return { patches, text: lastText, history, conflicts, reached: reached?.history, at: reached?.at ?? 0 }
}

/** The steps after an entry; empty if it undoes or repeats an unknown step. */
function historyAfter(history: History, entry: LogEvent | LogNote): History {
  if (entry.kind === 'edit') return recordStep(history, entry.step)
  if (entry.kind === 'undo') return undoStep(history)?.history ?? emptyHistory
  if (entry.kind === 'redo') return redoStep(history)?.history ?? emptyHistory
  if (entry.kind === 'snapshot') return entry.history
  if (entry.kind === 'saved' || entry.kind === 'conflicts') return history
  const mapped = entry.patch.length > 0 ? mapHistory(history, entry.patch) : history
  return entry.kind === 'role' ? dropRole(mapped, entry.roleId) : mapped
}

/** A single entry that folds to the same result as all of a log. */
export function snapshotOf(entries: readonly LogEntry[]): LogEntry | undefined {
  const { history, patches, conflicts, text } = fold(entries)
  const last = entries.toSorted((a, b) => a.seq - b.seq).at(-1)
  if (!last) return undefined
  const { doc, tab, seq, at, isUnsaved } = last
  return {
    kind: 'snapshot',
    doc,
    tab,
    seq: Math.floor(seq) + 0.5,
    at,
    text,
    isUnsaved,
    history,
    patches: joined(patches),
    ...(conflicts.length > 0 && { conflicts }),
  }
}

/** Joins patches into as few as possible. */
function joined(patches: readonly Patch[]): Patch[] {
  const few: Patch[] = []
  for (const patch of patches) {
    const both = few.length > 0 ? joinPatches(few.at(-1) ?? [], patch) : undefined
    if (both) few[few.length - 1] = both
    else few.push(patch)
  }
  return few
}

/**
 * A lost tab's text and its base, applied to the stored text. If nothing else changed, both are exact; otherwise only
 * the tab's changes are applied, with new cues at their start times.
 */
export function draftOn(stored: CueList, { patches, text }: Pick<Folded, 'patches' | 'text'>): Draft {
  const exact = applied(stored, patches)
  if (exact && Digest.of(exact.cues).text === text) return { base: stored.cues, mine: exact.cues }
  let base = stored
  let mine = stored
  const known = new Set<string>()
  for (const change of patches.flat()) {
    if (!known.has(change.id)) base = withCue(base, change.id, change.from, change.was ?? change.at)
    known.add(change.id)
    const isMoved = change.was !== undefined
    mine = withCue(isMoved ? withCue(mine, change.id, undefined, 0) : mine, change.id, change.to, change.at)
  }
  return { base: base.cues, mine: mine.cues }
}

interface Draft {
  readonly base: readonly Cue[]
  readonly mine: readonly Cue[]
}

/** Undefined if the patches belong to another text. */
function applied(list: CueList, patches: readonly Patch[]): CueList | undefined {
  let result = list
  for (const patch of patches) {
    const before = result
    const fits = ({ id, from, at }: Change): boolean =>
      sameCue(cueIn(before, id), from) && isPlace(at, before.length + patch.length)
    if (!patch.every(fits)) return undefined
    try {
      result = applyPatch(result, patch)
    } catch {
      return undefined
    }
  }
  return result
}

const isPlace = (at: number, length: number): boolean => Number.isInteger(at) && at >= 0 && at <= length

/** The list with a cue replaced, inserted or removed. */
function withCue(list: CueList, id: string, to: Cue | undefined, at: number): CueList {
  const from = cueIn(list, id)
  if (!from && !to) return list
  const change: Change = { id, from, to, at: list.index.get(id) ?? placeOf(list, to?.start ?? 0, at) }
  return applyPatch(list, [change])
}

/** The index of an inserted cue, unless its neighbours have changed. */
function placeOf({ cues }: CueList, start: number, at: number): number {
  const fits = (cues[at - 1]?.start ?? -Infinity) <= start && start <= (cues[at]?.start ?? Infinity)
  return fits && isPlace(at, cues.length) ? at : cues.findLastIndex((cue) => cue.start <= start) + 1
}
