import { videoIndexOf } from '#core/media/media-info.ts'
import { searchSize, pictureTextVersion, planTextSamples, sampleTime } from '#core/media/plans/picture-text.ts'
import { type PictureRegion, regionOf } from '#core/domain/picture-region.ts'
import { type GreyPicture, learnInk } from '#core/media/text-ink.ts'
import { subtitleRegion, type TextBand, textBands } from '#core/media/text-regions.ts'
import type { VideoSource } from '../../app/videos/rows.ts'
import { readFrames } from '../../engines/frames.ts'
import type { FoundText } from '../../engines/ocr/engine.ts'
import type { Run } from '../../jobs/run.ts'
import { detectionVersion, detectText } from './detect-text.ts'

/** The position of subtitles in a picture, and the look of their letters. */
export interface TextPlace {
  readonly region: PictureRegion
  /** Share of the picture's height. */
  readonly lineHeight: number
  readonly isLight: boolean
  /** Brightness of the letters. */
  readonly level: number
}

export interface TextSearch {
  readonly video: VideoSource
  /** Only in the region that the user marked. */
  readonly within?: PictureRegion | undefined
  readonly share: readonly [number, number]
}

/** The rows of text and where they are. */
export interface TextFindings {
  /** Rows of text over the whole video, most frequent first. */
  readonly bands: readonly TextBand[]
  /** Where the subtitles are; null if no text changes. */
  readonly place: TextPlace | null
}

/** Sampled pictures: one per this many milliseconds, within these limits. */
const SAMPLE_MS = 6000
const FEWEST = 8
const MOST = 20
/** Factor of samples after an empty search. */
const AGAIN = 3
/** Of longer videos only keyframes are decoded. */
const LONG_MS = 180_000

interface Sample {
  readonly at: number
  readonly picture: GreyPicture
  readonly found: readonly FoundText[]
}

/** Searches samples of a whole video for text, by recognition; for reading subtitles and for erasing them. */
export async function findText(run: Run, { video, within, share }: TextSearch): Promise<TextFindings> {
  const version = detectionVersion(run.deps)
  const input = { content: video.content_hash, within: within ?? null }
  const step = { name: 'find text', version: `${pictureTextVersion}/${version}`, input, share }
  return run.step<TextFindings>(step, async ({ onProgress }) => {
    const count = Math.min(MOST, Math.max(FEWEST, Math.round(video.duration_ms / SAMPLE_MS)))
    const first = findingsOf(await sample(run, video, count, onProgress), within)
    if (first.place) return first
    const second = findingsOf(await sample(run, video, count * AGAIN, onProgress), within)
    return second.place || !within ? second : { ...second, place: guessedPlace(within) }
  })
}

async function sample(
  run: Run,
  video: VideoSource,
  count: number,
  onProgress: (share: number) => void,
): Promise<Sample[]> {
  const { deps, signal } = run
  const source = await deps.blobs.localPath(video.blob_key, run.folder)
  const size = searchSize(video.info)
  const everyMs = Math.max(40, Math.floor(video.duration_ms / count))
  const pictures = async (keyFrames: boolean): Promise<{ at: number; picture: GreyPicture }[]> => {
    const times: number[] = []
    const taken: Uint8Array[] = []
    await readFrames(
      planTextSamples({ source, videoIndex: videoIndexOf(video.info) }, size, { everyMs, keyFrames }),
      size,
      (frame) => taken.push(frame.slice()),
      {
        program: deps.engines.need('ffmpeg', {}).ffmpeg,
        signal,
        durationMs: video.duration_ms,
        onLogLine: (line) => {
          const time = sampleTime(line)
          if (time !== undefined) times.push(time)
        },
      },
    )
    return taken.map((data, index) => ({ at: times[index] ?? index * everyMs, picture: { ...size, data } }))
  }
  const quick = video.duration_ms > LONG_MS ? await pictures(true) : []
  const chosen = quick.length >= FEWEST ? quick : await pictures(false)
  const samples: Sample[] = []
  for (const { at, picture } of chosen) {
    const found = await detectText(deps.engines, { ...picture, channels: 1 }, signal)
    samples.push({ at, picture, found })
    onProgress(samples.length / chosen.length)
  }
  return samples
}

function findingsOf(samples: readonly Sample[], within: PictureRegion | undefined): TextFindings {
  const seen = samples.map(({ at, picture, found }) => ({ at, boxes: found.map(({ box }) => regionOf(box, picture)) }))
  const [size] = samples.map(({ picture }) => picture)
  const bands = textBands(seen, size ? size.width / size.height : 1)
  const inside = within ? bands.filter(({ region }) => holdsMiddle(within, region)) : bands
  const subtitles = subtitleRegion(inside)
  if (!subtitles) return { bands, place: null }
  const region = within ?? subtitles.region
  const lineHeight = subtitles.lineHeight * (size?.height ?? 0)
  const letters = samples.map(({ picture, found }) => ({
    picture,
    boxes: found.map(({ box }) => box).filter((box) => holdsMiddle(subtitles.region, regionOf(box, picture))),
  }))
  const { isLight, level } = learnInk(letters, lineHeight)
  return { bands, place: { region, lineHeight: subtitles.lineHeight, isLight, level } }
}

function holdsMiddle(outer: PictureRegion, { x, y, width, height }: PictureRegion): boolean {
  const [across, down] = [x + width / 2, y + height / 2]
  return across >= outer.x && across <= outer.x + outer.width && down >= outer.y && down <= outer.y + outer.height
}

/** In a region marked by the user without detected text: white letters in about two rows. */
function guessedPlace(region: PictureRegion): TextPlace {
  const { isLight, level } = learnInk([], 1)
  return { region, lineHeight: Math.min(0.08, region.height * 0.45), isLight, level }
}
