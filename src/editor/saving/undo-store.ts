import { openDB } from 'idb'
import { type History, loadHistory, saveHistory } from '../document/history.ts'
import type { EditorSession } from '../session.ts'

/** After the last edit: steps are written when hands rest, and when the page is left. */
const SETTLE_MS = 1000
/** Versions whose steps are kept; the one that was not touched for longest goes first. */
const MAX_VERSIONS = 20

interface Stored {
  readonly fileId: string
  /** Print of the text that the steps lead to. */
  readonly text: string
  readonly history: unknown
  readonly at: number
}

const database = openDB('cuelane-undo', 1, {
  upgrade: (db) => {
    db.createObjectStore('steps', { keyPath: 'fileId' })
  },
})

/**
 * Keeps the steps of a version across reloads, and brings them back where the text is still as they left it. Returns
 * what ends it. Where the browser keeps nothing, undo lasts as long as the page.
 */
export function keepUndo(fileId: string, session: EditorSession): () => void {
  let timer: ReturnType<typeof setTimeout> | undefined
  const write = (): void => {
    clearTimeout(timer)
    timer = undefined
    const { history } = session.cells
    const entry = { fileId, text: session.textDigest, history: saveHistory(history), at: Date.now() }
    void put(entry).catch(() => undefined)
  }
  const stop = session.onChange(() => {
    clearTimeout(timer)
    timer = setTimeout(write, SETTLE_MS)
  })
  const leave = (): void => {
    if (timer !== undefined) write()
  }
  document.addEventListener('visibilitychange', leave)
  window.addEventListener('pagehide', leave)
  return () => {
    leave()
    stop()
    document.removeEventListener('visibilitychange', leave)
    window.removeEventListener('pagehide', leave)
  }
}

export async function restoreUndo(fileId: string, session: EditorSession): Promise<void> {
  const history = await read(fileId, session).catch(() => undefined)
  // Somebody may have begun to edit meanwhile: what they did comes first.
  if (history && session.cells.history.past.length === 0) session.restoreHistory(history)
}

async function read(fileId: string, session: EditorSession): Promise<History | undefined> {
  const stored = (await (await database).get('steps', fileId)) as Stored | undefined
  return stored && stored.text === session.textDigest ? loadHistory(stored.history) : undefined
}

async function put(entry: Stored): Promise<void> {
  const db = await database
  await db.put('steps', entry)
  if ((await db.count('steps')) <= MAX_VERSIONS) return
  const all = (await db.getAll('steps')) as Stored[]
  const oldest = all.sort((a, b) => a.at - b.at)[0]
  if (oldest) await db.delete('steps', oldest.fileId)
}
