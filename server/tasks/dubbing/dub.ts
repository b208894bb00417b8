import type { DubOutput, DubRemark } from '#core/domain/dubbing.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { SlowSpan } from '#core/domain/slow-span.ts'
import { hasPicture, type MediaInfo } from '#core/media/media-info.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { DubbingChoice } from '#core/tasks/dubbing.ts'
import { slowedMs, slowedRanges } from '#core/timing/slow-spans.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'
import { type FailedLine, fitLines, inPlannedLength, type PlacedLine, shareOf } from './fit.ts'
import { duckedSound } from './duck.ts'
import type { FitRow } from '#core/speech/fit-plan.ts'
import { type DubLine, dubLines, hasLyrics, type KnownSpeakers, nameIn } from '#core/speech/dub-lines.ts'
import { mixDub, soundUnder, voiceGain } from './mix.ts'
import type { DubRow } from './report.ts'
import { slowedVideo } from './slowed-video.ts'
import { type Spoken, Voices } from './speak.ts'
import { castVoices, speakersOfLines } from './voices.ts'
import { type DubNotes, pronouncersOf } from './notes.ts'
import { takeSounds } from '../../app/subtitles/kept-takes.ts'
import type { DubMix, MixedTake } from '../../store/tables/dub-mix.ts'

export interface DubRequest {
  readonly video: InspectedVideo
  /** In the language of the dub. */
  readonly cues: readonly Cue[]
  readonly language: LanguageCode
  readonly choice: DubbingChoice
  readonly output: DubOutput
  /** The original's cues if known: text by cue id. */
  readonly original?: readonly Cue[]
  /** Known speakers besides the cues' roles. */
  readonly known: KnownSpeakers
  /** Voices and takes of single lines, and how words are spoken. */
  readonly notes: DubNotes
  readonly share: readonly [number, number]
}

export interface Dub {
  readonly blob: string
  /** One per cue, in time order. */
  readonly rows: DubRow[]
  /** Its slow-downs; times of rows are the dub's. */
  readonly spans: readonly SlowSpan[]
  readonly durationMs: number
  readonly info: MediaInfo
  /** Remarks on the whole. */
  readonly remarks: readonly DubRemark[]
  /** What it was mixed of. */
  readonly mix: DubMix
}

/** Dubs cues over a video: voices → speech of each cue → one plan for all → slow-downs → tracks → mix. */
export async function dubVideo(run: Run, request: DubRequest): Promise<Dub> {
  const { cues, language, choice, share } = request
  // A sound is dubbed as sound, whatever was requested.
  const output = hasPicture(request.video.info) ? request.output : 'sound'
  const { known, original } = request
  const isMulti = choice.dubbing_type === 'multi'
  const lines = dubLines(cues, isMulti, { ...known, original, isSung: choice.speak_lyrics })
  if (lines.length === 0) throw new TaskFailed('version_empty')
  const at = (from: number, to: number): [number, number] => [
    share[0] + (share[1] - share[0]) * from,
    share[0] + (share[1] - share[0]) * to,
  ]
  const texts = new Map(request.original?.map(({ id, text }) => [id, text]))
  const originalText = (cueId: string): string => texts.get(cueId) ?? ''
  const casting = {
    video: request.video,
    lines,
    language,
    choice,
    roles: request.known.roles,
    originalText,
    share: at(0, 0.1),
  }
  const speakers = await castVoices(run, casting)
  const { pronunciations, line_voices, takes } = request.notes
  const pronounce = pronouncersOf(pronunciations, language)
  const voices = new Voices(run, pronounce)
  const maySlow = choice.slow_down && output === 'video'
  const mediaMs = request.video.duration_ms
  const speakerOf = speakersOfLines(run, { speakers, language, voices: line_voices })
  const taken = await takeSounds(run.deps.db, Object.values(takes))
  const chosen = new Map(
    Object.entries(takes).flatMap(([cueId, takeId]) => {
      const take = taken.get(takeId)
      return take ? [[cueId, take] as const] : []
    }),
  )
  const speech = { lines, speakerOf, takes: chosen, language, mayShorten: choice.shorten, maySlow, mediaMs }
  const { placed, failed, spans } = await fitLines(voices, speech, at(0.1, 0.5))
  const [first] = failed
  if (first && placed.length === 0) throw new TaskFailed('dub_failed', { detail: first.why })
  const video = await slowedVideo(run, request.video, spans, at(0.5, 0.6))
  const said = dubLines(cues, true, { ...known, original, isSung: choice.speak_lyrics })
  const levelOf = levelsOf(choice, said)
  const timed = await inTime(run, voices, placed, { language, levelOf }, at(0.6, 0.7))
  const under = await soundUnder(run, { video, keepBackground: choice.keep_background }, at(0.7, 0.78))
  const heard = { video, spoken: timed.map(({ row }) => row), said: slowedRanges(spans, lines), under: under.kind }
  const ducked = await duckedSound(run, heard, at(0.78, 0.8))
  const { blob_key, content_hash, duration_ms: durationMs, info } = video
  const mix: DubMix = {
    takes: takesOf(timed, said, request),
    ...{ ducked, language, under, underDb: choice.background_db, targetLufs: choice.loudness, durationMs },
    voiceGainDb: under.kind === 'none' ? 0 : await voiceGain(run, video, at(0.8, 0.82)),
    video: { blob_key, content_hash, duration_ms: durationMs, info },
  }
  const { blob } = await mixDub(run, { mix, kind: output }, at(0.82, 1))
  const isOneVoice = isMulti && new Set(lines.map(({ speaker }) => speaker)).size < 2
  const remarks: DubRemark[] = [
    ...(isOneVoice ? (['one_voice'] as const) : []),
    ...(!choice.speak_lyrics && hasLyrics(cues) ? (['lyrics_unspoken'] as const) : []),
  ]
  return { blob, rows: rowsOf(placed, failed, spans), spans, durationMs, info, remarks, mix }
}

