import { open, readFile, rm, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { PIECE_SAMPLES } from '#core/media/mix-pieces.ts'
import { mixChannels, type MixLayout } from '#core/media/mixed-sound.ts'
import { dubVersion, planUnderSound, UNDER_LEVEL } from '#core/media/plans/dub.ts'
import type { VideoSource } from '../../app/videos/rows.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { type Run, storeArtifact, type StepBlob } from '../../jobs/run.ts'
import type { Under } from '../../store/tables/dub-mix.ts'

/** Samples of a file: a few pieces of a mix, since each file costs a request where files are stored elsewhere. */
const FILE_SAMPLES = 4 * PIECE_SAMPLES

/** The decoded sound under a dub's voices: a number of files beside the first one. */
export interface UnderSound extends StepBlob {
  readonly files: number
  readonly channels: number
}

const fileKey = (scope: string, index: number): string => `${scope}/under-${index}.s16`

/** Decodes the sound under the voices once for all dubs of a video; undefined if there is none. */
export async function underSound(
  run: Run,
  { video, under, layout }: { readonly video: VideoSource; readonly under: Under; readonly layout: MixLayout },
  share: readonly [number, number],
): Promise<UnderSound | undefined> {
  if (under.kind === 'none') return undefined
  const { deps, signal } = run
  const { durationMs, key, content } = {
    durationMs: video.duration_ms,
    key: under.kind === 'background' ? under.blob : video.blob_key,
    content: under.kind === 'background' ? under.blob : video.content_hash,
  }
  const channels = mixChannels[layout]
  const step = { name: 'under', version: dubVersion, input: { content, kind: under.kind, layout }, share }
  return run.step<UnderSound>(step, async ({ folder, scope, onProgress }) => {
    const output = join(folder, 'under.s16')
    const source = await deps.blobs.localPath(key, run.folder)
    const plan = planUnderSound({ source, output, layout, isAligned: under.kind === 'background' })
    const { ffmpeg: program } = deps.engines.need('ffmpeg', {})
    await runFfmpeg(plan, { program, signal, durationMs, onProgress })
    const files = await cutFiles(run, output, { scope, folder, bytes: FILE_SAMPLES * channels * 2 })
    return { blob: fileKey(scope, 0), files, channels }
  })
}

async function cutFiles(
  run: Run,
  path: string,
  { scope, folder, bytes }: { readonly scope: string; readonly folder: string; readonly bytes: number },
): Promise<number> {
  const file = await open(path)
  try {
    for (let index = 0; ; index++) {
      const buffer = Buffer.alloc(bytes)
      const { bytesRead } = await file.read(buffer, 0, bytes, index * bytes)
      if (bytesRead === 0 && index > 0) return index
      const part = join(folder, `${index}.s16`)
      await writeFile(part, buffer.subarray(0, bytesRead))
      await storeArtifact(run, fileKey(scope, index), part)
    }
  } finally {
    await file.close()
    await rm(path, { force: true })
  }
}

/** A stretch of the sound under the voices, read once; silence where it has none. */
export async function readUnder(
  run: Run,
  { blob, files, channels }: UnderSound,
  from: number,
  count: number,
): Promise<(from: number, count: number) => Float32Array[]> {
  const scope = blob.slice(0, blob.lastIndexOf('/'))
  const planes = Array.from({ length: channels }, () => new Float32Array(count))
  const last = Math.min(files - 1, Math.floor((from + count - 1) / FILE_SAMPLES))
  for (let index = Math.max(0, Math.floor(from / FILE_SAMPLES)); index <= last; index++) {
    const bytes = await readFile(await run.deps.blobs.localPath(fileKey(scope, index), run.folder))
    const samples = new Int16Array(bytes.buffer, bytes.byteOffset, Math.floor(bytes.length / 2))
    addFile(planes, samples, index * FILE_SAMPLES - from)
  }
  return (at, length) => planes.map((plane) => plane.subarray(at - from, at - from + length))
}

const FULL = 32_768 * UNDER_LEVEL

function addFile(planes: readonly Float32Array[], samples: Int16Array, offset: number): void {
  const channels = planes.length
  const length = planes[0]?.length ?? 0
  const first = Math.max(0, -offset)
  const until = Math.min(Math.floor(samples.length / channels), length - offset)
  for (const [channel, plane] of planes.entries())
    for (let at = first; at < until; at++) plane[at + offset] = (samples[at * channels + channel] ?? 0) / FULL
}
