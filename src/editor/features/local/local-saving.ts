import type { EditorStore } from '../../store/editor-store.ts'
import { LocalStore } from '../../store/local/store.ts'
import type { EditorSession } from '../../model/session.ts'
import { type LocalFile, writeBack } from './local-file.ts'

/** Stores every edit of a local file in this browser at once, and writes the file when the user saves. */
export class LocalSaving implements EditorStore {
  private readonly session: EditorSession
  private readonly local: LocalFile
  private readonly kept: LocalStore
  /** Called if the file can't be written; the edits stay in the browser. */
  private readonly onRefused: () => void
  /** Whether there are unsaved changes. */
  private isDirty = false

  constructor(session: EditorSession, local: LocalFile, key: string, onRefused: () => void) {
    this.session = session
    this.local = local
    this.onRefused = onRefused
    this.kept = new LocalStore(`local ${key}`, session)
  }

  start(): () => void {
    const close = this.kept.start()
    const stop = this.session.onChange(({ origin }) => {
      if (origin !== 'remote') this.changed()
    })
    return () => {
      stop()
      void close()
    }
  }

  private changed(): void {
    const { saving } = this.session
    this.isDirty = true
    // Shown only if the browser really stores the edits.
    if (!this.kept.isAtRisk) saving.state = 'local'
    else
      void this.kept.kept().then((isKept) => {
        if (this.isDirty) saving.state = isKept ? 'local' : 'unsaved'
      })
  }

  recover(): Promise<boolean> {
    return this.kept.recover()
  }

  isAtRisk(): boolean {
    return this.session.saving.state === 'unsaved' || this.kept.isAtRisk
  }

  async flush(): Promise<boolean> {
    await this.kept.kept()
    return this.session.saving.state !== 'unsaved'
  }

  async save(): Promise<boolean> {
    const { saving, list } = this.session
    const { place } = this.kept
    if (!this.isDirty) return true
    if (!(await writeBack(this.local, list.cues))) {
      this.onRefused()
      return false
    }
    this.kept.markSaved(place)
    if (this.session.list !== list) return true
    this.isDirty = false
    saving.state = 'saved'
    saving.savedAt = Date.now()
    return true
  }
}
