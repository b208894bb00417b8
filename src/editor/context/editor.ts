import { proxy, ref } from 'valtio'
import * as z from 'zod/mini'
import type { ProfileId } from '#core/domain/profiles.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Role } from '#core/contract/role.ts'
import { timelineLimits } from '#core/domain/limits.ts'
import { MAX_WAVE_GAIN } from '#core/media/peaks.ts'
import { invertShotEdit, shotChangeNear } from '#core/timing/shot-edits.ts'
import { frameAt, frameStart } from '#core/domain/frames.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { clamp } from '#core/timing/rules.ts'
import type { TextSpan } from '#core/subtitle/text/spelling.ts'
import type { Place } from '#core/timing/typed-command.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { writeTime } from '#core/timing/time-notation.ts'
import { stored } from '#src/ui/stored.ts'
import { Dialogs, type SyncMark } from './dialogs.ts'
import type { LibraryBinding } from '../store/linked/library.ts'
import { EditorLoop } from '../model/loop.ts'
import { LinkedEdits } from '../store/linked/linked-edits.ts'
import { ReferenceVersion } from '../store/linked/reference.ts'
import type { VersionStore } from '../store/linked/versions.ts'
import { MediaAnalysis } from '../media/analysis.ts'
import { EdgePreview } from '../features/timeline/edge-preview.ts'
import type { EditorMedia } from '../media/editor-media.ts'
import { SecondSound } from '../media/second-sound.ts'
import { Playhead } from '../media/playhead.ts'
import type { EditorNotice, PlainNotice } from './notices.ts'
import { FoundMarks } from '../features/find/found-marks.ts'
import type { FileOrigin } from '../model/file-origin.ts'
import { People } from '../features/people/people.ts'
import { Readings } from '../features/people/readings.ts'
import { PlayerSound } from '../features/player/player-sound.ts'
import { PlayerWindows } from '../features/player/player-windows.ts'
import { ScrubSound } from '../features/player/scrub-sound.ts'
import { MacroRecorder } from '../features/macros/recorder.ts'
import { Fixing } from '../features/quality/fixing.ts'
import type { ReviewedFlag } from '../features/quality/flags.ts'
import { LineSpeakers } from '../features/speakers/line-speakers.ts'
import { QualityProfile } from '../features/quality/profile.ts'
import { Quality } from '../features/quality/quality.ts'
import type { EditorStore } from '../store/editor-store.ts'
import { Speeds } from '../features/statistics/speeds.ts'
import { EditorSession } from '../model/session.ts'
import { type StyleStore, VersionStyle } from '../features/style/version-style.ts'
import { browserWords, folderWords } from '../features/text/own-words.ts'
import { Caret } from '../features/lines/caret.ts'
import { LineSuggestions } from '../features/text/line-suggestions.ts'
import { Spelling } from '../features/text/spelling.ts'
import { Following } from '../media/following.ts'
import { SpokenWords } from '../media/spoken-words.ts'
import { TimeDisplay } from './time-display.ts'
import type { FollowMode, Span, TimelineScale } from '../timeline/index.ts'
import { lineAtOrBefore } from '../model/document/cues-in-time.ts'

export type SidePane = 'quality' | 'speakers' | 'compare' | 'style' | 'comments' | 'statistics' | 'text'

/** Position of the player: beside the lines, or above them. */
export const playerPlaces = ['right', 'top'] as const
export type PlayerPlace = (typeof playerPlaces)[number]

