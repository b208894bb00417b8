import { subscribe } from 'valtio'
import { isLanguageCode } from '#core/domain/languages.ts'
import { type DubDraft, draftDub } from '#core/speech/dub-draft.ts'
import type { FitRow, FitVerdict } from '#core/speech/fit-plan.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import type { Editor } from '../../context/editor.ts'
import { perEditor } from '../../context/per-editor.ts'
import { delays } from '../../model/options.ts'
import { takesOf } from './takes.ts'
import type { VoiceLook, VoicePlace } from '../../timeline/index.ts'

/** The plan of a longer version follows after a pause instead of in the next frame. */
const MOST_LINES = 1000

const looks: Readonly<Record<FitVerdict, VoiceLook>> = {
  fits: 'easy',
  borrowed: 'easy',
  sped: 'strained',
  shortened: 'strained',
  slowed: 'strained',
  does_not_fit: 'off',
}

/** Number of lines to speak, and of those by how their voices lie. */
export interface VoiceCounts {
  readonly count: number
  readonly strained: number
  readonly off: number
}

const none: DubDraft = { lines: [], spoken: [], rows: [], heard: new Set() }

/** Where the voices of a dub of the open version would lie; follows its text and its drags while it is shown. */
export class DubPlan {
  private readonly editor: Editor
  private readonly listeners = new Set<() => void>()
  private draft = none
  private planned: CueList | undefined
  private shown: readonly VoicePlace[] = []
  private counted: VoiceCounts = { count: 0, strained: 0, off: 0 }
  private byCue = new Map<string, FitRow>()
  private heard: ReadonlySet<string> = new Set()
  private stop: (() => void) | undefined

  constructor(editor: Editor) {
    this.editor = editor
  }

  /** Calls the listener after each new plan; returns a function that ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    this.stop ??= this.follow()
    return () => {
      this.listeners.delete(listener)
      if (this.listeners.size > 0) return
      this.stop?.()
      this.stop = undefined
    }
  }

  /** The voices by start. */
  readonly places = (): readonly VoicePlace[] => this.shown

  /** The lines with their places, as the task would speak them. */
  readonly drafted = (): DubDraft => this.draft

  readonly counts = (): VoiceCounts => this.counted

  /** Place of a cue's voice, of the first one if several speak; undefined if nothing of it is spoken. */
  rowOf(cueId: string): FitRow | undefined {
    return this.byCue.get(cueId)
  }

  /** Whether a cue's duration is that of a take. */
  isHeard(cueId: string): boolean {
    return this.heard.has(cueId)
  }

  private follow(): () => void {
    const { session } = this.editor
    this.plan()
    const takes = takesOf(this.editor)
    const stopTakes = takes.onChange(() => {
      this.planned = undefined
      this.plan()
    })
    const stopFollowing = takes.follow()
    const later = (): void => {
      if (session.cells.list === this.planned) return
      if (session.cells.list.length > MOST_LINES) session.loop.idle(this, () => this.plan(), { after: delays.save })
      else session.loop.frame(this, { write: () => this.plan() })
    }
    const end = subscribe(session.cells, later)
    return () => {
      end()
      stopTakes()
      stopFollowing()
      session.loop.cancel(this)
    }
  }

  private plan(): void {
    const { session, media, roles } = this.editor
    const { list } = session.cells
    if (list === this.planned) return
    const language = isLanguageCode(media.language) ? media.language : 'en'
    const mediaMs = Math.max(media.durationMs, list.cues.at(-1)?.end ?? 0)
    const known = { roles: new Map(roles.map(({ folder_role_id, role_name }) => [folder_role_id, role_name])) }
    const { lengthOf, wayOf } = takesOf(this.editor)
    this.draft = draftDub(list.cues, { language, mediaMs, known, lengthOf, wayOf }, this.draft)
    this.planned = list
    this.show()
  }

  private show(): void {
    const { lines, rows, heard } = this.draft
    this.heard = heard
    this.byCue = new Map(rows.map((row) => [row.id, row]))
    this.shown = rows
      .map((row, at) => placeOf(row, lines[at]?.end ?? row.end))
      .sort((a, b) => a.start - b.start || a.end - b.end)
    const having = (look: VoiceLook): number => this.shown.filter((place) => place.look === look).length
    this.counted = { count: rows.length, strained: having('strained'), off: having('off') }
    for (const listener of this.listeners) listener()
  }
}

/** A voice that is left out takes the place of its line. */
function placeOf({ start, end, rate, verdict, isSpoken }: FitRow, lineEnd: number): VoicePlace {
  const look = looks[verdict]
  return { start, end: isSpoken ? end : lineEnd, look, label: look === 'easy' ? '' : rateText(rate) }
}

/** A rate as it is written, such as `1.15×`. */
export const rateText = (rate: number): string => `${rate.toFixed(2)}×`

/** The plan of an editor's version. */
export const dubPlanOf = perEditor((editor) => new DubPlan(editor))
