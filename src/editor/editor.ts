import { proxy, ref } from 'valtio'
import * as z from 'zod/mini'
import type { ProfileId } from '#core/domain/profiles.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Role } from '#core/contract/role.ts'
import { timelineLimits } from '#core/domain/limits.ts'
import { MAX_WAVE_GAIN } from '#core/media/peaks.ts'
import { invertShotEdit, shotChangeNear } from '#core/timing/shot-edits.ts'
import { frameAt, frameStart } from '#core/domain/frames.ts'
import type { Cue } from '#core/subtitle/cue.ts'
import { clamp } from '#core/timing/rules.ts'
import type { TextSpan } from '#core/subtitle/spelling.ts'
import type { Place } from '#core/timing/typed-command.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import { writeTime } from '#core/timing/time-notation.ts'
import { stored } from '#src/ui/stored.ts'
import { Dialogs, type SyncMark } from './dialogs/dialogs.ts'
import type { LibraryBinding } from './linked/library.ts'
import { EditorLoop } from './loop.ts'
import { LinkedEdits } from './linked/linked-edits.ts'
import { ReferenceVersion } from './linked/reference.ts'
import type { VersionStore } from './linked/versions.ts'
import { MediaAnalysis } from './media/analysis.ts'
import { EdgePreview } from './media/edge-preview.ts'
import type { EditorMedia } from './media/editor-media.ts'
import { SecondSound } from './media/second-sound.ts'
import { Playhead } from './media/playhead.ts'
import type { EditorNotice, PlainNotice } from './notices.ts'
import { FoundMarks } from './find/found-marks.ts'
import type { FileOrigin } from './file-origin.ts'
import { People } from './people/people.ts'
import { Readings } from './people/readings.ts'
import { PlayerSound } from './player/player-sound.ts'
import { PlayerWindows } from './player/player-windows.ts'
import { ScrubSound } from './player/scrub-sound.ts'
import { MacroRecorder } from './macros/recorder.ts'
import { Fixing } from './quality/fixing.ts'
import type { ReviewedFlag } from './quality/flags.ts'
import { LineSpeakers } from './quality/line-speakers.ts'
import { QualityProfile } from './quality/profile.ts'
import { Quality } from './quality/quality.ts'
import type { EditorStore } from './saving/store.ts'
import { Speeds } from './statistics/speeds.ts'
import { EditorSession } from './session.ts'
import { type StyleStore, VersionStyle } from './style/version-style.ts'
import { browserWords, folderWords } from './text/own-words.ts'
import { Caret } from './text/caret.ts'
import { LineSuggestions } from './text/line-suggestions.ts'
import { Spelling } from './text/spelling.ts'
import { Following } from './following.ts'
import { SpokenWords } from './spoken-words.ts'
import { TimeDisplay } from './time-display.ts'
import type { FollowMode, Span, TimelineScale } from './timeline/index.ts'
import { lineAtOrBefore } from './document/cues-in-time.ts'

export type SidePane = 'quality' | 'speakers' | 'compare' | 'style' | 'comments' | 'statistics' | 'text'

/** Where the player's pane is: beside the lines, or over them. */
export const playerPlaces = ['right', 'top'] as const
export type PlayerPlace = (typeof playerPlaces)[number]

/** What the panes show besides the document. */
export interface Panels {
  side: SidePane | undefined
  /** The first of two sync points. */
  syncPoint: SyncMark | undefined
  /** A part of the video that is marked. */
  range: TimeRange | undefined
  /** A new object at each command: the same scale again goes back to it. The timeline writes what the wheel made of it. */
  scale: TimelineScale
  follow: FollowMode
  isTouring: boolean
  hasSpectrum: boolean
  /** How much higher the waveform is drawn than the sound is; undefined fits it to the whole sound. */
  waveGain: number | undefined
  /** Whether the folder's videos are listed. */
  hasVideos: boolean
  playerPlace: PlayerPlace
  /** Whether the text box is under the lines. */
  hasText: boolean
  /** Whether the text box shows the reference version's text beside the line's own. */
  isTranslating: boolean
  /** The word whose suggestions are open in the text box: its line, and its offset there. */
  asked: { readonly id: string; readonly from: number } | undefined
  /** What is to be selected in the text box; a new object at each command. */
  textSelection: ({ readonly id: string } & TextSpan) | undefined
  /** Where on the page the menu of the selected cues is open. */
  lineMenu: { left: number; top: number } | undefined
  /** The line whose other readings are open, and where on the page. */
  readings: { readonly id: string; readonly left: number; readonly top: number } | undefined
  /** Where the menu of shot changes is open: the time there, and the shot change that is meant. */
  shotMenu: { left: number; top: number; ms: number; mark: number | undefined } | undefined
}

/**
 * Whether a side pane lies under the player, in whose column it takes no room from the lines. The list of speakers has a
 * column of its own, which is narrow; so have all panes where the player lies over the lines.
 */
