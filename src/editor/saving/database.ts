import { type DBSchema, deleteDB, type IDBPDatabase, openDB } from 'idb'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Patch } from '#core/subtitle/patch.ts'
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
  /** Its number in this visit: what was written twice counts once. */
  readonly place?: number
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
