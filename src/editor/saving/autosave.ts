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
import { whenIdle } from '#src/ui/when-idle.ts'
import { beginSaveRequests, type SaveRequest, saveRequest } from './save-requests.ts'
import type { EditorStore } from './store.ts'
import { isTypedWaiting, keepTyped, writeLog } from './edit-log.ts'
import { Journal } from './journal.ts'
import { followEdits, recoverDrafts } from './recovery.ts'
import type { EditorSession } from '../session.ts'
import { whenSettled } from '../settle.ts'

/** More changed lines than that are sent as the whole text. */
const MAX_CHANGES = 1000
const MAX_UNANSWERED = 100
const RETRY_MS = [1000, 2000, 5000, 10_000]
const MAX_RETRY_MS = 30_000
/** The worker that sends is there by then, however busy the page is. */
const READY_WITHIN_MS = 5000
/** Others may save twice a second while they type: their text is read less often than that. */
const NEWS_SETTLE_MS = 800
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
  /** Until the next try after one that failed or was merged. */
  private timer: ReturnType<typeof setTimeout> | undefined
  private readonly rest = whenSettled((earlyMs) => void this.sendIn(earlyMs))
  private sending: Promise<void> | undefined
  /** The request on its way, where it waits at the worker for its time first. */
  private held: SaveRequest | undefined
  /** Who waits until all is sent. */
  private flushes = 0
  private failures = 0
  /** Whether there is something to send. */
  private dirty = false
  private journalFull = false
  /** Edits that the browser has not said that it keeps. */
  private unkept = 0
  private readonly journal: Journal

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
    this.journal = new Journal(this.fileId, () => session.list)
    this.journal.begin(this.base)
    session.onChange(({ patch }) => touch(this.touched, patch))
  }

  /** Begins to watch the session; returns what ends it. What is not sent by then stays in the browser. */
  start(): () => void {
    const stop = followEdits(this.session, this.journal, () => this.changed())
    const stopWaiting = whenIdle(() => void beginSaveRequests(), READY_WITHIN_MS)
    const stopNews = this.listenToNews()
    return () => {
      stop()
      stopWaiting()
      stopNews()
      void this.flush().then(() => this.journal.close())
    }
  }

  /** Restores edits that an earlier visit could not bring to the server. */
  recover(): Promise<boolean> {
    return recoverDrafts(this.session, this.journal, () => this.changed())
  }

  /** Hears of what other pages save; a page that nobody looks at takes it over when the user does. */
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
      if (newest > this.revision && !control.signal.aborted) timer ??= setTimeout(pull, NEWS_SETTLE_MS)
    }
    const hear = (revision: number): void => {
      newest = Math.max(newest, revision)
      // What comes while ours is on its way may be in its answer.
      if (this.sending) void this.sending.then(look)
      else look()
    }
    const stop = onLiveEvents(
      (event) => {
        if (event.kind === 'version' && event.file_id === this.fileId) hear(event.revision)
      },
      // What was missed may be a newer text.
      () => hear(this.revision + 1),
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
    if (this.dirty) {
      this.mergeStale(theirs, answer.revision)
      return true
    }
    this.revision = answer.revision
    this.base = cueList(theirs)
    this.journal.begin(this.base)
    this.session.adopt(theirs)
    this.touched = new Map()
    this.journal.settle(this.base, this.journal.place)
    return true
  }

  private changed(): void {
    this.dirty = true
    const { saving } = this.session
    this.unkept++
    void this.journal.kept().then((kept) => {
      this.unkept--
      // Where the browser keeps nothing, nothing may claim that it does.
      this.journalFull = !kept
      if (!kept && saving.state === 'offline') saving.state = 'unsaved'
    })
    if (saving.state === 'saved') saving.state = 'saving'
    this.takeBack()
    this.saveSoon()
  }

  isAtRisk(): boolean {
    return (
      (this.unkept > 0 && !isTypedWaiting()) ||
      this.session.saving.state === 'unsaved' ||
      (this.journalFull && (this.dirty || this.sending !== undefined))
    )
  }

  private saveSoon(): void {
    this.stopWaiting()
    this.rest.later()
  }

  private schedule(delay: number): void {
    this.stopWaiting()
    this.timer = setTimeout(() => void this.flush(), delay)
  }

  private stopWaiting(): void {
    clearTimeout(this.timer)
    this.rest.stop()
  }

  /** Sends what is not on the server yet; resolves when it is there or can't be brought there now. */
  async flush(): Promise<boolean> {
    this.flushes++
    this.takeBack()
    try {
      return await this.sendIn(0)
    } finally {
      this.flushes--
    }
  }

  /** The same, where the request may go so much later: the worker waits for that, not the page. */
  private async sendIn(waitMs: number): Promise<boolean> {
    this.stopWaiting()
    // One that waited as well may have begun the next.
    while (this.sending) await this.sending
    if (!this.dirty) return true
    const isHeld = waitMs > 0 && this.flushes === 0
    const request = saveRequest(isHeld ? waitMs : 0)
    if (!request && isHeld) {
      this.schedule(waitMs)
      return false
    }
    this.held = isHeld ? request : undefined
    this.sending = this.send(request)
    await this.sending
    this.sending = this.held = undefined
    return !this.dirty
  }

  /** What waits to be sent does not go: there is something newer, or no time. */
  private takeBack(): void {
    this.held?.withdraw()
    this.held = undefined
  }

  save(): Promise<boolean> {
    return this.flush()
  }

  private async send(request: SaveRequest | undefined): Promise<void> {
    const sent = this.session.list
    // What is sent and what is typed from now on are two lines of the journal.
    keepTyped()
    const { place } = this.journal
    const { touched } = this
    this.touched = new Map()
    this.dirty = false
    this.session.saving.state = 'saving'
    const conflicts = this.session.conflicts.untold
    const changes = this.sendsWhole || conflicts.length > 0 ? undefined : this.changesOf(sent, touched)
    try {
      const { revision } = await this.write(sent, { changes, conflicts }, request)
      this.session.conflicts.told(conflicts)
      this.accepted(revision, sent, place)
    } catch (error) {
      this.dirty = true
      for (const [id, isMoved] of touched) this.touched.set(id, isMoved || this.touched.get(id) === true)
      if (request?.isTakenBack) return
      if (!(error instanceof CallFailed)) throw error
      const current = (error.data as { current?: WireCue[]; revision?: number } | undefined) ?? {}
      if (current.current && current.revision !== undefined)
        this.mergeStale(fromWire(current.current) ?? [], current.revision)
      else if (changes && error.code === errorTable.refused.code) this.doubt()
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
    request: SaveRequest | undefined,
  ): Promise<{ revision: number }> {
    const { fileId: file_id, revision, session } = this
    const saved = { file_id, revision, page_id: pageId }
    if (!changes) {
      const readings = conflicts.map(leftOver).map(toWireReading)
      const whole = { ...saved, subtitle_txt: toWire(sent.cues), ...(readings.length > 0 && { readings }) }
      return call('editVersion', whole, request)
    }
    const patch = { ...saved, changes: toWireChanges(changes), text_digest: session.textDigest }
    return call('patchVersion', patch, request)
  }

  /** The server came to another text by these changes: it gets the whole. */
  private doubt(): void {
    this.sendsWhole = true
    this.session.forgetDigest()
    this.schedule(0)
  }

  private accepted(revision: number, sent: CueList, place: number): void {
    const { saving } = this.session
    this.revision = revision
    this.base = sent
    this.sendsWhole = false
    this.unanswered = []
    this.failures = 0
    this.journal.settle(sent, place)
    if (this.dirty) return this.saveSoon()
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
    this.journal.begin(this.base)
    this.session.adopt(cues, conflicts)
    this.schedule(0)
  }

  private failed(error: CallFailed, sent: CueList): void {
    if (error.isOffline && this.unanswered.at(-1) !== sent) this.unanswered.push(sent)
    // Once one has arrived the server takes none that came after it: the first ones matter as the last do.
    if (this.unanswered.length > MAX_UNANSWERED) this.unanswered.splice(MAX_UNANSWERED / 2, 1)
    this.session.saving.state = this.journalFull ? 'unsaved' : 'offline'
    // Now it is in the browser alone, which may be killed before it writes its local storage to disk.
    writeLog().catch(() => undefined)
    if (!error.isOffline) this.onRefused(error)
    this.schedule(RETRY_MS[this.failures++] ?? MAX_RETRY_MS)
  }
}

/** A newer text that can not be had now comes with the answer to the next save. */
function failureOf(error: unknown): CallFailed {
  if (error instanceof CallFailed) return error
  throw error
}