/** State of the panes beside the document. */
export interface Panels {
  side: SidePane | undefined
  /** The first of two sync points. */
  syncPoint: SyncMark | undefined
  /** The marked range of the video. */
  range: TimeRange | undefined
  /**
   * A new object at each command, so that an equal scale applies again. The timeline writes the scale after wheel
   * input.
   */
  scale: TimelineScale
  follow: FollowMode
  isTouring: boolean
  hasSpectrum: boolean
  /** Magnification of the waveform; undefined fits it to the loudest part. */
  waveGain: number | undefined
  /** Whether the list of the folder's videos is open. */
  hasVideos: boolean
  playerPlace: PlayerPlace
  /** Whether the text box is below the lines. */
  hasText: boolean
  /** Whether the text box shows the reference version's text beside the line's. */
  isTranslating: boolean
  /** The word whose suggestions are open in the text box, by line and offset. */
  asked: { readonly id: string; readonly from: number } | undefined
  /** The range to select in the text box; a new object at each command. */
  textSelection: ({ readonly id: string } & TextSpan) | undefined
  /** Position of the open menu of the selected cues. */
  lineMenu: { left: number; top: number } | undefined
  /** The line whose other readings are open, and their position. */
  readings: { readonly id: string; readonly left: number; readonly top: number } | undefined
  /** The open menu of shot changes: its position, its time, and the shot change there. */
  shotMenu: { left: number; top: number; ms: number; mark: number | undefined } | undefined
}

/**
 * Whether a side pane is below the player, where it takes no space from the lines. The narrow list of speakers has a
 * separate column, as do all panes if the player is above the lines.
 */
export function isUnderPlayer(side: SidePane, playerPlace: PlayerPlace): boolean {
  return side !== 'speakers' && playerPlace === 'right'
}

/** Distance from the playhead within which commands affect a shot change. */
const SHOT_REACH_MS = 500
const videosSetting = stored('cuelane-videos', z.boolean(), true)
const textSetting = stored('cuelane-text-box', z.boolean(), false)
const playerPlaceSetting = stored('cuelane-player-place', z.enum(playerPlaces), 'right')

/** All parts of an editor, given at creation. */
export interface EditorParts {
  readonly media: EditorMedia
  readonly cues: readonly Cue[]
  /** Flags that tasks set on lines. */
  readonly flags: readonly ReviewedFlag[]
  /** Diarised voices of the cues, with their confidence. */
  readonly voices?: DataOf<'getVersion'>['voices']
  /** The delivery profile of its folder; left out if the user chooses it. */
  readonly guide?: ProfileId
  /** Creates the store of the text. */
  readonly store: (session: EditorSession) => EditorStore
  /** Store of the subtitle style. */
  readonly style: StyleStore
  /** The imported file of the version; undefined without one. */
  readonly file: FileOrigin | undefined
  /** Access to other versions. */
  readonly versions: VersionStore
  /** Undefined for a file of this computer. */
  readonly library: LibraryBinding | undefined
  /** Whether the text can't be edited. */
  readonly isReadOnly?: boolean
  readonly notify: (notice: EditorNotice) => void
}

/** One open version: its text, and everything that works on it. */
export class Editor {
  readonly media: EditorMedia
  /** Schedules work for frames and pauses of this version. */
  readonly loop = new EditorLoop()
  readonly library: LibraryBinding | undefined
  readonly playhead: Playhead
  readonly analysis: MediaAnalysis
  readonly secondSound: SecondSound
  readonly session: EditorSession
  readonly reference: ReferenceVersion
  readonly linked: LinkedEdits
  readonly dialogs = new Dialogs()
  /** The text cursor in the lines. */
  readonly caret: Caret
  readonly found = new FoundMarks()
  readonly recorder = new MacroRecorder()
  readonly speeds = new Speeds()
  readonly suggestions = new LineSuggestions()
  readonly following: Following
  readonly spoken: SpokenWords
  readonly times: TimeDisplay
  /** Time at the left edge of the timeline, which its pane updates. Undefined starts at the playhead. */
  timelineStartMs: number | undefined
  readonly quality: Quality
  readonly voices: DataOf<'getVersion'>['voices']
  readonly lineSpeakers: LineSpeakers
  /** Ids of the speakers in the text as opened. */
  readonly openedRoles: ReadonlySet<string>
  readonly fixing: Fixing
  readonly spelling: Spelling
  readonly save: EditorStore
  /** Other users of the version, and comments on its lines; undefined for a file of this computer. */
  readonly people: People | undefined
  /** Other users' readings of lines that were changed here too. */
  readonly readings: Readings
  readonly style: VersionStyle
  /** The imported file of the version. */
  readonly file: FileOrigin | undefined
  readonly sound = new PlayerSound()
  readonly scrub: ScrubSound
  readonly edges: EdgePreview
  readonly windows = new PlayerWindows((reason) => this.notify({ kind: 'window_refused', reason }))
  readonly panels = proxy<Panels>({
    side: undefined,
    syncPoint: undefined,
    range: undefined,
    scale: { span: 'whole', zoom: 1 },
    follow: 'page',
    isTouring: false,
    hasSpectrum: false,
    waveGain: undefined,
    hasVideos: videosSetting.get(),
    playerPlace: playerPlaceSetting.get(),
    hasText: textSetting.get(),
    isTranslating: false,
    textSelection: undefined,
    asked: undefined,
    lineMenu: undefined,
    readings: undefined,
    shotMenu: undefined,
  })
  private readonly notify: (notice: EditorNotice) => void

