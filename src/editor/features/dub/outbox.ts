import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { call, CallFailed, reasonOf } from '#src/api/call.ts'

/** A recording on its way to the server. */
export interface Waiting {
  /** Made once, so that the server keeps it once. */
  readonly key: string
  readonly fileId: string
  readonly cueId: string
  readonly text: string
  readonly said: string
  readonly person: string
  /** A WAV file. */
  readonly sound: Uint8Array<ArrayBuffer>
}

interface OutboxSchema extends DBSchema {
  recordings: { key: string; value: Waiting; indexes: { file: string } }
}

let opened: Promise<IDBPDatabase<OutboxSchema>> | undefined
const database = (): Promise<IDBPDatabase<OutboxSchema>> =>
  (opened ??= openDB<OutboxSchema>('cuelane-recordings', 1, {
    upgrade: (db) => void db.createObjectStore('recordings', { keyPath: 'key' }).createIndex('file', 'fileId'),
  }))

/** Recordings that the browser does not store, as in some private windows: they last as long as the page. */
const unstored = new Map<string, Waiting>()

/** Keeps a recording on this device until the server has it. */
export async function keepWaiting(waiting: Waiting): Promise<void> {
  try {
    await (await database()).put('recordings', waiting)
  } catch {
    unstored.set(waiting.key, waiting)
  }
}

/** Recordings of a version that the server does not have yet. */
export async function waitingOf(fileId: string): Promise<readonly Waiting[]> {
  const here = [...unstored.values()].filter((waiting) => waiting.fileId === fileId)
  try {
    return [...(await (await database()).getAllFromIndex('recordings', 'file', fileId)), ...here]
  } catch {
    return here
  }
}

async function forget(key: string): Promise<void> {
  unstored.delete(key)
  try {
    await (await database()).delete('recordings', key)
  } catch {
    // Not stored: nothing to delete.
  }
}

/** Refusals that a recording gets each time; others, as of a full disk, pass. */
const lasting = ['line_gone', 'recording_unreadable', 'recording_too_long', 'recording_silent']

/**
 * Sends a recording, which leaves this device when the server has it, or refuses it for good. Rethrows why it did not
 * arrive.
 */
export async function send({ key, fileId, cueId, text, said, person, sound }: Waiting): Promise<void> {
  const place = { file_id: fileId, cue_id: cueId, text, said, person }
  try {
    await call('addTake', { ...place, sound: base64Of(sound), idempotency_key: key })
  } catch (error) {
    if (error instanceof CallFailed && lasting.includes(reasonOf(error.data) ?? '')) await forget(key)
    throw error
  }
  await forget(key)
}

/** A call has few enough arguments for every browser. */
const PIECE = 0x8000

function base64Of(bytes: Uint8Array): string {
  let text = ''
  for (let at = 0; at < bytes.length; at += PIECE) text += String.fromCharCode(...bytes.subarray(at, at + PIECE))
  return btoa(text)
}
