import { type DBSchema, type IDBPDatabase, openDB } from 'idb'
import { type CueWords, WordTimes, wordsOfFile } from '#core/subtitle/formats/cue-words.ts'
import type { ImportedFile } from '#core/subtitle/formats/imported-file.ts'
import type { EditorSession } from '../../model/session.ts'

interface StoredWords {
  readonly key: string
  readonly lines: readonly CueWords[]
  /** Milliseconds since the epoch. */
  readonly at: number
}

interface WordSchema extends DBSchema {
  words: { key: string; value: StoredWords }
}

/** Number of files whose words are stored; the least recently written is deleted first. */
const MAX_FILES = 20

let opened: Promise<IDBPDatabase<WordSchema>> | undefined
const database = (): Promise<IDBPDatabase<WordSchema>> =>
  (opened ??= openDB<WordSchema>('cuelane-words', 1, {
    upgrade: (db) => void db.createObjectStore('words', { keyPath: 'key' }),
  }))

/**
 * Stores word times of a local file in this browser, since most formats can't hold them, and restores those of an
 * earlier visit. Returns a function that ends it. Without storage, times last as long as the page.
 */
export function followWords(session: EditorSession, key: string, imported: ImportedFile | undefined): () => void {
  const isThere = (id: string): boolean => session.list.index.has(id)
  session.words = new WordTimes(imported ? wordsOfFile(imported.extras) : [])
  const control = new AbortController()
  const reading = readWords(key)
  let writing: Promise<unknown> = reading
  const stop = session.onWords(() => {
    const { lines } = session.words
    writing = writing.then(() => keepWords(key, lines))
  })
  void reading.then((lines) => {
    if (control.signal.aborted || lines.length === 0) return
    session.words = new WordTimes(lines).with(session.words.lines, isThere)
  })
  return () => {
    control.abort()
    stop()
  }
}

async function readWords(key: string): Promise<readonly CueWords[]> {
  try {
    return (await (await database()).get('words', key))?.lines ?? []
  } catch {
    return []
  }
}

/** A failure is no error: edits are stored elsewhere, and words only add to them. */
async function keepWords(key: string, lines: readonly CueWords[]): Promise<void> {
  try {
    const db = await database()
    await db.put('words', { key, lines, at: Date.now() })
    const all = await db.getAll('words')
    const oldest = all.sort((a, b) => b.at - a.at).slice(MAX_FILES)
    for (const { key: old } of oldest) await db.delete('words', old)
  } catch {
    // Storage is full or blocked.
  }
}
