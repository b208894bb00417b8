import { proxy } from 'valtio'
import * as z from 'zod/mini'
import type { Role } from '#core/contract/role.ts'
import { timelineLimits } from '#core/domain/limits.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { clamp } from '#core/timing/rules.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { stored } from '#src/ui/stored.ts'
import { Dialogs, type SyncMark } from './dialogs/dialogs.ts'
import type { LibraryBinding } from './linked/library.ts'
import { LinkedEdits } from './linked/linked-edits.ts'
import { ReferenceVersion } from './linked/reference.ts'
import type { VersionStore } from './linked/versions.ts'
import { MediaAnalysis } from './media/analysis.ts'
import type { EditorMedia } from './media/editor-media.ts'
import { Playhead } from './media/playhead.ts'
import type { EditorNotice } from './notices.ts'
import { Fixing } from './quality/fixing.ts'
import { QualityProfile } from './quality/profile.ts'
import { Quality } from './quality/quality.ts'
import type { EditorStore } from './saving/store.ts'
import { EditorSession } from './session.ts'
import type { Span } from './timeline/view.ts'

/** `page` turns the page when the playhead leaves it, `centre` keeps it in the middle, `off` leaves the view alone. */
export const followModes = ['page', 'centre', 'off'] as const
export type FollowMode = (typeof followModes)[number]

export type SidePane = 'quality' | 'speakers' | 'compare'

/** How much the timeline shows: a span over the usual width, magnified by `zoom`. */
export interface TimelineScale {
  readonly span: Span
  readonly zoom: number
}

/** What the panes show besides the document. */
export interface Panels {
  side: SidePane | undefined
  /** The first of two sync points. */
  syncPoint: SyncMark | undefined
  /** A part of the video that is marked. */
  range: TimeRange | undefined
  /** A new object at each command: the same scale again goes back to it. */
  scale: TimelineScale
  follow: FollowMode
  isTouring: boolean
  hasSpectrum: boolean
  /** How much higher the waveform is drawn than the sound is. */
  waveGain: number
  /** Whether the folder's videos are listed. */
  hasVideos: boolean
  /** Where on the page the menu of the selected cues is open. */
  lineMenu: { left: number; top: number } | undefined
}

const MAX_WAVE_GAIN = 16
const videosSetting = stored('cuelane-videos', z.boolean(), true)

/** Everything an editor is made of; nothing is filled in later. */
export interface EditorParts {
  readonly media: EditorMedia
  readonly cues: readonly Cue[]
  /** Where the text is kept. */
  readonly store: (session: EditorSession) => EditorStore
  /** Other versions, to read and write. */
  readonly versions: VersionStore
  /** Undefined where a file of this computer is edited. */
  readonly library: LibraryBinding | undefined
  readonly notify: (notice: EditorNotice) => void
}

/** One open version: its text, and everything that works on it. */
export class Editor {
  readonly media: EditorMedia
  readonly library: LibraryBinding | undefined
  readonly playhead: Playhead
  readonly analysis: MediaAnalysis
  readonly session: EditorSession
  readonly reference: ReferenceVersion
  readonly linked: LinkedEdits
  readonly dialogs = new Dialogs()
  readonly quality: Quality
  readonly fixing: Fixing
  readonly save: EditorStore
  readonly panels = proxy<Panels>({
    side: undefined,
    syncPoint: undefined,
    range: undefined,
    scale: { span: 'whole', zoom: 1 },
    follow: 'page',
    isTouring: false,
    hasSpectrum: false,
    waveGain: 1,
    hasVideos: videosSetting.get(),
    lineMenu: undefined,
  })
  private readonly notify: (notice: EditorNotice) => void

  constructor({ media, cues, store, versions, library, notify }: EditorParts) {
    const { language, rate, durationMs } = media
    this.media = media
    this.library = library
    this.notify = notify
    this.playhead = new Playhead(rate, durationMs)
    this.analysis = new MediaAnalysis(media, this.playhead)
    this.reference = new ReferenceVersion(versions, (error) => notify({ kind: 'failed', error }))
    const profile = new QualityProfile({ language, rate, duration: durationMs || Infinity })
    this.session = new EditorSession({
      cues,
      durationMs,
      rate,
      clock: this.playhead,
      profile,
      analysis: this.analysis,
      follow: this.reference.follow,
      onRefusal: (reason) => notify({ kind: 'refused', reason }),
    })
    this.session.onStep(({ name }, way) => {
      if (way !== 'done') notify({ kind: way, step: name })
    })
    const { session, reference, dialogs } = this
    const onFailure = (count: number): void => notify({ kind: 'others_not_changed', count })
    this.linked = new LinkedEdits({ session, reference, versions, onFailure })
    this.quality = new Quality(session, profile, this.analysis)
    const { quality } = this
    this.fixing = new Fixing({ session, quality, dialogs, onNothing: () => notify({ kind: 'no_findings' }) })
    this.save = store(session)
  }

