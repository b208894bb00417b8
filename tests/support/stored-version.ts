import { errorTable } from '#core/contract/errors.ts'
import type { InputOf } from '#core/contract/index.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueList } from '#core/subtitle/cue/cue-list.ts'
import { Digest } from '#core/subtitle/cue/digest.ts'
import { type Reading, sameReading, withReading } from '#core/subtitle/cue/readings.ts'
import { applyWireChanges, fromWire, readFields, standsAsChanged, toWire } from '#core/subtitle/cue/wire.ts'

/** The server's side of saving, as in `server/app/subtitles/write.ts` and `server/app/review/readings.ts`. */
export class StoredVersion {
  cues: readonly Cue[]
  revision = 1
  /** Number of whole texts received. */
  whole = 0
  /** Open readings by cue. */
  readonly readings = new Map<string, readonly Reading[]>()

  constructor(cues: readonly Cue[]) {
    this.cues = cues
  }

  /** The answer to a request; a garbled patch lacks its first change. */
  answer(path: string, body: string | undefined, isGarbled = false): object {
    if (path.endsWith('/edit')) return this.edit(JSON.parse(body ?? '') as InputOf<'editVersion'>)
    if (path.endsWith('/patch')) return this.patch(JSON.parse(body ?? '') as InputOf<'patchVersion'>, isGarbled)
    return ok({ subtitle_txt: toWire(this.cues), revision: this.revision })
  }

  private edit({ revision, subtitle_txt: lines, readings = [] }: InputOf<'editVersion'>) {
    this.whole++
    const isCurrent = revision === this.revision
    const answer = this.write(revision, () => fromWire(lines))
    if (isCurrent) for (const { cue_id, cue } of readings) this.keep(readingOf(cue_id, cue))
    if (!isCurrent && JSON.stringify(toWire(this.cues)) === JSON.stringify(lines)) return this.written()
    return answer
  }

  private patch(input: InputOf<'patchVersion'>, isGarbled: boolean) {
    const same = (cues: readonly Cue[]) => Digest.of(cues).text === input.text_digest
    const isThere = same(this.cues) && standsAsChanged(this.cues, input.changes)
    if (input.revision !== this.revision && isThere) return this.written()
    return this.write(input.revision, () => {
      const changes = isGarbled ? input.changes.slice(1) : input.changes
      const cues = applyWireChanges(cueList(this.cues), changes)?.cues
      return cues && same(cues) ? cues : undefined
    })
  }

  private write(revision: number, make: () => readonly Cue[] | undefined) {
    if (revision !== this.revision) {
      const data = { current: toWire(this.cues), revision: this.revision }
      return { code: errorTable.notice.code, message: 'stale', data }
    }
    const cues = make()
    if (!cues) return { code: errorTable.refused.code, message: 'unreadable', data: {} }
    this.cues = cues
    this.revision++
    return this.written()
  }

  private written() {
    return ok({ revision: this.revision })
  }

  private keep(reading: Reading): void {
    const open = this.readings.get(reading.cueId) ?? []
    if (open.some((each) => sameReading(each, reading))) return
    const line = this.cues.find(({ id }) => id === reading.cueId)
    this.readings.set(reading.cueId, withReading(open, reading, line))
  }
}

const ok = (data: object) => ({ code: 0, message: '', data })

function readingOf(cueId: string, cue: Parameters<typeof readFields>[1] | null): Reading {
  return { cueId, cue: cue ? readFields(cueId, cue) : undefined }
}
