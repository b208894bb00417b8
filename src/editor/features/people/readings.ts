import type { LineReading } from '#core/contract/reading.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import type { Conflict } from '#core/subtitle/cue/merge.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { leftOver, offersMore, type Reading, sameReading } from '#core/subtitle/cue/readings.ts'
import { readFields } from '#core/subtitle/cue/wire.ts'
import { call } from '#src/api/call.ts'
import { onLiveEvents } from '#src/api/live.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import type { Step } from '../../model/document/history.ts'
import { followText } from '../../model/follow-text.ts'
import type { EditorSession, StepWay } from '../../model/session.ts'
import { perEditor } from '../../context/per-editor.ts'

/** Another reading of a line: from the server, or of a conflict that it does not have yet. */
export interface OpenReading extends Reading {
  readonly key: string
  readonly conflict: Conflict | undefined
}

const none: readonly OpenReading[] = []

/** Readings that await a decision, shared by all users of the version. */
export class Readings {
  private readonly fileId: string | undefined
  private readonly session: EditorSession
  private stored = none
  private byLine: ReadonlyMap<string, readonly OpenReading[]> = new Map()
  /** Readings decided by a step, by line: an undo reopens them. */
  private readonly decided = new Map<string, readonly OpenReading[]>()
  private readonly listeners = new Set<() => void>()

  /** Without `fileId` there is no server, as for a local file. */
  constructor(fileId: string | undefined, session: EditorSession) {
    this.fileId = fileId
    this.session = session
  }

  /** For React: readings of a line; the same list until they change. */
  of(cueId: string): readonly OpenReading[] {
    return this.byLine.get(cueId) ?? none
  }

  /** For React: number of lines with readings. */
  readonly count = (): number => this.byLine.size
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  start(): () => void {
    const { session, fileId } = this
    const read = (): void => void this.read().catch(notifyFailure)
    const stops = [
      session.conflicts.subscribe(() => this.show()),
      followText(session, () => {
        if (this.stored.length + session.conflicts.all().length > 0) this.show()
      }),
      session.onStep((step, way) => this.follow(step, way)),
      onLiveEvents((event) => {
        if (event.kind === 'readings' && event.file_id === fileId) read()
      }, read),
    ]
    read()
    this.show()
    return () => {
      for (const stop of stops) stop()
    }
  }

  /** The next line with another reading, wrapping around. */
  next(): string | undefined {
    const { list, cells } = this.session
    const from = list.index.get(cells.focus ?? '') ?? -1
    const placeOf = (id: string): number => list.index.get(id) ?? list.length
    const ids = [...this.byLine.keys()].sort((a, b) => placeOf(a) - placeOf(b))
    return ids.find((id) => placeOf(id) > from) ?? ids[0]
  }

  /** Keeps the line, which decides its other readings. */
  keep(cueId: string): void {
    void this.settle(this.of(cueId), true)
  }

  /** Replaces the line by the reading, in one step that undo reverts together with the mark. */
  take(reading: OpenReading): void {
    const { cueId, cue } = reading
    const { session } = this
    const line = cueIn(session.list, cueId)
    if (!line) return
    const at = session.list.index.get(cueId)!
    const patch = cue ? replacePatch(session.list, [cue]) : [{ id: cueId, from: line, to: undefined, at }]
    this.decide(reading, () => session.edit('step_reading', patch))
  }

  /** Combines both texts in the line, one below the other. */
  join(reading: OpenReading): void {
    const { session } = this
    const line = cueIn(session.list, reading.cueId)
    if (!line || !reading.cue) return
    const text = `${line.text}\n${reading.cue.text}`
    this.decide(reading, () => session.edit('step_reading', replacePatch(session.list, [{ ...line, text }])))
  }

  private decide(reading: OpenReading, edit: () => void): void {
    if (this.session.isReadOnly) return edit()
    const { cueId } = reading
    const others = this.decided.get(cueId) ?? none
    this.decided.set(cueId, [...others, reading])
    edit()
    void this.settle([reading], true)
  }

  private follow({ name, patch }: Step, way: StepWay): void {
    if (name !== 'step_reading' || way === 'done') return
    const readings = patch.flatMap(({ id }) => this.decided.get(id) ?? none)
    void this.settle(readings, way === 'redone')
  }

  /** Shown at once; what the server refuses is loaded from it again. */
  private async settle(readings: readonly OpenReading[], isSettled: boolean): Promise<void> {
    const { conflicts } = this.session
    const own = readings.flatMap(({ conflict }) => conflict ?? [])
    if (isSettled) conflicts.drop(own)
    else conflicts.add(own)
    const kept = readings.filter(({ conflict }) => !conflict)
    const others = this.stored.filter((each) => !kept.includes(each))
    this.stored = isSettled ? others : [...others, ...kept]
    this.show()
    const { fileId: file_id } = this
    if (file_id === undefined || kept.length === 0) return
    try {
      await call('settleReadings', { file_id, reading_ids: kept.map(({ key }) => key), settled: isSettled })
    } catch (error) {
      notifyFailure(error)
      await this.read().catch(() => undefined)
    }
  }

  private async read(): Promise<void> {
    const { fileId: file_id } = this
    if (file_id === undefined) return
    const { conflicts } = this.session
    // The answer includes what the server received before the request.
    const sent = conflicts.sent
    const { list } = await call('listReadings', { file_id })
    this.stored = list.map((each) => this.known(each))
    conflicts.drop(sent)
    this.show()
  }

  /** The earlier object if it is equal, since rows render by it. */
  private known({ reading_id, cue_id, cue }: LineReading): OpenReading {
    const before = this.stored.find(({ key }) => key === reading_id)
    return (
      before ?? { key: reading_id, cueId: cue_id, cue: cue ? readFields(cue_id, cue) : undefined, conflict: undefined }
    )
  }

  private show(): void {
    const { list, conflicts } = this.session
    const byLine = new Map<string, OpenReading[]>()
    const found = conflicts.all().map((conflict): OpenReading => ({ key: '', ...leftOver(conflict), conflict }))
    for (const reading of [...this.stored, ...found]) {
      const { cueId } = reading
      const there = byLine.get(cueId) ?? []
      const isNew = there.every((each) => !sameReading(each, reading))
      if (isNew && offersMore(reading, cueIn(list, cueId))) byLine.set(cueId, [...there, reading])
    }
    this.byLine = new Map([...byLine].map(([id, readings]) => [id, unlessSame(this.of(id), readings)]))
    for (const listener of this.listeners) listener()
  }
}

function unlessSame(before: readonly OpenReading[], now: readonly OpenReading[]): readonly OpenReading[] {
  const isSame = before.length === now.length && now.every((each, at) => isAlike(each, before[at]!))
  return isSame ? before : now
}

const isAlike = (a: OpenReading, b: OpenReading): boolean =>
  a.key === b.key && a.conflict === b.conflict && sameReading(a, b)

/** Other users' readings of lines that were changed here too. */
export const readingsOf = perEditor(({ library, session }) => new Readings(library?.fileId, session))
