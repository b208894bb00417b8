import type { Selectable } from 'kysely'
import { isLanguageCode, type LanguageCode } from '#core/domain/languages.ts'
import { cueErrors } from '#core/subtitle/cue/cue-errors.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { roleLines } from '#core/subtitle/cue/role-lines.ts'
import { roleState } from '#core/subtitle/cue/role-state.ts'
import { fromWire, toWire } from '#core/subtitle/cue/wire.ts'
import type { SubtitleTable } from '../../store/tables/files.ts'

export type SubtitleRow = Selectable<SubtitleTable>

/** Columns of a version's text and of figures derived from it. */
export function cueColumns(cues: readonly Cue[]) {
  return {
    cues: JSON.stringify(toWire(cues)),
    cue_sum: cues.length,
    size: sizeOf(cues),
    cue_errors: JSON.stringify(cueErrors(cues)),
    role_state: roleState(cues),
    role_lines: JSON.stringify(roleLines(cues)),
  }
}

/** A version's text ready to write, made before the transaction. */
export type VersionText = ReturnType<typeof cueColumns>

/** Bytes around a cue's text in SubRip: times and line ends. */
const AROUND_TEXT = 37

/** A version's size as SubRip, except for times of a hundred hours and more. */
function sizeOf(cues: readonly Cue[]): number {
  return cues.reduce((sum, { text }, at) => {
    const ends = text.split('\n').length - 1
    return sum + Buffer.byteLength(text) + ends + String(at + 1).length + AROUND_TEXT
  }, 0)
}

/** Cues of a stored version. */
export function cuesOf(row: Pick<SubtitleRow, 'id' | 'cues'>): Cue[] {
  const cues = fromWire(row.cues)
  if (!cues) throw new Error(`Stored cues of ${row.id} can't be read`)
  return cues
}

/** The language of a video or version; English if it is not one of the product's. */
export function languageOf(row: { language: string }): LanguageCode {
  return isLanguageCode(row.language) ? row.language : 'en'
}
