import { errorTable } from '#core/contract/errors.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue-list.ts'
import { baseWithSent, type Conflict, mergeVersions } from '#core/subtitle/merge.ts'
import { leftOver } from '#core/subtitle/readings.ts'
import { type Patch, patchBetween, touch, type Touched } from '#core/subtitle/patch.ts'
import { fromWire, toWire, toWireChanges, toWireReading, type WireCue } from '#core/subtitle/wire.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'
import { pageId } from '#src/api/page-id.ts'
import { LocalStore } from '../local-store/store.ts'
import { delays } from '../options.ts'
import type { EditorSession } from '../session.ts'
import type { EditorStore } from './store.ts'

/** More changed lines than that are sent as the whole text. */
const MAX_CHANGES = 1000
const MAX_UNANSWERED = 100
const RETRY_MS = [1000, 2000, 5000, 10_000]
const MAX_RETRY_MS = 30_000
/** Others may save twice a second while they type: their text is read less often than that. */
const NEWS_PAUSE_MS = 800
/** Until a newer text is asked for again that did not come. */
const NEWS_RETRY_MS = 5000

/**
 * Saves a version: in this browser at once, on the server half a second after the last change. One request at a time,
 * the newest text wins; what the server refuses as stale is merged line by line and sent again.
 */
export class Autosave implements EditorStore {
  /** What the server was last known to hold. */
  private revision: number
  private base: CueList
  /** What was changed since, and whether the whole is sent all the same. */
  private touched: Touched = new Map()
  private sendsWhole = false
  /** Texts that were sent without an answer: the server may have one of them or none. */
  private unanswered: CueList[] = []
  private readonly session: EditorSession
  private readonly fileId: string
  private readonly onRefused: (error: CallFailed) => void
  private sending: Promise<void> | undefined
  private failures = 0
  /** Whether there is something to send. */
  private isDirty = false
  private readonly local: LocalStore

  constructor(
    session: EditorSession,
    stored: { fileId: string; revision: number },
    onRefused: (error: CallFailed) => void,
  ) {
    this.session = session
    this.fileId = stored.fileId
    this.revision = stored.revision
    this.base = session.list
    this.onRefused = onRefused
    this.local = new LocalStore(this.fileId, session)
  }

  /** Begins to watch the session; returns what ends it. What is not sent by then stays in the browser. */
  start(): () => void {
    const close = this.local.start()
    const stop = this.session.onChange(({ patch, origin }) => {
      touch(this.touched, patch)
      if (origin !== 'remote') this.changed()
    })
    const stopNews = this.listenToNews()
    return () => {
      stop()
      stopNews()
      void this.flush().then(close)
    }
  }

  /** Restores edits that an earlier visit could not bring to the server, and its steps. */
  recover(): Promise<boolean> {
    return this.local.recover()
  }

  /** Follows what other pages save; a hidden page takes it over when the user comes back to it. */
  private listenToNews(): () => void {
    let timer: ReturnType<typeof setTimeout> | undefined
    let newest = 0
    const control = new AbortController()
    const pull = (): void => {
      timer = undefined
      if (document.hidden || newest <= this.revision) return
      void this.pull(newest).then((isAnswered) => {
        if (!isAnswered && !control.signal.aborted) timer ??= setTimeout(pull, NEWS_RETRY_MS)
      })
    }
    const look = (): void => {
      if (newest > this.revision && !control.signal.aborted) timer ??= setTimeout(pull, NEWS_PAUSE_MS)
    }
    const receive = (revision: number): void => {
      newest = Math.max(newest, revision)
      // What comes while ours is on its way may be in its answer.
      if (this.sending) void this.sending.then(look)
      else look()
    }
    const stop = onLiveEvents(
      (event) => {
        if (event.kind === 'version' && event.file_id === this.fileId) receive(event.revision)
      },
      // What was missed may be a newer text.
      () => receive(this.revision + 1),
    )
    document.addEventListener('visibilitychange', pull, { signal: control.signal })
    return () => {
      clearTimeout(timer)
      control.abort()
      stop()
    }
  }

  /**
   * Takes over a newer text while nothing of ours is on its way; what is merges with the answer to it. What the user types
   * without a pause is not on its way yet: it is merged here, and theirs shows all the same. False where the server was not reached.
   */
  private async pull(wanted: number): Promise<boolean> {
    await this.sending
    if (wanted <= this.revision) return true
    const answer = await call('getVersion', { file_id: this.fileId }).catch(failureOf)
    if (answer instanceof CallFailed) return !answer.isOffline
    const theirs = fromWire(answer.subtitle_txt)
    if (!theirs) return true
    // What is on its way since is merged with the answer to it.
    if (this.sending || answer.revision <= this.revision) return true
    // What was sent without an answer may be part of theirs.
    if (this.isDirty) {
      this.mergeStale(theirs, answer.revision)
      return true
    }
    this.revision = answer.revision
    this.base = cueList(theirs)
    this.session.adopt(theirs)
    this.touched = new Map()
    return true
  }

