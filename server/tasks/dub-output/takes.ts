import { createWriteStream } from 'node:fs'
import { readFile } from 'node:fs/promises'
import { join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { FrameRate } from '#core/domain/frames.ts'
import { MIX_RATE } from '#core/media/mix.ts'
import { placedVoice } from '#core/media/mixed-sound.ts'
import { readWav } from '#core/media/wav.ts'
import { cueSheet, editList, framesOfLine, takeFileNames } from '#core/speech/dub-exchange.ts'
import type { FinishedDub } from '../../app/tasks/dub-mixes.ts'
import { zipOf } from '../../app/zip.ts'
import { writeWav } from '../../engines/wav.ts'
import { type Run, TaskFailed } from '../../jobs/run.ts'
import type { DubMix, MixedTake } from '../../store/tables/dub-mix.ts'

/** Frames a second of a dub's video. */
export const rateOf = ({ video }: DubMix): FrameRate => ({ num: video.info.rate[0], den: video.info.rate[1] })

/** The takes as named files, with the list of events that places them and the cue sheet, as one zip. */
export async function exchangedTakes(
  run: Run,
  { name, mix }: Pick<FinishedDub, 'name' | 'mix'>,
  folder: string,
): Promise<string> {
  const { takes, language } = mix
  const rate = rateOf(mix)
  const names = takeFileNames(takes, language)
  const text = (file: string, content: string) => ({
    name: file,
    compress: true,
    open: async () => Readable.from([Buffer.from(content)]),
  })
  const files = takes.map((take, at) => ({
    name: names[at] ?? '',
    compress: false,
    open: async () => Readable.from([await clipOf(run, take, rate)]),
  }))
  const lists = [
    text('takes.edl', editList(takes, { title: name, rate, language })),
    text('cues.csv', cueSheet(takes, rate, language)),
  ]
  const path = join(folder, 'takes.zip')
  await pipeline(zipOf('', [...lists, ...files]).stream, createWriteStream(path), { signal: run.signal })
  return path
}

/** The file of a take: from its first frame on, so that frames place it to the sample. */
async function clipOf(run: Run, { blob, start, end, db }: MixedTake, rate: FrameRate): Promise<Buffer> {
  const sound = readWav(await readFile(await run.deps.blobs.localPath(blob, run.folder)))
  if (!sound) throw new TaskFailed('result_gone')
  const frames = framesOfLine({ start, end }, rate)
  const sampleOf = (frame: number): number => Math.round((frame * rate.den * MIX_RATE) / rate.num)
  const [from, until] = [sampleOf(frames.first), sampleOf(frames.end)]
  const { at, samples } = placedVoice(sound, start, db)
  const clip = new Int16Array(until - from)
  for (let index = Math.max(0, at - from); index < clip.length; index++) {
    const sample = samples[from + index - at]
    if (sample === undefined) break
    clip[index] = Math.round(Math.max(-1, Math.min(1, sample)) * 32_767)
  }
  return writeWav({ samples: clip, rate: MIX_RATE })
}
