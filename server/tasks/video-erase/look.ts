import { join } from 'node:path'
import type { EraseLook, LookedText, MaskStill, TextMask } from '#core/domain/erase-look.ts'
import { regionOf } from '#core/domain/picture-region.ts'
import type { FoundTexts } from '#core/media/erase/mask.ts'
import type { Strokes } from '#core/media/erase/strokes.ts'
import { type StillFrame, stillFrames } from '#core/media/erase/stills.ts'
import type { FramePart } from '#core/media/erase/temporal.ts'
import { coverings, type FoundText } from '#core/media/erase/texts.ts'
import { hasIndex } from '#core/media/facts.ts'
import { videoIndexOf } from '#core/media/media-info.ts'
import { matroskaHead, pictureHead } from '#core/media/raw-matroska.ts'
import { eraseVersion, planMaskPicture, planStill } from '#core/media/plans/erase.ts'
import type { InspectedVideo } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { type Run, storeArtifact, type StepWork } from '../../jobs/run.ts'
import { type FindChoices, findStep } from './find-step.ts'
import { readStack, withFrames } from './stack.ts'
import { rateOf } from './stretches.ts'

const MOST_STILLS = 40
/** Frames around a still that distinguish strokes from motion behind them. */
const BEFORE = 14
const AFTER = 16

/** Finds the texts of an erasure with these choices and draws their masks. Costs as much as `findStep`. */
export async function lookAtMask(run: Run, video: InspectedVideo, config: FindChoices): Promise<EraseLook> {
  const path = await run.deps.blobs.localPath(video.blob_key, run.folder)
  const found = await findStep(run, { video, path, config, share: [0, 0.8] })
  const frames = stillFrames(found.texts, MOST_STILLS)
  const stills: MaskStill[] = []
  for (const [at, still] of frames.entries()) {
    const share = [0.8 + (0.2 * at) / frames.length, 0.8 + (0.2 * (at + 1)) / frames.length] as const
    const input = { content: video.content_hash, still, texts: found.texts.filter(({ id }) => still.ids.includes(id)) }
    const step = { name: 'look_mask', version: eraseVersion, input, share }
    stills.push(await run.step<MaskStill>(step, (work) => drawStill(run, { video, path, found, still, work })))
  }
  const { width, height } = found
  return { width, height, texts: found.texts.map((text) => lookedText(text, found)), stills }
}

function lookedText({ id, verdict, reading, box, first, last }: FoundText, found: FoundTexts): LookedText {
  const range = { from_ms: millisecondsAt(found, first), to_ms: millisecondsAt(found, last + 1) }
  return { id, verdict, reading: reading ?? null, region: regionOf(box, found), ...range }
}

/** A frame's time; the end of the video for the one after the last. */
function millisecondsAt({ times }: FoundTexts, frame: number): number {
  const time = times[frame] ?? (times.at(-1) ?? 0) + 1 / rateOf(times)
  return Math.round((time - (times[0] ?? 0)) * 1000)
}

interface StillWork {
  readonly video: InspectedVideo
  readonly path: string
  readonly found: FoundTexts
  readonly still: StillFrame
  readonly work: StepWork
}

async function drawStill(run: Run, { video, path, found, still, work }: StillWork): Promise<MaskStill> {
  const { times } = found
  const [from, to] = [Math.max(0, still.frame - BEFORE), Math.min(times.length - 1, still.frame + AFTER)]
  const size = { width: found.width - (found.width % 2), height: found.height - (found.height % 2) }
  const job = {
    ffmpeg: run.deps.engines.need('ffmpeg', {}).ffmpeg,
    source: path,
    videoIndex: videoIndexOf(video.info),
    parts: [{ box: { x: 0, y: 0, ...size } }],
    ...{ from, to, times: times.slice(from, to + 1), rate: rateOf(times) },
    seeks: hasIndex({ container: video.info.format }),
  }
  const stack = await withFrames(job, (same) => readStack(same, { signal: run.signal }))
  const part = stack.parts(0)
  const picture = join(work.folder, 'still.jpg')
  await draw(run, planStill(picture), part(still.frame))
  const { blob } = await storeArtifact(run, `${work.scope}/still.jpg`, picture)
  const texts = found.texts.filter(({ id }) => still.ids.includes(id))
  const covers = coverings(texts, { first: from, last: to, luma: (frame) => part(frame).luma }, job.rate)
  const masks: TextMask[] = []
  for (const { id } of texts) {
    const { strokes } = covers.find(({ text }) => text === texts.find((one) => one.id === id)) ?? {}
    if (!strokes) continue
    const output = join(work.folder, `${id}.png`)
    await draw(run, planMaskPicture(strokes.box, output), maskPicture(strokes))
    const stored = await storeArtifact(run, `${work.scope}/${id}.png`, output)
    masks.push({ id, region: regionOf(strokes.box, found), blob: stored.blob })
  }
  return { at_ms: millisecondsAt(found, still.frame), blob, masks }
}

/** Draws a picture of even size with ffmpeg. */
async function draw(run: Run, plan: readonly string[], { luma, colours }: FramePart): Promise<void> {
  const { ffmpeg: program } = run.deps.engines.need('ffmpeg', {})
  const bytes = Buffer.concat([luma, ...colours].map(({ data }) => data))
  const stream = Buffer.concat([matroskaHead(luma), pictureHead(0, bytes.length), bytes])
  await runFfmpeg(plan, {
    program,
    signal: run.signal,
    onStreams: ({ stdin, stdout }) => {
      stdout.resume()
      // If the program ends early, its own error is thrown.
      stdin.on('error', () => undefined)
      stdin.end(stream)
    },
  })
}

/** A mask as a picture of even size, bright where it covers. */
function maskPicture({ box: { width, height }, mask }: Pick<Strokes, 'box' | 'mask'>): FramePart {
  const size = { width: width + (width % 2), height: height + (height % 2) }
  const data = new Uint8Array(size.width * size.height)
  for (let y = 0; y < height; y++)
    for (let x = 0; x < width; x++) if (mask[y * width + x]) data[y * size.width + x] = 255
  const colour = { width: size.width / 2, height: size.height / 2, data: new Uint8Array(data.length / 4).fill(128) }
  return { luma: { ...size, data }, colours: [colour, colour] }
}
