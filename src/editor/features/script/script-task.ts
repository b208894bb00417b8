import type { DataOf } from '#core/contract/index.ts'
import { scriptVerdicts } from '#core/domain/task.ts'
import type { ApartPart } from '#core/speech/script-take.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { CueWords } from '#core/subtitle/formats/cue-words.ts'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import { call } from '#src/api/call.ts'

/** Task of the dialog by video: it continues while the dialog is closed. */
const left = new Map<string, string>()

/** The video's alignment that was started here and not yet applied. */
export const openAlignment = (videoId: string): string | undefined => left.get(videoId)

/** Stores an alignment until it is applied or dropped; undefined removes it. */
export function keepAlignment(videoId: string, taskId: string | undefined): void {
  if (taskId === undefined) left.delete(videoId)
  else left.set(videoId, taskId)
}

/** The resulting lines, and the parts that only script or sound have. */
export interface Aligned {
  readonly cues: readonly Cue[]
  readonly notSpoken: readonly ApartPart[]
  readonly notInScript: readonly ApartPart[]
  /** Number of lines without a recognised word, placed by their sentence. */
  readonly unplaced: number
  /** Word times of these lines; left out if the server has them. */
  readonly wordsOf?: (lines: readonly Cue[]) => CueWords[]
}

/** Result of a finished alignment. Rejects with a CallFailed. */
export async function readAligned({ file_id, task_info }: DataOf<'getTask'>): Promise<Aligned> {
  const { subtitle_txt } = await call('getVersion', { file_id })
  const parts = (wanted: (typeof scriptVerdicts)[number]): ApartPart[] =>
    task_info.lines
      .filter(({ verdict }) => verdict === wanted)
      .map(({ cue_id: id, start, end, note: text }) => ({ id, start, end, text }))
  const [notSpoken, notInScript] = scriptVerdicts
  const unplaced = task_info.lines.filter(({ verdict }) => verdict === 'unplaced').length
  return { cues: fromWire(subtitle_txt) ?? [], notSpoken: parts(notSpoken), notInScript: parts(notInScript), unplaced }
}
