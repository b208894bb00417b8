import type { ProfileId } from '#core/domain/profiles.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Role } from '#core/contract/role.ts'
import { invertShotEdit } from '#core/timing/shot-edits.ts'
import type { LineFlag } from '#core/domain/task.ts'
import type { LineReview } from '#core/subtitle/cue/line-review.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { Place } from '#core/timing/typed-command.ts'
import type { ActionId } from '../keys/action-ids.ts'
import { MediaAnalysis } from '../media/analysis.ts'
import type { EditorMedia } from '../media/editor-media.ts'
import { Following } from '../media/following.ts'
import { Playhead } from '../media/playhead.ts'
import { SecondSound } from '../media/second-sound.ts'
import { SpokenWords } from '../media/spoken-words.ts'
import { lineAtOrBefore } from '../model/document/cues-in-time.ts'
import type { FileOrigin } from '../store/file-origin.ts'
import { EditorLoop } from '../model/loop.ts'
import { EditorSession } from '../model/session.ts'
import type { EditorStore } from '../store/editor-store.ts'
import type { LibraryBinding } from '../store/linked/library.ts'
import { LinkedEdits } from '../store/linked/linked-edits.ts'
import { ReferenceVersion } from '../store/linked/reference.ts'
import type { VersionStore } from '../store/linked/versions.ts'
import type { StyleStore } from '../store/style-store.ts'
import { Dialogs } from './dialogs.ts'
import type { EditorNotice, PlainNotice } from './notices.ts'
import { newPanels, type Panels } from './panels.ts'
import { QualityProfile } from './quality-profile.ts'
import { TimeDisplay } from './time-display.ts'

/** A flag, and whether the user has reviewed its line and left it unchanged. */
export interface ReviewedFlag extends LineFlag {
  readonly review?: LineReview | null
}

/** Called when the key is released. */
export type Release = () => void

/** Runs an action; false if it does not apply and the key is left to others. */
export type Action = (editor: Editor) => boolean | void | Release

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
  readonly actions: Readonly<Record<ActionId, Action>>
}

/** One open version: its text, its video, and what all features share. Features add their parts by `perEditor`. */
export class Editor {
  /** What it was created from. */
  readonly opened: EditorParts
  readonly media: EditorMedia
  /** Schedules work for frames and pauses of this version. */
  readonly loop = new EditorLoop()
  /** Undefined for a file of this computer. */
  readonly library: LibraryBinding | undefined
  readonly playhead: Playhead
  readonly analysis: MediaAnalysis
  readonly secondSound: SecondSound
  readonly profile: QualityProfile
  readonly session: EditorSession
  readonly reference: ReferenceVersion
  readonly linked: LinkedEdits
  readonly following: Following
  readonly spoken: SpokenWords
  readonly times: TimeDisplay
  readonly save: EditorStore
  readonly dialogs = new Dialogs()
  readonly panels: Panels
  /** Time at the left edge of the timeline, which its pane updates. Undefined starts at the playhead. */
  timelineStartMs: number | undefined

  constructor(parts: EditorParts) {
    const { media, cues, versions, notify } = parts
    const { language, rate, durationMs } = media
    this.opened = parts
    this.media = media
    this.library = parts.library
    this.panels = newPanels(Math.max(durationMs, cues.at(-1)?.end ?? 0))
    this.playhead = new Playhead(rate, durationMs)
    this.times = new TimeDisplay(rate)
    this.analysis = new MediaAnalysis(media, this.playhead)
    this.secondSound = new SecondSound(this.playhead)
    this.reference = new ReferenceVersion(versions, this.failed)
    this.profile = new QualityProfile({ language, rate, duration: durationMs || Infinity }, parts.guide)
    this.session = new EditorSession({
      cues,
      loop: this.loop,
      durationMs,
      rate,
      clock: this.playhead,
      profile: this.profile,
      analysis: this.analysis,
      follow: this.reference.follow,
      onRefusal: (reason) => notify({ kind: 'refused', reason }),
      isReadOnly: parts.isReadOnly === true,
    })
    this.session.onStep(({ name, shots }, way) => {
      if (shots) this.analysis.editShots(way === 'undone' ? invertShotEdit(shots) : shots)
      if (way !== 'done') notify({ kind: way, step: name })
    })
    const { session, reference, playhead } = this
    this.following = new Following({ session, playhead })
    this.spoken = new SpokenWords({ session, playhead, following: this.following })
    const onUnchanged = (count: number): void => notify({ kind: 'others_not_changed', count })
    this.linked = new LinkedEdits({ session, reference, versions, onFailure: onUnchanged })
    this.save = parts.store(session)
  }

  /** Runs an action, as its key does: false if it does not apply. */
  run(id: ActionId): boolean | void | Release {
    return this.opened.actions[id](this)
  }

  /** Shows a message. */
  notify(notice: EditorNotice): void {
    this.opened.notify(notice)
  }

  /** Shows that something failed. */
  readonly failed = (error: unknown): void => this.notify({ kind: 'failed', error })

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

  /** Opens the menu of a cue; of all selected ones if it is among them. */
  openLineMenu(id: string, left: number, top: number): void {
    this.session.selectForAction(id)
    this.panels.lineMenu = { left, top }
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

  /** Opens another version of the video after saving this one. */
  async openVersion(fileId: string): Promise<void> {
    await this.save.flush()
    this.library?.data().onOpen(fileId)
  }
}
