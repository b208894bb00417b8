import { type DBSchema, deleteDB, type IDBPDatabase, openDB, unwrap } from 'idb'
import type { Cue } from '#core/subtitle/cue.ts'
import { joinPatches, type Patch } from '#core/subtitle/patch.ts'
import type { Step } from '../document/history.ts'
import type { StepWay } from '../session.ts'

/** What was stored elsewhere when a journal began; the changes follow it one by one. */
export interface Beginning {
  readonly id: string
  readonly key: string
  readonly base: readonly Cue[]
}

/** A change, or the news that all changes up to a place are stored elsewhere. */
export interface Line {
  readonly id: string
  readonly place: number
  readonly patch?: Patch
  readonly settled?: number
}

/** The history of one version: which steps it has, each stored by itself. */
export interface StoredHistory {
  readonly fileId: string
  /** Tells this writing from those before it. */
  readonly writing: string
  /** Digest of the text that the steps lead to. */
  readonly text: string
  readonly past: readonly string[]
  readonly future: readonly string[]
  readonly at: number
}

interface StoredStep {
  readonly fileId: string
  readonly id: string
  readonly step: Step
}

/** What was done since the history was written: noted with the edit itself, since the page may be gone a moment later. */
export interface StoredMove {
  readonly fileId: string
  /** The writing of the history that this goes on from; where `isFirst`, the visit, which began without any. */
  readonly writing: string
  readonly isFirst: boolean
  readonly way: StepWay
  /** The step that was made; none where one was taken back or made again. */
  readonly step?: Step | undefined
  /** Digest of the text after it. */
  readonly text: string
}

interface EditsSchema extends DBSchema {
  beginnings: { key: string; value: Beginning; indexes: { key: string } }
  lines: { key: number; value: Line; indexes: { id: string } }
  histories: { key: string; value: StoredHistory }
  steps: { key: [string, string]; value: StoredStep; indexes: { fileId: string } }
  moves: { key: number; value: StoredMove; indexes: { fileId: string } }
}

/** What this browser keeps of edits: the journals of documents, and the steps that can be taken back. */
export type EditsDatabase = IDBPDatabase<EditsSchema>

let opened: Promise<EditsDatabase> | undefined
export const editsDatabase = (): Promise<EditsDatabase> =>
  (opened ??= openDB<EditsSchema>('cuelane-journal', 3, {
    upgrade: (db, before) => {
      if (before < 2) {
        for (const name of db.objectStoreNames) db.deleteObjectStore(name)
        db.createObjectStore('beginnings', { keyPath: 'id' }).createIndex('key', 'key')
        db.createObjectStore('lines', { autoIncrement: true }).createIndex('id', 'id')
      }
      db.createObjectStore('histories', { keyPath: 'fileId' })
      db.createObjectStore('steps', { keyPath: ['fileId', 'id'] }).createIndex('fileId', 'fileId')
      db.createObjectStore('moves', { autoIncrement: true }).createIndex('fileId', 'fileId')
      // Steps had a database of their own.
      deleteDB('cuelane-undo').catch(() => undefined)
    },
  }))

/** The writing that everything of one edit goes into; undefined between edits. */
let edit: { readonly isTyped: boolean; transaction?: IDBTransaction } | undefined

/**
 * What is added while `work` runs is one transaction, committed when it ends: a second one would cost as much again at
 * each key. Letters that somebody types wait for each other: a transaction for each would be half of what it costs.
 */
export function inOneWriting(work: () => void, isTyped = false): void {
  if (edit) return work()
  edit = { isTyped }
  try {
    work()
  } finally {
    const { transaction } = edit
    edit = undefined
    transaction?.commit()
  }
}

type Entry = ['lines', Line] | ['moves', StoredMove]

/**
 * Adds an entry at once, without the promises of each request, which cost as much as the write itself. Committed by hand:
 * left to itself a transaction ends with its page, and is lost. Rejects where the browser does not keep it.
 */
export async function addAtOnce(db: EditsDatabase, ...entry: Entry): Promise<void> {
  if (edit?.isTyped) return wait(db, entry)
  keepTyped()
  const transaction = edit?.transaction ?? begun(db)
  if (edit) edit.transaction = transaction
  add(transaction, entry)
  const kept = endOf(transaction)
  if (!edit) transaction.commit()
  return kept
}

/** Letters wait for so long after the first of them; a page that is left takes them along. */
const TYPED_WAIT_MS = 1000

/** What was typed and is not handed to the browser yet. */
interface Typed {
  readonly db: EditsDatabase
  readonly entries: Entry[]
  readonly kept: PromiseWithResolvers<void>
  readonly timer: ReturnType<typeof setTimeout>
}

let typed: Typed | undefined

/** Edits that wait to be handed to the browser: a page that is left hands them over. */
export const isTypedWaiting = (): boolean => typed !== undefined

/** Hands over what was typed. Everything else that is written comes after it. */
export function keepTyped(): void {
  if (!typed) return
  const { db, entries, kept, timer } = typed
  typed = undefined
  clearTimeout(timer)
  try {
    const transaction = begun(db)
    for (const entry of entries) add(transaction, entry)
    endOf(transaction).then(kept.resolve, kept.reject)
    transaction.commit()
  } catch (error) {
    kept.reject(error)
  }
}

addEventListener('pagehide', keepTyped)
document.addEventListener('visibilitychange', keepTyped)

function wait(db: EditsDatabase, entry: Entry): Promise<void> {
  typed ??= {
    db,
    entries: [],
    kept: Promise.withResolvers<void>(),
    timer: setTimeout(keepTyped, TYPED_WAIT_MS),
  }
  const { entries, kept } = typed
  const at = entries.findLastIndex(([store]) => store === entry[0])
  const joined = at < 0 ? undefined : joinedEntries(entries[at]!, entry)
  if (joined) entries[at] = joined
  else entries.push(entry)
  return kept.promise
}

/** One entry for two that follow each other; undefined where they are not two letters of one text. */
function joinedEntries(first: Entry, second: Entry): Entry | undefined {
  if (first[0] === 'lines' && second[0] === 'lines') {
    const patch = first[1].id === second[1].id ? joinedPatches(first[1].patch, second[1].patch) : undefined
    return patch && ['lines', { ...first[1], ...second[1], patch }]
  }
  if (first[0] !== 'moves' || second[0] !== 'moves') return undefined
  const [before, after] = [first[1], second[1]]
  const isLike = before.fileId === after.fileId && before.writing === after.writing
  const isText = before.step?.join !== undefined && before.step.join === after.step?.join
  const patch = isLike && isText ? joinedPatches(before.step?.patch, after.step?.patch) : undefined
  return patch && ['moves', { ...after, step: { ...after.step!, patch } }]
}

const joinedPatches = (first: Patch | undefined, second: Patch | undefined): Patch | undefined =>
  first && second && joinPatches(first, second)

const begun = (db: EditsDatabase): IDBTransaction => unwrap(db).transaction(['lines', 'moves'], 'readwrite')

function add(transaction: IDBTransaction, [store, entry]: Entry): void {
  transaction.objectStore(store).add(entry)
}

function endOf(transaction: IDBTransaction): Promise<void> {
  const { promise, resolve, reject } = Promise.withResolvers<void>()
  transaction.addEventListener('complete', () => resolve())
  transaction.addEventListener('abort', () => reject(transaction.error ?? new DOMException('Not kept', 'AbortError')))
  return promise
}
