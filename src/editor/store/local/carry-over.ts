import { deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { applyPatch, type Patch, patchTo } from '#core/subtitle/cue/patch.ts'
import { emptyHistory, type History, isPatch, loadHistory, type Step } from '../../model/document/history.ts'
import { keysWith, type LogDatabase, putEntries } from './database.ts'
import { isEntry, type LogEntry } from '../../model/log.ts'

const DATABASE = 'cuelane-journal'
const EDIT = 'cuelane-edit '
const LOCK = 'cuelane-journal '

/** Data of earlier versions of the editor: texts as a start and changes, steps as a history and moves. */
interface OldChange {
  readonly id: string
  readonly place: number
  readonly patch?: Patch
  readonly settled?: number
}

interface OldMove {
  readonly fileId: string
  readonly writing: string
  readonly isFirst?: boolean
  readonly place?: number
  readonly way: 'done' | 'undone' | 'redone'
  readonly step?: Step
  readonly text: string
}

interface OldHistory {
  readonly fileId: string
  readonly writing: string
  readonly text: string
  readonly past: readonly string[]
  readonly future: readonly string[]
  readonly at: number
}

/** Steps as stored, with the digest of their text. */
interface Begun {
  readonly fileId: string
  readonly writing: string
  readonly history: History
  readonly text?: string
  readonly at?: number
}

interface OldData {
  readonly beginnings: readonly { readonly id: string; readonly key: string; readonly base: readonly Cue[] }[]
  readonly lines: readonly OldChange[]
  readonly histories: readonly OldHistory[]
  readonly steps: readonly { readonly fileId: string; readonly id: string; readonly step: unknown }[]
  readonly moves: readonly OldMove[]
}

/**
 * Converts data of an earlier version of the editor into the log; while a tab of that version is open, later openings
 * check again.
 */
export async function carryOver(db: LogDatabase): Promise<void> {
  const keys = keysWith(EDIT)
  const isThere = (await indexedDB.databases()).some(({ name }) => name === DATABASE)
  if (!isThere && keys.length === 0) return
  const held = (await navigator.locks?.query())?.held ?? []
  if (held.some(({ name }) => name?.startsWith(LOCK))) return
  const old = await readOld(keys)
  await putEntries(db, [...old.beginnings.flatMap((each) => draftOf(each, old.lines)), ...stepsOf(old)])
  await deleteDB(DATABASE)
  for (const key of keys) localStorage.removeItem(key)
}

async function readOld(keys: readonly string[]): Promise<OldData> {
  const data: Record<keyof OldData, unknown[]> = { beginnings: [], lines: [], histories: [], steps: [], moves: [] }
  const db: IDBPDatabase = await openDB(DATABASE)
  for (const [name, found] of Object.entries(data))
    if (db.objectStoreNames.contains(name)) found.push(...((await db.getAll(name)) as unknown[]))
  db.close()
  const numbered = keys.map((key) => ({ key, part: Number(key.split(' ')[2]) }))
  for (const { key } of numbered.sort((a, b) => a.part - b.part))
    for (const [store, entry] of loggedIn(localStorage.getItem(key))) data[store].push(entry)
  return data as unknown as OldData
}

function loggedIn(text: string | null): ['lines' | 'moves', unknown][] {
  try {
    const entries = JSON.parse(text ?? '') as ['lines' | 'moves', unknown][]
    return entries.filter(
      ([store, entry]) => (store === 'lines' || store === 'moves') && typeof entry === 'object' && entry,
    )
  } catch {
    return []
  }
}

/** Changes of a tab that were not saved elsewhere, as one change. */
function draftOf({ id, key, base }: OldData['beginnings'][number], all: readonly OldChange[]): LogEntry[] {
  const changes = all.filter((each) => each.id === id)
  const settled = Math.max(0, ...changes.map((each) => each.settled ?? 0))
  let stored = cueList(base)
  let mine = stored
  let reached = 0
  for (const { place, patch } of changes) {
    const isKnown = place <= reached
    reached = Math.max(reached, place)
    if (isKnown || !isPatch(patch)) continue
    try {
      mine = applyPatch(mine, patch)
    } catch {
      // Skips a change that does not fit.
    }
    if (place <= settled) stored = mine
  }
  const patch = patchTo(stored, mine.cues)
  const common = { doc: key, tab: id, seq: 1, at: Date.now(), isUnsaved: true }
  return patch.length > 0 ? [{ ...common, kind: 'draft', patch, text: Digest.of(mine.cues).text }] : []
}

/** The steps of each document, and the moves after they were stored. */
function stepsOf({ histories, steps, moves }: OldData): LogEntry[] {
  const unwritten = moves.filter(({ isFirst }) => isFirst)
  const begun = new Map<string, Begun>()
  for (const { fileId, writing } of unwritten) begun.set(writing, { fileId, writing, history: emptyHistory })
  for (const { fileId, writing, past, future, ...rest } of histories) {
    const byId = new Map(steps.filter((each) => each.fileId === fileId).map(({ id, step }) => [id, step]))
    const history = loadHistory({ past: past.map((id) => byId.get(id)), future: future.map((id) => byId.get(id)) })
    if (history) begun.set(writing, { fileId, writing, history, ...rest })
  }
  return [...begun.values()].flatMap((each) => logOf(each, moves))
}

function logOf({ fileId, writing, history, text = '', at = 0 }: Begun, moves: readonly OldMove[]): LogEntry[] {
  const entries: object[] = [{ kind: 'snapshot', history, patches: [], text }]
  const taken = new Set<number>()
  for (const { place, way, step, ...move } of moves) {
    if (move.writing !== writing || (place !== undefined && taken.has(place))) continue
    if (place !== undefined) taken.add(place)
    const event = way === 'done' ? { kind: 'edit', step } : { kind: way === 'undone' ? 'undo' : 'redo', patch: [] }
    entries.push({ ...event, text: move.text })
  }
  // Marks the text as saved, since journals hold unsaved changes.
  entries.push({ kind: 'saved', upTo: entries.length, text: '' })
  const common = { doc: fileId, tab: `before ${writing}`, at, isUnsaved: false }
  return entries.map((entry, seq) => ({ ...entry, ...common, seq: seq || 0.5 })).filter(isEntry)
}