/** Levels of lines by their speakers, who may all have one voice. */
function levelsOf({ speaker_levels }: DubbingChoice, said: readonly DubLine[]): (line: DubLine) => number {
  const levels = new Map(speaker_levels.map(({ speaker, db }) => [speaker, db]))
  const speakers = new Map(said.map(({ id, speaker }) => [id, speaker]))
  return ({ id }) => levels.get(speakers.get(id) ?? '') ?? 0
}

/** A placed line in its planned length. */
interface TimedLine extends PlacedLine {
  readonly timed: Spoken
  readonly db: number
}

async function inTime(
  run: Run,
  voices: Voices,
  placed: readonly PlacedLine[],
  { language, levelOf }: { readonly language: LanguageCode; readonly levelOf: (line: DubLine) => number },
  share: readonly [number, number],
): Promise<TimedLine[]> {
  const spoken = placed.filter(({ row }) => row.isSpoken)
  return Promise.all(
    spoken.map(async (line, index) => {
      const timed = await inPlannedLength(run, voices, language, line, shareOf(share, index, spoken.length))
      return { ...line, timed, db: levelOf(line.line) }
    }),
  )
}

/** The lines as they are mixed; speakers are known even where all have one voice. */
function takesOf(
  lines: readonly TimedLine[],
  said: readonly DubLine[],
  { cues, original, known }: DubRequest,
): MixedTake[] {
  const speakers = new Map(said.map(({ id, speaker }) => [id, speaker]))
  const numbers = new Map((original ?? cues).map(({ id }, at) => [id, at + 1]))
  const nameOf = (id: string): string => known.roles.get(id) ?? nameIn(id) ?? ''
  const takes = lines.map(({ line, text, speaker, row, spoken, timed, db }): MixedTake => ({
    cue_id: line.cueId,
    number: numbers.get(line.cueId) ?? 0,
    speaker: nameOf(speakers.get(line.id) ?? line.speaker),
    text,
    voice: speaker.key,
    verdict: verdictOf(line, text, row, spoken),
    ...{ blob: timed.blob, ms: timed.ms, start: row.start, end: row.end, db },
  }))
  return takes.sort((a, b) => a.start - b.start)
}

/** How a spoken line came out. */
function verdictOf(line: DubLine, text: string, { verdict }: FitRow, { breaksOff }: Spoken): DubRow['verdict'] {
  if (verdict === 'does_not_fit') return verdict
  if (breaksOff) return 'broken_off'
  return text === line.text ? verdict : 'shortened'
}

function rowsOf(placed: readonly PlacedLine[], failed: readonly FailedLine[], spans: readonly SlowSpan[]): DubRow[] {
  const rows = placed.map(({ line, text, row, spoken }): DubRow => {
    const { start, end, rate } = row
    const verdict = verdictOf(line, text, row, spoken)
    return { cue_id: line.cueId, verdict, start, end, rate, note: text === line.text ? '' : text }
  })
  const lost = failed.map(({ line, why }): DubRow => {
    const { cueId: cue_id } = line
    const start = slowedMs(spans, line.start)
    return { cue_id, verdict: 'failed', start, end: start, rate: 1, note: why.slice(0, 300) }
  })
  const byCue = Map.groupBy([...rows, ...lost], ({ cue_id }) => cue_id)
  return [...byCue.values()].map(oneRow).sort((a, b) => a.start - b.start)
}

/** Best first; unlisted ones are worse than all. */
const VERDICTS: readonly DubRow['verdict'][] = ['fits', 'borrowed', 'sped', 'shortened']

/** One row for several speakers of a cue: the worst. */
function oneRow(rows: readonly DubRow[]): DubRow {
  const rank = ({ verdict }: DubRow): number =>
    VERDICTS.includes(verdict) ? VERDICTS.indexOf(verdict) : VERDICTS.length
  const [worst, ...others] = [...rows].sort((a, b) => rank(b) - rank(a))
  if (!worst) throw new Error('A cue that is spoken has a row')
  return others.reduce(
    (whole, { start, end, rate }) => ({
      ...whole,
      start: Math.min(whole.start, start),
      end: Math.max(whole.end, end),
      rate: Math.max(whole.rate, rate),
    }),
    worst,
  )
}