export function isUnderPlayer(side: SidePane, playerPlace: PlayerPlace): boolean {
  return side !== 'speakers' && playerPlace === 'right'
}

/** How far from the playhead a shot change is the one that is meant. */
const SHOT_REACH_MS = 500
const videosSetting = stored('cuelane-videos', z.boolean(), true)
const textSetting = stored('cuelane-text-box', z.boolean(), false)
const playerPlaceSetting = stored('cuelane-player-place', z.enum(playerPlaces), 'right')

/** Everything an editor is made of; nothing is filled in later. */
export interface EditorParts {
  readonly media: EditorMedia
  readonly cues: readonly Cue[]
  /** What tasks say of the lines. */
  readonly flags: readonly ReviewedFlag[]
  /** The diarised voices of the cues, with the confidence. */
  readonly voices?: DataOf<'getVersion'>['voices']
  /** The delivery guide that is set for its folder; left out where each person chooses. */
  readonly guide?: ProfileId
  /** Where the text is kept. */
  readonly store: (session: EditorSession) => EditorStore
  /** Where the look of the subtitles is kept. */
  readonly style: StyleStore
  /** The file that the version was made of; undefined where there is none. */
  readonly file: FileOrigin | undefined
  /** Other versions, to read and write. */
  readonly versions: VersionStore
  /** Undefined where a file of this computer is edited. */
  readonly library: LibraryBinding | undefined
  /** Whether the text is only read here. */
  readonly isReadOnly?: boolean
  readonly notify: (notice: EditorNotice) => void
}

/** One open version: its text, and everything that works on it. */
export class Editor {
  readonly media: EditorMedia
  /** All that waits for a frame or a pause of this version. */
  readonly loop = new EditorLoop()
  readonly library: LibraryBinding | undefined
  readonly playhead: Playhead
  readonly analysis: MediaAnalysis
  readonly secondSound: SecondSound
  readonly session: EditorSession
  readonly reference: ReferenceVersion
  readonly linked: LinkedEdits
  readonly dialogs = new Dialogs()
  /** The keyboard in the texts of the lines. */
  readonly caret: Caret
  readonly found = new FoundMarks()
  readonly recorder = new MacroRecorder()
  readonly speeds = new Speeds()
  readonly suggestions = new LineSuggestions()
  readonly following: Following
  readonly spoken: SpokenWords
  readonly times: TimeDisplay
  /** Time at the left edge of the timeline; its pane keeps it up to date. Undefined begins where the playhead is. */
  timelineStartMs: number | undefined
  readonly quality: Quality
  readonly voices: DataOf<'getVersion'>['voices']
  readonly lineSpeakers: LineSpeakers
  /** Speakers of the text as it was opened. */
  readonly openedRoles: ReadonlySet<string>
  readonly fixing: Fixing
  readonly spelling: Spelling
  readonly save: EditorStore
  /** Others who have the version open, and what is said about its lines; undefined where a file of this computer is edited. */
  readonly people: People | undefined
  /** What others made of lines that were changed here too. */
  readonly readings: Readings
  readonly style: VersionStyle
  /** The file that the version was made of. */
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

  /** Speakers of the folder; none where a file of this computer is edited. */
  get roles(): readonly Role[] {
    return this.library?.data().roles ?? []
  }

  /** The language of the version that is shown beside the open one; undefined where none is. */
  get referenceLanguage(): string | undefined {
    return this.library?.others.find(({ file_id }) => file_id === this.reference.cells.fileId)?.language
  }

  /** Puts the focus on a cue and the playhead at its start. */
  goTo(id: string): void {
    const { list } = this.session
    const cue = list.at(list.index.get(id) ?? -1)
    if (!cue) return
    this.session.focus(id)
    this.playhead.seek(cue.start)
    if (this.following.switches.play) this.playhead.playBetween(cue.start, cue.end)
  }

  /** Goes to a line by its number, or to a time with the line there; false where this version has no such line. */
  goToPlace(place: Place): boolean {
    const { session, playhead } = this
    if ('line' in place) {
      const cue = session.list.at(place.line - 1)
      if (cue) this.goTo(cue.id)
      return cue !== undefined
    }
    const line = lineAtOrBefore(session.list, place.ms)
    // The line first: where it is far before that time, the time is what is shown.
    if (line) session.focus(line.id)
    playhead.seek(place.ms)
    return true
  }

  /** Puts the focus on a cue that the person chose; the playhead goes along by the switches. */
  choose(id: string): void {
    this.session.focus(id)
    this.accompany()
  }

  /** Puts the focus on the cue whose text or time gets the cursor: a video that plays goes on where it is. */
  enter(id: string): void {
    if (this.session.cells.focus === id && this.session.cells.selection.length === 1) return
    this.session.focus(id)
    if (!this.playhead.isPlaying) this.accompany()
  }

