import type { LanguageCode } from '#core/domain/languages.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import type { ReadText } from '#core/media/read-text.ts'
import { textLines, textOf } from '#core/media/text-lines.ts'
import type { WeighedWord } from '#core/media/text-readings.ts'
import { type Cue, makeCue, type NewId } from '#core/subtitle/cue/cue.ts'
import type { TimeRange } from '#core/timing/time-range.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import type { Run } from '../../jobs/run.ts'
import { findText } from '../picture-text/find-text.ts'
import { readText } from '../picture-text/read-text.ts'

export interface CueReading {
  readonly video: InspectedVideo
  readonly language: LanguageCode
  /** Only in the region that the user marked. */
  readonly within: PictureRegion | undefined
  readonly newId: NewId
  readonly share: readonly [number, number]
}

/** A cue with the engines of its words. */
export interface ReadCue {
  readonly cue: Cue
  readonly words: readonly WeighedWord[]
}

/** The end of the text search in a task's progress. */
const SEARCH = 0.15

export interface PictureCues {
  readonly cues: readonly ReadCue[]
  /** There is text, but none in this language. */
  readonly isForeign: boolean
  /** Spans of rolling text, which is not read. */
  readonly rolls: readonly TimeRange[]
}

export const noPictureCues: PictureCues = { cues: [], isForeign: false, rolls: [] }

/** The cues in a video's picture. */
export async function readCues(run: Run, reading: CueReading): Promise<PictureCues> {
  const { video, language, within, newId, share } = reading
  const border = share[0] + (share[1] - share[0]) * SEARCH
  const { place } = await findText(run, { video, within, share: [share[0], border] })
  if (!place) return noPictureCues
  const { texts, rolls } = await readText(run, { video, place, language, share: [border, share[1]] })
  const lines = textLines(texts, language)
  const cues = lines.map((line) => ({ cue: cueOf(line, newId), words: line.rows.flatMap(({ words }) => words) }))
  return { cues, isForeign: cues.length === 0 && texts.some(({ rows }) => rows.some(isSure)), rolls }
}

const isSure = ({ confidence, text }: ReadText['rows'][number]): boolean => confidence > 0.8 && text.length > 3

function cueOf(line: ReadText, newId: NewId): Cue {
  return makeCue(newId(), line.start, line.end, textOf(line))
}
