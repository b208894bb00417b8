import { createWriteStream } from 'node:fs'
import { open, writeFile } from 'node:fs/promises'
import { join } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { z } from 'zod'
import type { DubForm } from '#core/domain/dubbing.ts'
import { soundTracks } from '#core/media/media-info.ts'
import { type MixLayout, mixStems, type MixStem } from '#core/media/mixed-sound.ts'
import { dubVersion, planSoundFile } from '#core/media/plans/dub.ts'
import { cueSheet } from '#core/speech/dub-exchange.ts'
import type { dubOutput } from '#core/tasks/dub-output.ts'
import { dubsByLanguage, type FinishedDub, finishedDub } from '../../app/tasks/dub-mixes.ts'
import { readParts, zipOf, type ZippedFile } from '../../app/zip.ts'
import { runFfmpeg } from '../../engines/ffmpeg.ts'
import { interleaved } from '../../engines/wav.ts'
import { type Run, storeArtifact, type StepBlob, type StepWork, TaskFailed } from '../../jobs/run.ts'
import { BlobMissing } from '../../store/blobs.ts'
import type { DubMix } from '../../store/tables/dub-mix.ts'
import { mixDub, type MixSound, mixSound } from '../dubbing/mix.ts'
import type { Recipe } from '../task.ts'
import { exchangedTakes, rateOf } from './takes.ts'
import { withAllDubs } from './tracks.ts'

/** A finished dub in another form, of the sounds that it was mixed of. */
export const dubOutputRecipe: Recipe<z.output<typeof dubOutput.config>> = async (run, { config, task, video }) => {
  const { id: videoId } = await video()
  const accountId = task.account_id
  const dub = await finishedDub(run.deps.db, { accountId, videoId, taskId: config.dub_task_id })
  if (!dub) throw new TaskFailed('result_gone')
  const layout = config.channels === 'source' ? layoutOf(dub.mix) : 'stereo'
  try {
    if (config.form === 'tracks')
      return await withAllDubs(run, dub, await dubsByLanguage(run.deps.db, accountId, videoId))
    return await outputOf(run, dub, { form: config.form, layout })
  } catch (error) {
    // Sounds are kept for a month, the dub's task longer.
    if (error instanceof BlobMissing) throw new TaskFailed('result_gone')
    throw error
  }
}

/** 5.1 where the source has it. */
function layoutOf({ video }: DubMix): MixLayout {
  return soundTracks(video.info)[0]?.channels === 6 ? 'surround' : 'stereo'
}

interface Wanted {
  readonly form: Exclude<DubForm, 'tracks'>
  readonly layout: MixLayout
}

async function outputOf(run: Run, { name, mix, result }: FinishedDub, { form, layout }: Wanted): Promise<StepBlob> {
  if (form === 'video') return mixDub(run, { mix, kind: 'video', layout, finished: result ?? undefined }, [0, 1])
  const isOfSound = form !== 'cues' && form !== 'takes'
  const sound = isOfSound ? await mixSound(run, mix, layout, [0, 0.2]) : undefined
  const gainDb = sound ? await sound.gainDb([0.2, 0.5]) : 0
  const input = { mix, name, form, ...(isOfSound && { layout, gainDb }) }
  return run.step<StepBlob>({ name: 'dub_output', version: dubVersion, input, share: [0.5, 1] }, async (work) => {
    const kept = (path: string): Promise<StepBlob> =>
      storeArtifact(run, `${work.scope}/result.${path.slice(path.lastIndexOf('.') + 1)}`, path)
    if (!sound) {
      if (form === 'takes') return kept(await exchangedTakes(run, { name, mix }, work.folder))
      const path = join(work.folder, 'cues.csv')
      await writeFile(path, cueSheet(mix.takes, rateOf(mix), mix.language))
      return kept(path)
    }
    if (form === 'stems') return kept(await zippedStems(run, sound, { layout, gainDb, work }))
    return kept(
      await soundFile(run, sound, {
        stem: 'mix',
        form: form === 'flac' || form === 'aac' ? form : 'wav',
        layout,
        gainDb,
        work,
      }),
    )
  })
}

interface StemChoice {
  readonly layout: MixLayout
  readonly gainDb: number
  readonly work: StepWork
}

/** A stem as a file; its samples are as many as the video is long. */
async function soundFile(
  run: Run,
  sound: MixSound,
  { stem, form, layout, gainDb, work }: StemChoice & { readonly stem: MixStem; readonly form: 'wav' | 'flac' | 'aac' },
): Promise<string> {
  const source = join(work.folder, `${stem}.f32`)
  const file = await open(source, 'w')
  try {
    for await (const planes of sound.finished(gainDb, stem)) await file.writeFile(interleaved(planes))
  } finally {
    await file.close()
  }
  const output = join(work.folder, `${stem}.${form === 'aac' ? 'm4a' : form}`)
  const { ffmpeg: program } = run.deps.engines.need('ffmpeg', {})
  await runFfmpeg(planSoundFile(source, output, { form, layout }), { program, signal: run.signal })
  return output
}

async function zippedStems(run: Run, sound: MixSound, choice: StemChoice): Promise<string> {
  const files: ZippedFile[] = []
  for (const stem of mixStems) {
    const path = await soundFile(run, sound, { ...choice, stem, form: 'wav' })
    files.push({ name: `${stem}.wav`, compress: false, open: async () => readParts(path) })
  }
  const path = join(choice.work.folder, 'stems.zip')
  await pipeline(zipOf('', files).stream, createWriteStream(path), { signal: run.signal })
  return path
}