  private changed(): void {
    this.isDirty = true
    const { saving } = this.session
    if (this.local.isAtRisk) void this.reportLoss()
    if (saving.state === 'saved') saving.state = 'saving'
    this.sendAfter(delays.save)
  }

  /** Where the browser keeps nothing, nothing may claim that it does. */
  private async reportLoss(): Promise<void> {
    const { saving } = this.session
    if (!(await this.local.kept()) && saving.state === 'offline') saving.state = 'unsaved'
  }

  isAtRisk(): boolean {
    return this.session.saving.state === 'unsaved' || this.local.isAtRisk
  }

  private sendAfter(after: number): void {
    this.session.loop.idle(this, () => void this.flush(), { after })
  }

  /** Sends what is not on the server yet; resolves when it is there or can't be brought there now. */
  async flush(): Promise<boolean> {
    this.session.loop.cancel(this)
    // One that waited as well may have begun the next.
    while (this.sending) await this.sending
    if (!this.isDirty) return true
    this.sending = this.send()
    await this.sending
    this.sending = undefined
    return !this.isDirty
  }

  save(): Promise<boolean> {
    return this.flush()
  }

  private async send(): Promise<void> {
    const sent = this.session.list
    const { place } = this.local
    const { touched } = this
    this.touched = new Map()
    this.isDirty = false
    this.session.saving.state = 'saving'
    const conflicts = this.session.conflicts.untold
    const changes = this.sendsWhole || conflicts.length > 0 ? undefined : this.changesOf(sent, touched)
    try {
      const { revision } = await this.write(sent, { changes, conflicts })
      this.session.conflicts.told(conflicts)
      this.accepted(revision, sent, place)
    } catch (error) {
      this.isDirty = true
      for (const [id, isMoved] of touched) this.touched.set(id, isMoved || this.touched.get(id) === true)
      if (!(error instanceof CallFailed)) throw error
      const current = (error.data as { current?: WireCue[]; revision?: number } | undefined) ?? {}
      if (current.current && current.revision !== undefined)
        this.mergeStale(fromWire(current.current) ?? [], current.revision)
      else if (changes && error.code === errorTable.refused.code) this.resendWholeText()
      else this.failed(error, sent)
    }
  }

  /** Only what changed, unless that is most of it. */
  private changesOf(sent: CueList, touched: Touched): Patch | undefined {
    return touched.size > MAX_CHANGES ? undefined : patchBetween(this.base, sent, touched)
  }

  private write(
    sent: CueList,
    { changes, conflicts }: { changes: Patch | undefined; conflicts: readonly Conflict[] },
  ): Promise<{ revision: number }> {
    const { fileId: file_id, revision, session } = this
    const saved = { file_id, revision, page_id: pageId }
    if (!changes) {
      const readings = conflicts.map(leftOver).map(toWireReading)
      const whole = { ...saved, subtitle_txt: toWire(sent.cues), ...(readings.length > 0 && { readings }) }
      return call('editVersion', whole, { keepalive: true })
    }
    const patch = { ...saved, changes: toWireChanges(changes), text_digest: session.textDigest }
    return call('patchVersion', patch, { keepalive: true })
  }

  /** The server came to another text by these changes: it gets the whole. */
  private resendWholeText(): void {
    this.sendsWhole = true
    this.session.forgetDigest()
    this.sendAfter(0)
  }

  private accepted(revision: number, sent: CueList, place: number): void {
    const { saving } = this.session
    this.revision = revision
    this.base = sent
    this.sendsWhole = false
    this.unanswered = []
    this.failures = 0
    this.local.markSaved(place)
    if (this.isDirty) return this.sendAfter(delays.save)
    saving.state = 'saved'
    saving.savedAt = Date.now()
  }

  /** Joins our edits with a newer text and sends what that makes. */
  private mergeStale(theirs: readonly Cue[], revision: number): void {
    const base = baseWithSent(this.base.cues, theirs, this.unanswered)
    const { cues, conflicts } = mergeVersions(base, this.session.list.cues, theirs)
    this.unanswered = []
    this.base = cueList(theirs)
    this.sendsWhole = true
    this.revision = revision
    this.session.adopt(cues, conflicts)
    this.sendAfter(0)
  }

  private failed(error: CallFailed, sent: CueList): void {
    if (error.isOffline && this.unanswered.at(-1) !== sent) this.unanswered.push(sent)
    // Once one has arrived the server takes none that came after it: the first ones matter as the last do.
    if (this.unanswered.length > MAX_UNANSWERED) this.unanswered.splice(MAX_UNANSWERED / 2, 1)
    this.session.saving.state = 'offline'
    // Now it is in the browser alone, which may be killed before it writes its local storage to disk.
    void this.local.flush()
    void this.reportLoss()
    if (!error.isOffline) this.onRefused(error)
    this.sendAfter(RETRY_MS[this.failures++] ?? MAX_RETRY_MS)
  }
}

/** A newer text that can not be had now comes with the answer to the next save. */
function failureOf(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error
  throw error
}