  /** Takes the playhead to the cue in focus, unless it is in it already, and plays it: each where its switch is on. */
  accompany(): void {
    const { focused } = this.session
    if (!focused) return
    const { ms } = this.playhead
    const { seek, play } = this.following.switches
    if (play) this.playhead.playBetween(focused.start, focused.end)
    else if (seek && (ms < focused.start || ms >= focused.end)) this.playhead.seek(focused.start)
  }

  /** Puts the focus on the cue at the playhead, or the one before it. */
  chooseAtPlayhead(): boolean {
    const cue = lineAtOrBefore(this.session.list, this.playhead.ms)
    if (cue) this.session.focus(cue.id)
    return cue !== undefined
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
      this.notify({ kind: 'sync_point_set', n: index + 1, time: writeTime(mark.to, this.times.notation()) })
    }
    return true
  }

  /** Opens the dialog that stretches times, with the one sync point that may be set. */
  openSync(): void {
    const { syncPoint } = this.panels
    this.panels.syncPoint = undefined
    this.dialogs.open({ name: 'sync', marks: syncPoint ? [syncPoint] : [] })
  }

  /** Adds a shot change at the frame that is on screen at a time; false where there is one. */
  addShot(ms: number): boolean {
    const at = this.frameFrom(ms)
    if (this.analysis.shotChanges.includes(at)) return false
    this.session.edit('step_shots', [], { shots: { added: [at], removed: [] } })
    return true
  }

  /** Takes a shot change away. */
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

  /** Does something with the shot change that is nearest to the playhead, or says that there is none. */
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

  /** The playhead is dragged to a time: the sound there is heard. */
  scrubTo(ms: number): void {
    this.playhead.seek(ms)
    this.scrub.at(this.playhead.ms)
  }

  /** By whole frames, with the sound that is passed. */
  stepFrames(by: number): void {
    this.playhead.stepFrames(by)
    this.scrub.at(this.playhead.ms)
  }

  /** In steps of 3 dB: up to what makes a whisper fill the track, down to the sound as it is. */
  scaleWave(steps: number): void {
    const { panels, analysis } = this
    const gain = panels.waveGain ?? analysis.gain
    panels.waveGain = clamp(2 ** (Math.round(Math.log2(gain) * 2 + steps) / 2), 1, MAX_WAVE_GAIN)
  }

  /** Magnifies the timeline by steps of its zoom. */
  zoomBy(steps: number): void {
    const { minZoom, maxZoom, zoomStep } = timelineLimits
    const { span, zoom } = this.panels.scale
    this.panels.scale = { span, zoom: Math.round(clamp(zoom + steps * zoomStep, minZoom, maxZoom) * 10) / 10 }
  }

  /** Shows a span over the whole width. */
  showSpan(span: Span): void {
    this.panels.scale = { span, zoom: 1 }
  }

  /** Shows or hides the folder's videos. */
  toggleVideos(): void {
    const { panels } = this
    panels.hasVideos = !panels.hasVideos
    videosSetting.set(panels.hasVideos)
  }

  /** Puts the player beside the lines, or over them. */
  togglePlayerPlace(): void {
    this.panels.playerPlace = this.panels.playerPlace === 'right' ? 'top' : 'right'
    playerPlaceSetting.set(this.panels.playerPlace)
  }

  /** Shows the text box under the lines, or takes it away from wherever it is. */
  toggleText(): void {
    const { panels } = this
    const isShown = panels.hasText || panels.side === 'text'
    if (panels.side === 'text') panels.side = undefined
    panels.hasText = !isShown
    textSetting.set(panels.hasText)
  }

  /** Puts the text box beside the lines, or back under them. */
  toggleTextSide(): void {
    const { panels } = this
    const isBeside = panels.side === 'text'
    panels.side = isBeside ? undefined : 'text'
    panels.hasText = isBeside
    textSetting.set(panels.hasText)
  }

  /** Opens what a word of a line may have been meant to be. */
  askSuggestions(id: string, { from }: TextSpan): void {
    this.panels.asked = ref({ id, from })
  }

  /** Selects a part of a line's text in the text box, which is opened for that. */
  selectText(id: string, { from, to }: TextSpan): void {
    const { panels } = this
    if (!panels.hasText && panels.side !== 'text') this.toggleText()
    panels.textSelection = ref({ id, from, to })
  }

  /** Shows the source beside the line's own text: the version that it was translated from, else the first other one. */
  toggleTranslating(): void {
    const { panels, reference } = this
    panels.isTranslating = !panels.isTranslating
    if (!panels.isTranslating) return
    if (!panels.hasText && panels.side !== 'text') this.toggleText()
    if (reference.cells.fileId === undefined) this.toggleReference()
    if (reference.cells.fileId === undefined) this.say('no_source')
  }

  /** Tells the person something that needs no figures. */
  say(kind: PlainNotice): void {
    this.notify({ kind })
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
