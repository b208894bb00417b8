import type { EditorStore } from '../saving/store.ts'
import { isTypedWaiting, keepTyped } from '../saving/edit-log.ts'
import { Journal } from '../saving/journal.ts'
import { followEdits, recoverDrafts } from '../saving/recovery.ts'
import type { EditorSession } from '../session.ts'
import { type LocalFile, writeBack } from './local-file.ts'

/** Keeps every edit of a local file in this browser at once, and writes the file where the person saves. */
export class LocalSaving implements EditorStore {
  private readonly session: EditorSession
  private readonly local: LocalFile
  private readonly journal: Journal
  /** Told where the file can not be written; the edits stay in the browser. */
  private readonly onRefused: () => void
  /** Whether there is something to save. */
  private isDirty = false

  constructor(session: EditorSession, local: LocalFile, key: string, onRefused: () => void) {
    this.session = session
    this.local = local
    this.onRefused = onRefused
    this.journal = new Journal(`local ${key}`, () => session.list)
    this.journal.begin(session.list)
  }

  start(): () => void {
    const stop = followEdits(this.session, this.journal, () => this.changed())
    return () => {
      stop()
      void this.journal.close()
    }
  }

  private changed(): void {
    const { saving } = this.session
    this.isDirty = true
    // The browser kept the edit before this one: the mark need not change and change back at each key.
    if (saving.state !== 'local') saving.state = 'saving'
    void this.journal.kept().then((kept) => {
      if (!this.isDirty) return
      // Where the browser keeps nothing, nothing may claim that it does.
      saving.state = kept ? 'local' : 'unsaved'
    })
  }

  recover(): Promise<boolean> {
    return recoverDrafts(this.session, this.journal, () => this.changed())
  }

  isAtRisk(): boolean {
    const { state } = this.session.saving
    return state === 'unsaved' || (state === 'saving' && !isTypedWaiting())
  }

  async flush(): Promise<boolean> {
    await this.journal.flush()
    return this.session.saving.state !== 'unsaved'
  }

  async save(): Promise<boolean> {
    const { saving, list } = this.session
    keepTyped()
    const { place } = this.journal
    if (!this.isDirty) return true
    if (!(await writeBack(this.local, list.cues))) {
      this.onRefused()
      return false
    }
    this.journal.settle(list, place)
    if (this.session.list !== list) return true
    this.isDirty = false
    saving.state = 'saved'
    saving.savedAt = Date.now()
    return true
  }
}
