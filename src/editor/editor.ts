import { proxy, ref } from 'valtio'
import { createContext, use } from 'react'
import type { Role } from '#core/contract/role.ts'
import type { CueList } from '#core/subtitle/cue-list.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { clamp } from '#core/timing/rules.ts'
import { LinkedEdits } from './linked/linked-edits.ts'
import { Fixing } from './quality/fixing.ts'
import { Playhead } from './media/playhead.ts'
import type { EditorMedia } from './media/editor-media.ts'
import { Quality } from './quality/quality.ts'
import { EditorSession } from './session.ts'
import type { Span } from './timeline/view.ts'

export type DialogName =
  | 'about'
  | 'delete'
  | 'go_to'
  | 'sync'
  | 'export_video'
  | 'keys'
  | 'key_sheet'
  | 'palette'
  | 'shift'
  | 'find'
  | 'export_subtitle'

/** `page` turns the page when the playhead leaves it, `centre` keeps it in the middle, `off` leaves the view alone. */
export const followModes = ['page', 'centre', 'off'] as const
export type FollowMode = (typeof followModes)[number]

export type SidePane = 'quality' | 'speakers' | 'compare'

/** A line, and the time at which it should start. */
export interface SyncMark {
  readonly id: string
  readonly to: number
}

const MAX_WAVE_GAIN = 16

export interface Panels {
  dialog: DialogName | undefined
  /** With the replace row open. */
  isReplacing: boolean
  side: SidePane | undefined
  /** Version that stands beside the open one, and its lines once they are read. */
  original: string | undefined
  beside: CueList | undefined
  /** Splits and merges go to the version beside too. */
  isLinked: boolean
  /** Speakers of the folder. */
  roles: readonly Role[]
  /** What a change would make of the lines, outlined on the timeline. */
  overlay: CueList | undefined
  /** Lines, and the times where they belong: one or two. */
  syncPoints: readonly SyncMark[]
  /** A stretch of the video that is marked, in milliseconds. */
  range: { from: number; to: number } | undefined
  follow: FollowMode
  isTouring: boolean
  hasSpectrum: boolean
  /** How much higher the waveform is drawn than the sound is. */
  waveGain: number
  /** Whether the folder's videos are listed. */
  hasVideos: boolean
  /** Where on the page the menu of the selected lines is open. */
  lineMenu: { left: number; top: number } | undefined
}

const IN_STEP = 'cuelane-in-step'
const HAS_VIDEOS = 'cuelane-has-videos'

/** Brings edits to where they stay: the server, or a file. */
export interface Saving {
  /** Begins to watch; returns what ends it. */
  start(): () => void
  /** Takes up what an earlier visit left; true where there was something. */
  recover(): Promise<boolean>
  /** Saves what needs nobody's leave; false where it could not. */
  flush(): Promise<boolean>
  /** Saves because the person says so; false where it could not. */
  save(): Promise<boolean>
}

/** What keys and buttons may do to the timeline. */
export interface TimelineControls {
  zoomBy(steps: number): void
  showSpan(span: Span): void
}

const noTimeline: TimelineControls = { zoomBy: () => undefined, showSpan: () => undefined }

/** One version open in the editor: its text, and everything that works on it. */
export class Editor {
  readonly session: EditorSession
  readonly playhead: Playhead
  readonly quality: Quality
  readonly fixing: Fixing
  readonly save: Saving
  readonly media: EditorMedia
  timeline: TimelineControls = noTimeline
  /** How often a dialog was opened: each time it begins afresh, even where the last one has hardly gone. */
  openings = 0
  /** Shows another version beside this one, or hides it. */
  toggleReference: () => void = () => undefined
  /** Asks for a file of subtitles and makes a version of it. */
  importSubtitle: () => void = () => undefined
  /** Told before a dialog opens. */
  onOpen: () => void = () => undefined
  /** Told of a line and the time where it belongs, while the second one is still to come. */
  onSyncPoint: (line: number, to: number) => void = () => undefined
  /** Copies the address of the line in focus. */
  copyLink: () => void = () => undefined
  readonly panels = proxy<Panels>({
    dialog: undefined,
    isReplacing: false,
    side: undefined,
    original: undefined,
    beside: undefined,
    isLinked: localStorage.getItem(IN_STEP) !== 'no',
    roles: ref([]),
    overlay: undefined,
    syncPoints: ref([]),
    range: undefined,
    follow: 'page',
    isTouring: false,
    hasSpectrum: false,
    waveGain: 1,
    hasVideos: localStorage.getItem(HAS_VIDEOS) !== 'no',
    lineMenu: undefined,
  })

  readonly linked = new LinkedEdits(this.panels)

  constructor(media: EditorMedia, session: EditorSession, save: Saving) {
    const { language, rate, durationMs } = media
    this.media = media
    this.session = session
    this.save = save
    this.quality = new Quality(session, { language, rate, duration: durationMs || Infinity })
    this.playhead = new Playhead(rate, durationMs)
    this.fixing = new Fixing(session, this.quality)
    this.fixing.onOpen = () => this.onOpen()
  }

  /** To a line: keys work on it, and it is what one sees. */
  goTo(id: string): void {
    const at = this.session.list.index.get(id)
    if (at === undefined) return
    this.session.focus(id)
    this.playhead.seek(this.session.list.at(at)!.start)
  }

  /** Opens the menu of a line, and of all selected ones where it is one of them. */
  openLineMenu(id: string, left: number, top: number): void {
    this.session.selectForAction(id)
    this.panels.lineMenu = { left, top }
  }

  /** The line in focus belongs at the playhead; with a second such line all can be stretched. */
  markSync(): boolean {
    const { focus, list } = this.session.cells
    const at = list.index.get(focus ?? '')
    if (focus === undefined || at === undefined) return false
    const mark = { id: focus, to: Math.round(this.playhead.ms) }
    const [first] = this.panels.syncPoints
    const isSecond = first !== undefined && first.id !== focus
    this.panels.syncPoints = ref(isSecond ? [first, mark] : [mark])
    if (isSecond) this.open('sync')
    else this.onSyncPoint(at + 1, mark.to)
    return true
  }

  /** In steps of 3 dB: up to what makes a whisper fill the lane, down to the sound as it is. */
  scaleWave(steps: number): void {
    const { panels } = this
    panels.waveGain = clamp(2 ** (Math.round(Math.log2(panels.waveGain) * 2 + steps) / 2), 1, MAX_WAVE_GAIN)
  }

  toggleVideos(): void {
    this.panels.hasVideos = !this.panels.hasVideos
    localStorage.setItem(HAS_VIDEOS, this.panels.hasVideos ? 'yes' : 'no')
  }

  toggleLinked(): void {
    this.panels.isLinked = !this.panels.isLinked
    localStorage.setItem(IN_STEP, this.panels.isLinked ? 'yes' : 'no')
  }

  open(dialog: DialogName): void {
    if (this.panels.dialog !== dialog) {
      this.openings++
      this.onOpen()
    }
    this.panels.dialog = dialog
  }

  close(): void {
    if (this.panels.dialog === 'sync') this.panels.syncPoints = ref([])
    this.panels.dialog = undefined
  }
}

export function createEditor(
  media: EditorMedia,
  cues: readonly Cue[],
  saving: (session: EditorSession) => Saving,
): Editor {
  const session = new EditorSession(cues, media.durationMs, media.rate)
  return new Editor(media, session, saving(session))
}

export const EditorContext = createContext<Editor | undefined>(undefined)

/** The editor of the version that is open. */
export function useEditor(): Editor {
  const editor = use(EditorContext)
  if (!editor) throw new Error('No version is open')
  return editor
}