  constructor(parts: EditorParts) {
    const {
      media,
      cues,
      flags,
      voices = null,
      guide,
      store,
      style,
      file,
      versions,
      library,
      isReadOnly,
      notify,
    } = parts
    const { language, rate, durationMs } = media
    this.media = media
    this.library = library
    this.notify = notify
    this.file = file
    const onFailure = (error: unknown): void => notify({ kind: 'failed', error })
    this.style = new VersionStyle({ media, store: style, file, onFailure })
    this.playhead = new Playhead(rate, durationMs)
    this.times = new TimeDisplay(rate)
    this.analysis = new MediaAnalysis(media, this.playhead)
    this.reference = new ReferenceVersion(versions, onFailure)
    this.scrub = new ScrubSound({ analysis: this.analysis, sound: this.sound, playhead: this.playhead })
    this.edges = new EdgePreview({ analysis: this.analysis, rate, durationMs })
    const profile = new QualityProfile({ language, rate, duration: durationMs || Infinity }, guide)
    this.secondSound = new SecondSound(this.playhead)
    this.session = new EditorSession({
      cues,
      loop: this.loop,
      durationMs,
      rate,
      clock: this.playhead,
      profile,
      analysis: this.analysis,
      follow: this.reference.follow,
      onRefusal: (reason) => notify({ kind: 'refused', reason }),
      isReadOnly: isReadOnly === true,
    })
    this.session.onStep(({ name, shots }, way) => {
      if (shots) this.analysis.editShots(way === 'undone' ? invertShotEdit(shots) : shots)
      if (way !== 'done') notify({ kind: way, step: name })
    })
    const { session, reference, dialogs, playhead } = this
    this.caret = new Caret(session, dialogs)
    this.following = new Following({ session, playhead })
    this.spoken = new SpokenWords({ session, playhead, following: this.following })
    const onUnchanged = (count: number): void => notify({ kind: 'others_not_changed', count })
    this.linked = new LinkedEdits({ session, reference, versions, onFailure: onUnchanged })
    this.quality = new Quality(session, profile, this.analysis, flags)
    this.voices = voices
    this.openedRoles = new Set(cues.flatMap(({ roles }) => roles))
    this.lineSpeakers = new LineSpeakers(voices?.lines ?? [], flags)
    const { quality } = this
    this.fixing = new Fixing({ session, quality, dialogs, onNothing: () => notify({ kind: 'no_findings' }) })
    const words = library?.isOwn ? folderWords(library, language) : browserWords(language)
    this.spelling = new Spelling({ session, language, words, onFailure })
    this.save = store(session)
    this.people = library && new People(library.fileId, session)
    this.readings = new Readings(library?.fileId, session)
  }

  /** Speakers of the folder; empty for a file of this computer. */
  get roles(): readonly Role[] {
    return this.library?.data().roles ?? []
  }

  /** Language of the reference version; undefined without one. */
  get referenceLanguage(): string | undefined {
    return this.library?.others.find(({ file_id }) => file_id === this.reference.cells.fileId)?.language
  }

