import { openDB } from 'idb'
import { fromWire, toWire, type WireLine } from '#core/subtitle/wire.ts'
import type { Saving } from '../desk.ts'
import type { EditorSession } from '../session.ts'
import { type LocalFile, writeBack } from './local-file.ts'

interface Draft {
  /** Name and size of the file: there is no better identity without reading where it lies. */
  readonly key: string
  readonly lines: readonly WireLine[]
  readonly at: number
}

const database = openDB('cuelane-local', 1, {
  upgrade: (db) => {
    db.createObjectStore('drafts', { keyPath: 'key' })
  },
})

/** Keeps every edit of a local file in this browser at once, and writes the file where the person saves. */
export class LocalSaving implements Saving {
  private readonly session: EditorSession
  private readonly local: LocalFile
  private readonly key: string
  /** Told where the file can not be written; the edits stay in the browser. */
  private readonly onRefused: () => void
  private writing: Promise<void> = Promise.resolve()
  private isDirty = false

  constructor(session: EditorSession, local: LocalFile, key: string, onRefused: () => void) {
    this.session = session
    this.local = local
    this.key = key
    this.onRefused = onRefused
  }

  start(): () => void {
    return this.session.onCommit(() => this.changed())
  }

  private changed(): void {
    const { cells } = this.session
    this.isDirty = true
    cells.saveState = 'saving'
    const draft: Draft = { key: this.key, lines: toWire(this.session.list.cues), at: Date.now() }
    this.writing = this.writing
      .then(async () => {
        await (await database).put('drafts', draft)
      })
      .then(
        () => {
          if (this.isDirty) cells.saveState = 'local'
        },
        () => {
          // Nothing may claim that the text is kept here.
          cells.saveState = 'unsaved'
        },
      )
  }

  async recover(): Promise<boolean> {
    const draft = (await (await database).get('drafts', this.key)) as Draft | undefined
    const cues = draft && fromWire([...draft.lines])
    if (!cues) return false
    this.session.adopt(cues, [])
    this.changed()
    return true
  }

  async flush(): Promise<boolean> {
    await this.writing
    return this.session.cells.saveState !== 'unsaved'
  }

  async save(): Promise<boolean> {
    const { cells, list } = this.session
    if (!this.isDirty) return true
    if (!(await writeBack(this.local, list.cues))) {
      this.onRefused()
      return false
    }
    await this.writing
    if (this.session.list !== list) return true
    this.isDirty = false
    cells.saveState = 'saved'
    cells.savedAt = Date.now()
    await (await database).delete('drafts', this.key)
    return true
  }
}