  /** Speakers of the folder; none where a file of this computer is edited. */
  get roles(): readonly Role[] {
    return this.library?.data().roles ?? []
  }

  /** Puts the focus on a cue and the playhead at its start. */
  goTo(id: string): void {
    const { list } = this.session
    const cue = list.at(list.index.get(id) ?? -1)
    if (!cue) return
    this.session.focus(id)
    this.playhead.seek(cue.start)
  }

  /** Goes to the next cue with a finding, or the one before. */
  goToFinding(by: 1 | -1): void {
    const id = this.quality.next(by)
    if (id === undefined) this.notify({ kind: 'no_findings' })
    else this.goTo(id)
  }

  /** Opens the menu of a cue, and of all selected ones where it is one of them. */
  openLineMenu(id: string, left: number, top: number): void {
    this.session.selectForAction(id)
    this.panels.lineMenu = { left, top }
  }

  /** The cue in focus belongs at the playhead; with a second such cue all times can be stretched. */
  markSync(): boolean {
    const { focus, list } = this.session.cells
    const index = list.index.get(focus ?? '')
    if (focus === undefined || index === undefined) return false
    const mark = { id: focus, to: Math.round(this.playhead.ms) }
    const first = this.panels.syncPoint
    if (first && first.id !== focus) {
      this.panels.syncPoint = undefined
      this.dialogs.open({ name: 'sync', marks: [first, mark] })
    } else {
      this.panels.syncPoint = mark
      this.notify({ kind: 'sync_point_set', n: index + 1, ms: mark.to })
    }
    return true
  }

  /** Opens the dialog that stretches times, with the one sync point that may be set. */
  openSync(): void {
    const { syncPoint } = this.panels
    this.panels.syncPoint = undefined
    this.dialogs.open({ name: 'sync', marks: syncPoint ? [syncPoint] : [] })
  }

  /** In steps of 3 dB: up to what makes a whisper fill the track, down to the sound as it is. */
  scaleWave(steps: number): void {
    const { panels } = this
    panels.waveGain = clamp(2 ** (Math.round(Math.log2(panels.waveGain) * 2 + steps) / 2), 1, MAX_WAVE_GAIN)
  }

  /** Magnifies the timeline by steps of its zoom. */
  zoomBy(steps: number): void {
    const { minZoom, maxZoom, zoomStep } = timelineLimits
    const { span, zoom } = this.panels.scale
    this.panels.scale = { span, zoom: Math.round(clamp(zoom + steps * zoomStep, minZoom, maxZoom) * 10) / 10 }
  }

  showSpan(span: Span): void {
    this.panels.scale = { span, zoom: this.panels.scale.zoom }
  }

  toggleVideos(): void {
    this.panels.hasVideos = !this.panels.hasVideos
    videosSetting.set(this.panels.hasVideos)
  }

  /** Shows the first other version as the reference, or hides the one that is shown. */
  toggleReference(): void {
    const first = this.library?.others[0]?.file_id
    void this.reference.choose(this.reference.cells.fileId === undefined ? first : undefined)
  }

  /** Copies the address of the cue in focus. */
  async copyLink(): Promise<void> {
    const address = this.library?.addressOf(this.session.focused?.id)
    if (address === undefined) return
    try {
      await navigator.clipboard.writeText(address)
      this.notify({ kind: 'link_copied' })
    } catch {
      this.notify({ kind: 'link_shown', address })
    }
  }

  /** Opens another version of the video, once this one is stored. */
  async openVersion(fileId: string): Promise<void> {
    await this.save.flush()
    this.library?.data().onOpen(fileId)
  }
}

/** Makes the editor of one version. */
export function createEditor(parts: EditorParts): Editor {
  return new Editor(parts)
}
