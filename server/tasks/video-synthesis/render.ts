import { writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { isLanguageCode, iso639_2 } from '#core/domain/languages.ts'
import type { SynthesisType } from '#core/domain/task.ts'
import type { MediaInfo } from '#core/media/media-info.ts'
import { burnVersion, planBurn } from '#core/media/plans/burn.ts'
import { breakLongLines, planSoftTrack, softTrackExtension, softTrackVersion } from '#core/media/plans/soft-track.ts'
import { type FileStyles, fileStylesOf } from '#core/subtitle/formats/ass/drawn.ts'
import { type BurnLook, type SecondText, writeBilingualAss, writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { staticInTheWay } from '#core/media/text-regions.ts'
import { type BurnStyle, clearOf } from '#core/subtitle/burn/burn-style.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { hasOwnStyles } from '#core/subtitle/formats/format.ts'
import { readStoredFile } from '#core/subtitle/formats/imported-file.ts'
import { writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import type { WordsOf } from '#core/subtitle/cue/word-times.ts'
import { type ImportedFrom, storedFile } from '../../app/subtitles/imported.ts'
import { burnFontsFolder } from '../../engines/burn-fonts.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { checkResult, probeHeldPicture } from '../../engines/probe.ts'
import { type Run, storeArtifact, type StepBlob } from '../../jobs/run.ts'
import type { Db } from '../../store/db.ts'
import { findText } from '../picture-text/find-text.ts'

/** A video file to subtitle. */
export interface RenderSource {
  /** Key of the file. */
  readonly blob: string
  /** Identifies its content in keys. */
  readonly content: string
  readonly info: MediaInfo
  readonly durationMs: number
}

export interface Rendering {
  readonly source: RenderSource
  readonly cues: readonly Cue[]
  /** Of the cues; empty if unknown. */
  readonly language: string
  readonly type: SynthesisType
  readonly style: BurnStyle
  /** Id of the imported file whose styles are burned in; null if the look is `style`. */
  readonly stylesFile: string | null
  /** Whether rows avoid text that the picture has already. */
  readonly isClearOfText: boolean
  /** Another version to show too. */
  readonly second?: SecondText
  /** Word times of the cues, for a style that marks the active word. */
  readonly words?: WordsOf | undefined
  readonly share: readonly [number, number]
}

/** The video with cues in its picture or as a track. */
export async function renderSubtitles(run: Run, rendering: Rendering): Promise<StepBlob> {
  const { deps, signal } = run
  const { source: video, cues, type, style, stylesFile, second } = rendering
  const language = trackLanguage(rendering.language)
  const texts = cues.map(({ start, end, text }) => [start, end, text])
  const isBurnt = type === 'burn'
  const file = isBurnt ? stylesFile : null
  const { width, height, streams } = video.info
  const looks = isBurnt && !file && rendering.isClearOfText
  const [begun, done] = rendering.share
  const looked = looks ? begun + LOOKING * (done - begun) : begun
  const drawn = looks ? await clearStyle(run, rendering, [begun, looked]) : style
  const look: BurnLook = { width, height, style: drawn, language: rendering.language }
  const input = {
    content: video.content,
    texts,
    type,
    language,
    ...(isBurnt && { look }),
    ...(isBurnt && style.words && { words: cues.map((cue) => rendering.words?.(cue) ?? null) }),
    ...(second && { second: { ...second, cues: second.cues.map(({ start, end, text }) => [start, end, text]) } }),
    ...(file && { file, ids: cues.map(({ id }) => id) }),
  }
  const step = {
    name: 'render',
    version: isBurnt ? burnVersion : softTrackVersion,
    input,
    share: [looked, done],
  } as const
  return run.step<StepBlob>(step, async (work) => {
    const source = await deps.blobs.localPath(video.blob, run.folder)
    const extension = isBurnt
      ? 'mp4'
      : softTrackExtension(
          streams,
          [...cues, ...(second?.cues ?? [])].map(({ text }) => text),
        )
    const output = join(work.folder, `result.${extension}`)
    const plan = isBurnt
      ? await burnPlan(run, rendering, look, file, { source, output, folder: work.folder })
      : planSoftTrack({ source, output, tracks: await writeTracks(rendering, work.folder), streams, extension })
    const { ffmpeg, ffprobe } = deps.engines.need('ffmpeg', {})
    await runFfmpeg(plan, {
      program: ffmpeg,
      signal,
      cwd: work.folder,
      durationMs: video.durationMs,
      onProgress: work.onProgress,
    })
    await checkResult(ffprobe, output, video.durationMs, signal)
    return storeArtifact(run, `${work.scope}/result.${extension}`, output)
  })
}

/** Part of a rendering that searches the picture's captions, as measured on the sample. */
const LOOKING = 0.5

/** The style with its rows beside the picture's own captions, and clear of text that stays. */
async function clearStyle(
  run: Run,
  { source, style }: Rendering,
  share: readonly [number, number],
): Promise<BurnStyle> {
  const { blob, content, info, durationMs } = source
  const video = { blob_key: blob, content_hash: content, info, duration_ms: durationMs }
  const { place, bands } = await findText(run, { video, share })
  return [...(place ? [place.region] : []), ...staticInTheWay(bands)].reduce(clearOf, style)
}

function trackLanguage(language: string): string {
  return isLanguageCode(language) ? iso639_2(language) : 'und'
}

/** Writes script and fonts into a folder where ffmpeg runs: paths in a filter graph would need escaping. */
async function burnPlan(
  { deps, signal }: Run,
  { source: { info, durationMs }, cues, second, words }: Rendering,
  look: BurnLook,
  file: string | null,
  { source, output, folder }: { source: string; output: string; folder: string },
): Promise<readonly string[]> {
  const styles = file === null ? undefined : await fileStyles(deps.db, file)
  const script = second ? writeBilingualAss(cues, second, look) : writeBurnAss(cues, look, styles, words)
  await writeFile(join(folder, 'cues.ass'), script)
  const fontsFolder = await burnFontsFolder(folder, styles?.fonts)
  const { ffprobe } = deps.engines.need('ffmpeg', {})
  const held = await probeHeldPicture(ffprobe, source, { ...info, durationMs }, signal)
  return planBurn({ source, output, ass: 'cues.ass', fontsFolder, streams: info.streams, held })
}

/** Writes each version to a file. */
async function writeTracks({ cues, language, second }: Rendering, folder: string) {
  const versions = [{ cues, language }, ...(second ? [second] : [])]
  return Promise.all(
    versions.map(async (version, at) => {
      const path = join(folder, `cues-${at}.srt`)
      await writeFile(path, writeSrt(playable(version.cues)))
      return { path, language: trackLanguage(version.language) }
    }),
  )
}

/** Id of the file whose styles apply to a version; null if there is none. */
export function ownStylesFile({ imported_file_id, imported_format, file_styles }: ImportedFrom): string | null {
  return file_styles && hasOwnStyles(imported_format) ? imported_file_id : null
}

/** The styles of a version's imported file. */
async function fileStyles(db: Db, id: string): Promise<FileStyles | undefined> {
  const row = await db.selectFrom('imported_file').selectAll().where('id', '=', id).executeTakeFirst()
  return row && fileStylesOf(readStoredFile(storedFile(row)).extras)
}

/** Cues for a track: with text and a length, in time order. */
function playable(cues: readonly Cue[]): Cue[] {
  return cues
    .filter((cue) => cue.end > cue.start && cue.text.trim() !== '')
    .map((cue) => ({ ...cue, text: breakLongLines(cue.text) }))
    .sort((a, b) => a.start - b.start)
}
