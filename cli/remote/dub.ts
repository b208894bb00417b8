import { type DubForm, dubForms } from '#core/domain/dubbing.ts'
import { extensionOf } from '#core/domain/limits.ts'
import type { Client } from '#client/client.ts'
import { waitForTask } from '#client/tasks.ts'
import { printable, say, usage } from '../messages.ts'
import { tell } from '../report.ts'
import { type InstallationFlags, withInstallation } from './installation.ts'
import { numberValue } from '../values.ts'
import { progressLine } from './progress.ts'
import { saveFile, saveResult } from './results.ts'

export interface DubSpeakFlags extends InstallationFlags {
  readonly voice: string
  /** Ids of lines, with commas between them; all by default. */
  readonly lines?: string
  readonly speed?: string
  readonly pitch?: string
  readonly gap?: string
}

export interface DubMixFlags extends InstallationFlags {
  readonly voice: string
  readonly output: string
  readonly form?: string
  readonly surround?: boolean
}

/** Forms by the ending of a file; those of a zip and of a video with all its dubs are named. */
const formOfEnding: Readonly<Record<string, DubForm>> = {
  ...{ wav: 'wav', flac: 'flac', m4a: 'aac', csv: 'cues', zip: 'stems', mp4: 'video', mkv: 'video' },
}

function formOf({ form, output }: Pick<DubMixFlags, 'form' | 'output'>): DubForm {
  const wanted = form ?? formOfEnding[extensionOf(output)] ?? 'video'
  const known = dubForms.find((each) => each === wanted)
  if (!known) throw usage('dub_unknown_form', { form: wanted, known: dubForms.join(', ') })
  return known
}

/** `cuelane dub speak`: a take of each line of a version, as JSON on standard output. */
export function dubSpeak(fileId: string, flags: DubSpeakFlags): Promise<number> {
  const [speed, pitch, gap] = [flags.speed ?? '1', flags.pitch ?? '0', flags.gap ?? '0'].map(numberValue)
  const manner = { speed, pitch, gap }
  return withInstallation(flags, async (client, signal) => {
    const { subtitle_txt } = await client.call('getVersion', { file_id: fileId }, { signal })
    const all = subtitle_txt.map(({ cue_id }) => cue_id)
    const wanted = flags.lines?.split(',').map((id) => id.trim()) ?? all
    const unknown = wanted.find((id) => !all.includes(id))
    if (unknown !== undefined) throw usage('dub_unknown_line', { line: unknown })
    const spoken: object[] = []
    let failed = 0
    for (const cue_id of wanted) {
      const order = { file_id: fileId, cue_id, voice: flags.voice, ...manner, idempotency_key: crypto.randomUUID() }
      try {
        spoken.push({ line: cue_id, ...(await takeOf(client, order, signal)) })
      } catch (error) {
        signal.throwIfAborted()
        if (!(error instanceof Error)) throw error
        failed += 1
        tell(`${cue_id}: ${printable(error.message)}`)
      }
    }
    process.stdout.write(`${JSON.stringify(spoken, null, 2)}\n`)
    return failed === 0 ? 0 : 1
  })
}

/** A take, asked for again with the same key until it is there. */
async function takeOf(client: Client, order: Parameters<typeof client.call<'runLineSpeech'>>[1], signal: AbortSignal) {
  for (;;) {
    const { task_id, credits, take } = await client.call('runLineSpeech', order, { signal })
    if (take) return { take: task_id, credits, ms: take.duration_ms, breaks_off: take.breaks_off }
  }
}

/** `cuelane dub mix`: the dub of a version with its chosen takes, saved in a form. */
export async function dubMix(fileId: string, { voice, output, ...flags }: DubMixFlags): Promise<number> {
  const form = formOf({ ...flags, output })
  const channels = flags.surround ? 'source' : 'stereo'
  return withInstallation(flags, async (client, signal) => {
    const { video_id } = await client.call('getVersion', { file_id: fileId }, { signal })
    const input = { video_id, file_id: fileId, voice }
    const started = await client.call('runDubbingOnly', input, { signal })
    tell(say('task_started', { kind: 'video_dubbing_only', task: started.task_id, count: started.credits }))
    const line = progressLine()
    try {
      const task = await waitForTask(client, started.task_id, {
        signal,
        onProgress: ({ step, progress, task_type }) => line.show(step || task_type, progress),
      })
      if (form === 'video' && channels === 'stereo')
        return await saveResult(client, task, { output, linesOut: undefined }, signal)
      const order = { dub_task_id: task.task_id, form, channels, idempotency_key: crypto.randomUUID() } as const
      for (;;) {
        const { url, progress } = await client.call('runDubOutput', order, { signal })
        if (url !== '') return await saveFile(client, url, output, signal)
        line.show(form, progress)
      }
    } finally {
      line.end()
    }
  })
}
