import { AUTOSAVE_DELAY_MS } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { mergeVersions } from '#core/subtitle/merge.ts'
import { fromWire, toWire, type WireLine } from '#core/subtitle/wire.ts'
import { call, CallFailed } from '#src/api/call.ts'
import type { Saving } from './desk.ts'
import { Journal } from './journal.ts'
import { followEdits, takeUpLost } from './recovery.ts'
import type { EditorSession } from './session.ts'

const RETRY_MS = [1000, 2000, 5000, 10_000, 30_000]

/**
 * Saves a version: in this browser at once, on the server half a second after the last change. One request at a time,
 * the newest text wins; what the server refuses as stale is merged line by line and sent again.
 */
export class Autosave implements Saving {
  /** What the server was last known to hold. */
  private revision: number
  private base: readonly Cue[]
  private readonly session: EditorSession
  private readonly fileId: string
  private readonly onRefused: (error: CallFailed) => void
  private timer: ReturnType<typeof setTimeout> | undefined
  private sending: Promise<void> | undefined
  private failures = 0
  private dirty = false
  private journalFull = false
  private readonly journal: Journal

  constructor(
    session: EditorSession,
    stored: { fileId: string; revision: number; cues: readonly Cue[] },
    onRefused: (error: CallFailed) => void,
  ) {
    this.session = session
    this.fileId = stored.fileId
    this.revision = stored.revision
    this.base = stored.cues
    this.onRefused = onRefused
    this.journal = new Journal(this.fileId, () => session.list)
    this.journal.begin(this.base)
  }

  /** Begins to watch the session; returns what ends it. What is not sent by then stays in the browser. */
  start(): () => void {
    const stop = followEdits(this.session, this.journal, () => this.changed())
    return () => {
      stop()
      void this.flush().then(() => this.journal.close())
    }
  }

  /** Takes up edits that an earlier visit could not bring to the server. */
  recover(): Promise<boolean> {
    return takeUpLost(this.session, this.journal, () => this.changed())
  }

  private changed(): void {
    this.dirty = true
    const { cells } = this.session
    void this.journal.kept().then((kept) => {
      // Where the browser keeps nothing, nothing may claim that it does.
      this.journalFull = !kept
      if (!kept && cells.saveState === 'offline') cells.saveState = 'unsaved'
      if (kept && this.dirty && cells.saveState === 'saving') cells.saveState = 'local'
    })
    if (cells.saveState !== 'offline' && cells.saveState !== 'unsaved') cells.saveState = 'saving'
    this.schedule(AUTOSAVE_DELAY_MS)
  }

  private schedule(delay: number): void {
    clearTimeout(this.timer)
    this.timer = setTimeout(() => void this.flush(), delay)
  }

  /** Sends what is not on the server yet; resolves when it is there or can't be brought there now. */
  async flush(): Promise<boolean> {
    clearTimeout(this.timer)
    await this.sending
    if (!this.dirty) return true
    this.sending = this.send()
    await this.sending
    this.sending = undefined
    return !this.dirty
  }

  save(): Promise<boolean> {
    return this.flush()
  }

  private async send(): Promise<void> {
    const { cells } = this.session
    const sent = this.session.list.cues
    const { place } = this.journal
    this.dirty = false
    cells.saveState = 'saving'
    try {
      const { revision } = await call('editVersion', {
        file_id: this.fileId,
        revision: this.revision,
        subtitle_txt: toWire(sent),
      })
      this.accepted(revision, sent, place)
    } catch (error) {
      this.dirty = true
      if (!(error instanceof CallFailed)) throw error
      const current = (error.data as { current?: WireLine[]; revision?: number } | undefined) ?? {}
      if (current.current && current.revision !== undefined) this.mergeStale(current.current, current.revision)
      else this.failed(error)
    }
  }

  private accepted(revision: number, sent: readonly Cue[], place: number): void {
    const { cells } = this.session
    this.revision = revision
    this.base = sent
    this.failures = 0
    this.journal.settle(sent, place)
    if (this.dirty) return this.schedule(AUTOSAVE_DELAY_MS)
    cells.saveState = 'saved'
    cells.savedAt = Date.now()
  }

  private mergeStale(current: WireLine[], revision: number): void {
    const theirs = fromWire(current) ?? []
    const { cues, conflicts } = mergeVersions(this.base, this.session.list.cues, theirs)
    this.base = theirs
    this.revision = revision
    this.journal.begin(theirs)
    this.session.adopt(cues, conflicts)
    this.schedule(0)
  }

  private failed(error: CallFailed): void {
    const { cells } = this.session
    cells.saveState = this.journalFull ? 'unsaved' : 'offline'
    if (!error.isOffline) this.onRefused(error)
    this.schedule(RETRY_MS[Math.min(this.failures++, RETRY_MS.length - 1)]!)
  }
}
