import {
  hearBeat,
  presenceColor,
  presenceTimes,
  type Present,
  type PresentList,
  withoutGone,
} from '#core/domain/presence.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'
import { workingAs } from '#src/ui/working-as.ts'
import { randomId } from '#src/api/random-id.ts'
import { delays } from '../../model/options.ts'
import type { EditorSession } from '../../model/session.ts'

/** Without other users, presence is requested again after this many beats. */
const ALONE_BEATS = 3

/** The other users of the version and their lines: pages exchange them through the event stream. */
export class Presence {
  /** Identifies this page. */
  readonly pageId = randomId()
  private readonly fileId: string
  private readonly session: EditorSession
  private list: PresentList = []
  /** When pages were closed, by page. */
  private readonly left = new Map<string, number>()
  private timer: ReturnType<typeof setTimeout> | undefined
  private sentAt = 0
  private beats = 0
  private readonly listeners = new Set<() => void>()

  constructor(fileId: string, session: EditorSession) {
    this.fileId = fileId
    this.session = session
  }

  /** For React: the same list until a user comes, leaves or moves. */
  readonly others = (): PresentList => this.list
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Starts sending and receiving presence; returns a function that ends that. */
  start(): () => void {
    const control = new AbortController()
    const { signal } = control
    const beat = setInterval(() => this.beat(), presenceTimes.beatMs)
    const stops = [
      onLiveEvents(
        (event) => {
          if (event.kind !== 'presence' || event.file_id !== this.fileId || event.page_id === this.pageId) return
          if (this.isLate(event)) return
          const isNew = !event.leaves && this.list.every(({ pageId }) => pageId !== event.page_id)
          this.show(hearBeat(this.list, event, Date.now()))
          // Delayed at random, so that many pages do not answer at once.
          if (isNew) this.tellIn(Math.random() * presenceTimes.replyMs)
        },
        () => this.tellIn(0),
      ),
      this.session.onArrival(() => {
        if (this.list.length > 0) this.tellIn(this.sentAt + presenceTimes.moveMs - Date.now())
      }),
      () => control.abort(),
      () => clearInterval(beat),
      () => clearTimeout(this.timer),
    ]
    window.addEventListener('pagehide', () => this.tell(true), { signal })
    window.addEventListener('pageshow', () => this.tellIn(0), { signal })
    this.tellIn(delays.firstPresence)
    return () => {
      for (const stop of stops) stop()
      this.timer = undefined
      this.tell(true)
    }
  }

  /** Sends the user's new name. */
  renamed(): void {
    this.tellIn(0)
  }

  /** Records closed pages and ignores their late messages. */
  private isLate({ page_id, leaves }: { page_id: string; leaves: boolean }): boolean {
    if (leaves) this.left.set(page_id, Date.now())
    return !leaves && Date.now() - (this.left.get(page_id) ?? 0) < delays.latePresence
  }

  private beat(): void {
    this.show(withoutGone(this.list, Date.now()))
    this.beats++
    if (this.list.length > 0 || this.beats % ALONE_BEATS === 0) this.tellIn(0)
  }

  private tellIn(ms: number): void {
    this.timer ??= setTimeout(
      () => {
        this.timer = undefined
        this.tell(false)
      },
      Math.max(0, ms),
    )
  }

  private tell(leaves: boolean): void {
    this.sentAt = Date.now()
    const { fileId: file_id, pageId: page_id, session } = this
    const input = { file_id, page_id, person: workingAs.get(), cue_id: session.cells.focus ?? '', leaves }
    call('tellPresence', input, { keepalive: leaves }).catch(ofNoAnswer)
  }

  private show(list: PresentList): void {
    const before = this.list
    this.list = list
    if (list.length === before.length && list.every((each, at) => isSame(each, before[at]))) return
    for (const listener of this.listeners) listener()
  }
}

const isSame = (a: Present, b: Present | undefined): boolean =>
  a.pageId === b?.pageId && a.cueId === b.cueId && a.person === b.person

/** The CSS colour of a user's page. */
export const colorOfPage = (pageId: string): string => `var(--role-${presenceColor(pageId) + 1})`

/** A failed message is repeated by the next beat. */
function ofNoAnswer(error: unknown): void {
  if (!(error instanceof CallFailed)) throw error
}