  /** Focuses a cue and moves the playhead to its start. */
  goTo(id: string): void {
    const { list } = this.session
    const cue = list.at(list.index.get(id) ?? -1)
    if (!cue) return
    this.session.focus(id)
    this.playhead.seek(cue.start)
    if (this.following.switches.play) this.playhead.playBetween(cue.start, cue.end)
  }

  /** Goes to a line by number, or to a time and its line; false if this version has no such line. */
  goToPlace(place: Place): boolean {
    const { session, playhead } = this
    if ('line' in place) {
      const cue = session.list.at(place.line - 1)
      if (cue) this.goTo(cue.id)
      return cue !== undefined
    }
    const line = lineAtOrBefore(session.list, place.ms)
    // Focuses first, since a line far before the time would move the view.
    if (line) session.focus(line.id)
    playhead.seek(place.ms)
    return true
  }

  /** Focuses a cue that the user chose; the playhead follows by the switches. */
  choose(id: string): void {
    this.session.focus(id)
    this.accompany()
  }

  /** Focuses the cue whose text or time gets the cursor; playback continues. */
  enter(id: string): void {
    if (this.session.cells.focus === id && this.session.cells.selection.length === 1) return
    this.session.focus(id)
    if (!this.playhead.isPlaying) this.accompany()
  }

  /** Moves the playhead into the focused cue and plays it, each by its switch. */
  accompany(): void {
    const { focused } = this.session
    if (!focused) return
    const { ms } = this.playhead
    const { seek, play } = this.following.switches
    if (play) this.playhead.playBetween(focused.start, focused.end)
    else if (seek && (ms < focused.start || ms >= focused.end)) this.playhead.seek(focused.start)
  }

  /** Focuses the cue at or before the playhead. */
  chooseAtPlayhead(): boolean {
    const cue = lineAtOrBefore(this.session.list, this.playhead.ms)
    if (cue) this.session.focus(cue.id)
    return cue !== undefined
  }

  /** Goes to the next or previous cue with a finding. */
  goToFinding(by: 1 | -1): void {
    // What was just typed counts too.
    this.session.loop.flush()
    const id = this.quality.next(by)
    if (id === undefined) this.notify({ kind: 'no_findings' })
    else this.goTo(id)
  }

  /** Opens the menu of a cue; of all selected ones if it is among them. */
  openLineMenu(id: string, left: number, top: number): void {
    this.session.selectForAction(id)
    this.panels.lineMenu = { left, top }
  }

