import { type LineSpeaker, SURE_SPEAKER } from '#core/domain/task.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { CueList } from '#core/subtitle/cue/cue-list.ts'
import type { ReviewedFlag } from '../../context/editor.ts'
import { perEditor } from '../../context/per-editor.ts'

type KnownLines = ReadonlyMap<string, Omit<LineSpeaker, 'cue_id'>>
type SaidCue = Pick<Cue, 'id' | 'roles'>

/** The confidence in a line's speaker, from 0 to 1; undefined if the user chose it. */
export function sureIn(lines: KnownLines, { id, roles }: SaidCue): number | undefined {
  const line = lines.get(id)
  return line && roles.length === 1 && roles[0] === line.role_id ? line.sure : undefined
}

/** Whether a line's speaker needs review. */
export const isUnsure = (sure: number | undefined): boolean => sure !== undefined && sure < SURE_SPEAKER

/** The confidence in diarised speakers of lines, until the user changes or confirms them. */
export class LineSpeakers {
  private known: KnownLines
  private readonly listeners = new Set<() => void>()

  constructor(lines: readonly LineSpeaker[], flags: readonly ReviewedFlag[]) {
    const known = new Map(lines.map((line) => [line.cue_id, line]))
    for (const { cue_id, review } of flags) if (review?.verdict === 'speaker_unsure') known.delete(cue_id)
    this.known = known
  }

  /** For React: a new map after each confirmation. */
  readonly lines = (): KnownLines => this.known

  /** The confidence in a line's speaker, from 0 to 1; undefined if the user chose it. */
  sureOf(cue: SaidCue): number | undefined {
    return sureIn(this.known, cue)
  }

  /** Whether a line's speaker needs review. */
  isUnsure(cue: SaidCue): boolean {
    return isUnsure(this.sureOf(cue))
  }

  /** The next line with an unsure speaker, wrapping around; undefined without one. */
  next(list: CueList, after: string | undefined): string | undefined {
    const from = list.index.get(after ?? '') ?? -1
    for (let step = 1; step <= list.length; step++) {
      const cue = list.cueAt((from + step + list.length) % list.length)
      if (this.isUnsure(cue)) return cue.id
    }
    return undefined
  }

  /** Marks the speakers of lines as right. */
  confirm(ids: readonly string[]): void {
    const known = new Map(this.known)
    for (const id of ids) known.delete(id)
    this.known = known
    for (const listener of this.listeners) listener()
  }

  /** For React: calls the listener after each confirmation; returns a function that ends that. */
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }
}

/** Confidence in the speakers of an editor's version. */
export const lineSpeakersOf = perEditor(({ opened }) => new LineSpeakers(opened.voices?.lines ?? [], opened.flags))
