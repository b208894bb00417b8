import { errorTable } from '#core/contract/errors.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { baseWithSent, type Conflict, mergeVersions } from '#core/subtitle/cue/merge.ts'
import { leftOver } from '#core/subtitle/cue/readings.ts'
import { type Patch, patchBetween, touch, type Touched } from '#core/subtitle/cue/patch.ts'
import { fromWire, toWire, toWireChanges, toWireReading, type WireCue } from '#core/subtitle/cue/wire.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'
import { pageId } from '#src/api/page-id.ts'
import { LocalStore } from './local/store.ts'
import { delays } from '../model/options.ts'
import type { EditorSession } from '../model/session.ts'
import type { ConfirmedLines, EditorStore } from './editor-store.ts'

/** With more changed lines the whole text is sent. */
const MAX_CHANGES = 1000
const MAX_UNANSWERED = 100
const RETRY_MS = [1000, 2000, 5000, 10_000]
const MAX_RETRY_MS = 30_000
/** Other users may save twice a second while they type; their text is loaded less often. */
const NEWS_PAUSE_MS = 800
/** Delay before a newer text that failed to load is requested again. */
const NEWS_RETRY_MS = 5000

/**
 * Saves a version, in this browser at once and on the server half a second after the last change. One request runs at a
 * time, and refused stale texts are merged by line and sent again.
 */
export class Autosave implements EditorStore {
  /** The server's last known state. */
  private revision: number
  private base: CueList
  /** Changes since then, and whether the whole text is sent nonetheless. */
  private touched: Touched = new Map()
  private sendsWhole = false
  /** Texts sent without an answer: the server may have any or none of them. */
  private unanswered: CueList[] = []
  private readonly session: EditorSession
  private readonly fileId: string
  private readonly onRefused: (error: CallFailed) => void
  private sending: Promise<void> | undefined
  private failures = 0
  /** Whether there are changes to send. */
  private isDirty = false
  private readonly local: LocalStore
  confirmedOf: ((ids: Iterable<string>) => ConfirmedLines) | undefined

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

  /** Starts watching the session; returns a function that ends it. Unsent changes stay in the browser. */
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

  /** Restores an earlier visit's unsent edits, its conflicts and its steps. */
  async recover(): Promise<boolean> {
    const isChanged = await this.local.recover()
    if (this.session.conflicts.unsent.length > 0) this.changed()
    return isChanged
  }

  /** Follows saves of other pages; a hidden page applies them when it becomes visible. */
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
      // The answer to the request in progress may include the news.
      if (this.sending) void this.sending.then(look)
      else look()
    }
    const stop = onLiveEvents(
      (event) => {
        if (event.kind === 'version' && event.file_id === this.fileId) receive(event.revision)
      },
      // Missed events may include a newer text.
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
   * Applies a newer text when no request is in progress; otherwise the answer merges it. Unsent typing is merged here.
   * False if the server is unreachable.
   */
  private async pull(wanted: number): Promise<boolean> {
    await this.sending
    if (wanted <= this.revision) return true
    const answer = await call('getVersion', { file_id: this.fileId }).catch(failureOf)
    if (answer instanceof CallFailed) return !answer.isOffline
    const theirs = fromWire(answer.subtitle_txt)
    if (!theirs) return true
    // The answer to a request started since then merges it.
    if (this.sending || answer.revision <= this.revision) return true
    // The newer text may include changes sent without an answer.
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

  /** Shown only if the browser really stores the edits. */
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

  /** Sends unsaved changes; resolves when they are saved or can't be. */
  async flush(): Promise<boolean> {
    this.session.loop.cancel(this)
    // Another waiting caller may have started the next request.
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
    const conflicts = this.session.conflicts.unsent
    const changes = this.sendsWhole || conflicts.length > 0 ? undefined : this.changesOf(sent, touched)
    try {
      const { revision } = await this.write(sent, { changes, conflicts, confirmed: this.confirmedOf?.(touched.keys()) })
      this.session.conflicts.markSent(conflicts)
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

  /** The changes, unless they are most of the text. */
  private changesOf(sent: CueList, touched: Touched): Patch | undefined {
    return touched.size > MAX_CHANGES ? undefined : patchBetween(this.base, sent, touched)
  }

  private write(
    sent: CueList,
    {
      changes,
      conflicts,
      confirmed,
    }: { changes: Patch | undefined; conflicts: readonly Conflict[]; confirmed: ConfirmedLines },
  ): Promise<{ revision: number }> {
    const { fileId: file_id, revision, session } = this
    const saved = { file_id, revision, page_id: pageId, ...(confirmed && { confirmed }) }
    if (!changes) {
      const readings = conflicts.map(leftOver).map(toWireReading)
      const whole = { ...saved, subtitle_txt: toWire(sent.cues), ...(readings.length > 0 && { readings }) }
      return call('editVersion', whole, { keepalive: true })
    }
    const patch = { ...saved, changes: toWireChanges(changes), text_digest: session.textDigest }
    return call('patchVersion', patch, { keepalive: true })
  }

  /** The digests differ after these changes: the whole text is sent. */
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

  /** Merges local edits with a newer text and sends the result. */
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
    // Once one has arrived the server refuses later ones: the first ones matter as much as the last.
    if (this.unanswered.length > MAX_UNANSWERED) this.unanswered.splice(MAX_UNANSWERED / 2, 1)
    this.session.saving.state = 'offline'
    // Now the browser has the only copy, and may be killed before it writes local storage to disk.
    void this.local.flush()
    void this.reportLoss()
    if (!error.isOffline) this.onRefused(error)
    this.sendAfter(RETRY_MS[this.failures++] ?? MAX_RETRY_MS)
  }
}

/** A newer text that fails to load comes with the answer to the next save. */
function failureOf(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error
  throw error
}
