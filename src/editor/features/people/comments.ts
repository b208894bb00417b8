import type { LineComment } from '#core/contract/comment.ts'
import { placeComments } from '#core/subtitle/cue/comment-places.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { inPlace, type Patch } from '#core/subtitle/cue/patch.ts'
import { call, idempotencyKey } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { workingAs } from '#src/ui/working-as.ts'
import type { EditorSession } from '../../model/session.ts'

/** A comment with its current line; undefined if that is removed without a successor. */
export interface PlacedComment {
  readonly comment: LineComment
  readonly cue: Cue | undefined
}

const none: readonly LineComment[] = []

/** Comments on lines of the open version, as stored on the server. */
export class Comments {
  private readonly fileId: string
  private readonly session: EditorSession
  private list = none
  private byCue = new Map<string, LineComment[]>()
  private placed: readonly PlacedComment[] = []
  private readonly listeners = new Set<() => void>()

  constructor(fileId: string, session: EditorSession) {
    this.fileId = fileId
    this.session = session
  }

  /** For React: all comments in line order, those without a line last; the same list until something changes. */
  readonly all = (): readonly PlacedComment[] => this.placed
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Comments of a line, oldest first. */
  of(cueId: string): readonly LineComment[] {
    return this.byCue.get(cueId) ?? none
  }

  start(): () => void {
    const read = (): void => void this.read().catch(notifyFailure)
    read()
    const stops = [
      onLiveEvents((event) => {
        if (event.kind === 'comments' && event.file_id === this.fileId) read()
      }, read),
      this.session.onChange(({ patch }) => this.follow(patch)),
    ]
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** Adds a comment to a line. Rejects if the request fails: repeated with the same key it is stored once. */
  async add(cue: Cue, text: string, key = idempotencyKey()): Promise<void> {
    const { fileId: file_id } = this
    const place = { cue_id: cue.id, start: cue.start }
    const made = await call('addComment', { file_id, ...place, text, person: workingAs.get(), idempotency_key: key })
    this.show([...this.list.filter(({ comment_id }) => comment_id !== made.comment_id), made])
  }

  /** Resolves a comment, or reopens it. */
  async resolve({ comment_id }: LineComment, resolved: boolean): Promise<void> {
    const changed = await call('resolveComment', { comment_id, resolved, person: workingAs.get() })
    this.show(this.list.map((comment) => (comment.comment_id === comment_id ? changed : comment)))
  }

  async remove({ comment_id }: LineComment): Promise<void> {
    await call('deleteComment', { comment_id, person: workingAs.get() })
    this.show(this.list.filter((comment) => comment.comment_id !== comment_id))
  }

  /** The next line with an open comment, wrapping around; undefined without any. */
  next(): string | undefined {
    const { list, cells } = this.session
    const from = list.index.get(cells.focus ?? '') ?? -1
    const open = this.placed.flatMap(({ comment, cue }) => (cue && comment.resolved_by === '' ? [cue.id] : []))
    return open.find((id) => (list.index.get(id) ?? -1) > from) ?? open[0]
  }

  /** Reloads comments, such as after the user's name changed. */
  async read(): Promise<void> {
    const { list } = await call('listComments', { file_id: this.fileId, person: workingAs.get() })
    this.show(list)
  }

  private follow(patch: Patch): void {
    if (this.list.length > 0 && patch.some((change) => !inPlace(change))) this.show(this.list)
  }

  private show(list: readonly LineComment[]): void {
    this.list = list
    const lines = placeComments(list, this.session.list)
    const { index } = this.session.list
    const placeOf = (cue: Cue | undefined): number => (cue && index.get(cue.id)) ?? index.size
    this.placed = list
      .map((comment, at) => ({ comment, cue: lines[at] }))
      .sort((a, b) => placeOf(a.cue) - placeOf(b.cue))
    this.byCue = new Map()
    for (const { comment, cue } of this.placed) {
      if (cue) this.byCue.set(cue.id, [...(this.byCue.get(cue.id) ?? []), comment])
    }
    for (const listener of this.listeners) listener()
  }
}