  /** Marks the playhead as the right start of the focused cue; a second mark allows stretching all times. */
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
      this.notify({ kind: 'sync_point_set', n: index + 1, time: writeTime(mark.to, this.times.notation()) })
    }
    return true
  }

  /** Opens the dialog that stretches times, with a sync point if there is one. */
  openSync(): void {
    const { syncPoint } = this.panels
    this.panels.syncPoint = undefined
    this.dialogs.open({ name: 'sync', marks: syncPoint ? [syncPoint] : [] })
  }

  /** Adds a shot change at the frame of a time; false if there is one already. */
  addShot(ms: number): boolean {
    const at = this.frameFrom(ms)
    if (this.analysis.shotChanges.includes(at)) return false
    this.session.edit('step_shots', [], { shots: { added: [at], removed: [] } })
    return true
  }

  /** Removes a shot change. */
  removeShot(ms: number): void {
    this.session.edit('step_shots', [], { shots: { added: [], removed: [ms] } })
  }

  /** Moves a shot change to the frame at the playhead. */
  moveShot(ms: number): void {
    const at = this.frameFrom(this.playhead.ms)
    if (at === ms) return
    const isThere = this.analysis.shotChanges.includes(at)
    this.session.edit('step_shots', [], { shots: { added: isThere ? [] : [at], removed: [ms] } })
  }

  /** Applies work to the shot change nearest to the playhead, or reports that there is none. */
  withShotAtPlayhead(work: (ms: number) => void): boolean {
    const ms = shotChangeNear(this.analysis.shotChanges, this.playhead.ms, SHOT_REACH_MS)
    if (ms === undefined) this.session.refuse('no_shot_change_near')
    else work(ms)
    return true
  }

  private frameFrom(ms: number): number {
    const { rate } = this.media
    return frameStart(frameAt(ms + 0.5, rate), rate)
  }

  /** Scrubs to a time with sound. */
  scrubTo(ms: number): void {
    this.playhead.seek(ms)
    this.scrub.at(this.playhead.ms)
  }

  /** Steps by whole frames, with their sound. */
  stepFrames(by: number): void {
    this.playhead.stepFrames(by)
    this.scrub.at(this.playhead.ms)
  }

  /** In steps of 3 dB, from no magnification to one at which a whisper fills the track. */
  scaleWave(steps: number): void {
    const { panels, analysis } = this
    const gain = panels.waveGain ?? analysis.gain
    panels.waveGain = clamp(2 ** (Math.round(Math.log2(gain) * 2 + steps) / 2), 1, MAX_WAVE_GAIN)
  }

  /** Zooms the timeline by steps. */
  zoomBy(steps: number): void {
    const { minZoom, maxZoom, zoomStep } = timelineLimits
    const { span, zoom } = this.panels.scale
    this.panels.scale = { span, zoom: Math.round(clamp(zoom + steps * zoomStep, minZoom, maxZoom) * 10) / 10 }
  }

  /** Fits a span to the width of the timeline. */
  showSpan(span: Span): void {
    this.panels.scale = { span, zoom: 1 }
  }

  /** Shows or hides the folder's videos. */
  toggleVideos(): void {
    const { panels } = this
    panels.hasVideos = !panels.hasVideos
    videosSetting.set(panels.hasVideos)
  }

  /** Moves the player beside the lines, or above them. */
  togglePlayerPlace(): void {
    this.panels.playerPlace = this.panels.playerPlace === 'right' ? 'top' : 'right'
    playerPlaceSetting.set(this.panels.playerPlace)
  }

  /** Shows the text box below the lines, or closes it anywhere. */
  toggleText(): void {
    const { panels } = this
    const isShown = panels.hasText || panels.side === 'text'
    if (panels.side === 'text') panels.side = undefined
    panels.hasText = !isShown
    textSetting.set(panels.hasText)
  }

  /** Moves the text box beside the lines, or back below them. */
  toggleTextSide(): void {
    const { panels } = this
    const isBeside = panels.side === 'text'
    panels.side = isBeside ? undefined : 'text'
    panels.hasText = isBeside
    textSetting.set(panels.hasText)
  }

  /** Opens suggestions for a word of a line. */
  askSuggestions(id: string, { from }: TextSpan): void {
    this.panels.asked = ref({ id, from })
  }

  /** Selects part of a line's text in the text box, which opens for it. */
  selectText(id: string, { from, to }: TextSpan): void {
    const { panels } = this
    if (!panels.hasText && panels.side !== 'text') this.toggleText()
    panels.textSelection = ref({ id, from, to })
  }

  /** Shows the source beside the line's text: the version that it was translated from, else the first other one. */
  toggleTranslating(): void {
    const { panels, reference } = this
    panels.isTranslating = !panels.isTranslating
    if (!panels.isTranslating) return
    if (!panels.hasText && panels.side !== 'text') this.toggleText()
    if (reference.cells.fileId === undefined) this.toggleReference()
    if (reference.cells.fileId === undefined) this.say('no_source')
  }

  /** Shows a message without figures. */
  say(kind: PlainNotice): void {
    this.notify({ kind })
  }

  /** Shows the first other version as the reference, or closes the shown one. */
  toggleReference(): void {
    const first = this.library?.others[0]?.file_id
    void this.reference.choose(this.reference.cells.fileId === undefined ? first : undefined)
  }

  /** Copies the address of the focused cue. */
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

  /** Opens another version of the video after saving this one. */
  async openVersion(fileId: string): Promise<void> {
    await this.save.flush()
    this.library?.data().onOpen(fileId)
  }
}

/** Creates the editor of one version. */
export function createEditor(parts: EditorParts): Editor {
  return new Editor(parts)
}
