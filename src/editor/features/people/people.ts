import type { Present } from '#core/domain/presence.ts'
import type { EditorSession } from '../../model/session.ts'
import { Comments } from './comments.ts'
import { Presence } from './presence.ts'
import { perEditor } from '../../context/per-editor.ts'

/** Marks of a row about other users. */
export interface RowNote {
  /** Users at the line. */
  readonly there: readonly Present[]
  /** Numbers of open comments, and of all. */
  readonly open: number
  readonly comments: number
}

/** The other users of the open version, and their comments. */
export class People {
  readonly presence: Presence
  readonly comments: Comments
  private notes: ReadonlyMap<string, RowNote> = new Map()
  private readonly listeners = new Set<() => void>()

  constructor(fileId: string, session: EditorSession) {
    this.presence = new Presence(fileId, session)
    this.comments = new Comments(fileId, session)
  }

  /** For React: the marks of a line; the same object until they change, undefined for most lines. */
  readonly noteOf = (cueId: string): RowNote | undefined => this.notes.get(cueId)
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  start(): () => void {
    const note = (): void => this.note()
    const { presence, comments } = this
    const stops = [presence.subscribe(note), comments.subscribe(note), presence.start(), comments.start()]
    return () => {
      for (const stop of stops) stop()
    }
  }

  private note(): void {
    const notes = new Map<string, RowNote>()
    const at = (id: string): RowNote => notes.get(id) ?? { there: [], open: 0, comments: 0 }
    for (const each of this.presence.others()) {
      const { cueId } = each
      if (cueId !== '') notes.set(cueId, { ...at(cueId), there: [...at(cueId).there, each] })
    }
    for (const { comment, cue } of this.comments.all()) {
      if (!cue) continue
      const before = at(cue.id)
      const open = before.open + (comment.resolved_by === '' ? 1 : 0)
      notes.set(cue.id, { ...before, open, comments: before.comments + 1 })
    }
    // The same object if unchanged, since rows render by it.
    for (const [id, note] of notes) {
      const before = this.notes.get(id)
      if (before && isSame(before, note)) notes.set(id, before)
    }
    this.notes = notes
    for (const listener of this.listeners) listener()
  }
}

function isSame(a: RowNote, b: RowNote): boolean {
  const who = ({ there }: RowNote): string => there.map(({ pageId, person }) => `${pageId} ${person}`).join('\n')
  return a.open === b.open && a.comments === b.comments && who(a) === who(b)
}

/** The other users of an editor's version; undefined for a file of this computer. */
export const peopleOf = perEditor(({ library, session }) => library && new People(library.fileId, session))
