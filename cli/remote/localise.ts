import { existsSync, realpathSync } from 'node:fs'
import { basename, dirname, extname, join } from 'node:path'
import type { DataOf } from '#client/calls.ts'
import { waitForChain } from '#client/chains.ts'
import type { Client } from '#client/client.ts'
import type { ChainInfo, ChainStep, ChainVideo } from '#core/contract/chain.ts'
import { printable, say } from '../messages.ts'
import { tell } from '../report.ts'
import { inNewFolder, type InstallationFlags, videoOf, withInstallation } from './installation.ts'
import { startLocal } from './local.ts'
import { type LocaliseFlags, readGoals, type Goals } from './localise-wanted.ts'
import { progressLine } from './progress.ts'
import { saveResult, saveVersion } from './results.ts'
import { addLines } from './task.ts'

const DONE = 0
const FAILED = 1
/** A missing engine is named with the command that brings it. */
const MAX_REASON = 1000

interface SentFile {
  readonly path: string
  readonly videoId: string
}

/**
 * `cuelane localise FILE … --to es,fr --dub`: everything from the files to finished results, in one order, on this machine or
 * an installation. Exit code 0; 1 if something could not be made; 130 if interrupted.
 */
export async function localise(files: string[], flags: LocaliseFlags & InstallationFlags): Promise<number> {
  const goals = readGoals(files, flags)
  if (flags.server !== undefined) return onInstallation(flags, files, goals, flags)
  const local = await startLocal()
  try {
    return await onInstallation(local, files, goals, flags)
  } finally {
    await local.stop()
  }
}

function onInstallation(
  installation: InstallationFlags,
  files: readonly string[],
  goals: Goals,
  flags: LocaliseFlags,
): Promise<number> {
  return withInstallation(installation, (client, signal) => {
    const folder = { name: 'cuelane localise', remove: flags.remove === true, signal }
    return inNewFolder(client, folder, async (folderId) => {
      const sent: SentFile[] = []
      for (const path of files) {
        const { video_id, folder_id } = await videoOf(
          client,
          folderId,
          { input: path, language: goals.source_language },
          signal,
        )
        if (flags.subtitles !== undefined)
          await addLines(client, { folder_id, video_id }, flags.subtitles, goals.source_language, signal)
        sent.push({ path, videoId: video_id })
      }
      return makeAll(client, sent, goals, { flags, signal })
    })
  })
}

interface Making {
  readonly flags: LocaliseFlags
  readonly signal: AbortSignal
}

async function makeAll(
  client: Client,
  sent: readonly SentFile[],
  goals: Goals,
  { flags, signal }: Making,
): Promise<number> {
  const choice = { ...goals, video_ids: sent.map(({ videoId }) => videoId) }
  const quote = await client.call('quoteChain', choice, { signal })
  tellSkipped(sent, quote.skipped)
  if (quote.videos.length === 0) return FAILED
  tell(priceLine(quote, flags))
  if (flags.dryRun) return quote.skipped.length > 0 ? FAILED : DONE
  const started = await client.call('addChain', { ...choice, most_credits: quote.credits }, { signal })
  const chain = await followed(client, started, signal)
  for (const file of sent) {
    const video = chain.videos.find(({ video_id }) => video_id === file.videoId)
    if (video) await saveAll(client, file, video, { goals, flags, signal })
  }
  const faults = chain.videos.flatMap((video) => faultsOf(video))
  for (const fault of faults) tell(fault)
  if (chain.state === 'no_credits') tell(say('localise_no_credits', { chain: chain.chain_id }))
  return faults.length > 0 || chain.state !== 'done' || quote.skipped.length > 0 ? FAILED : DONE
}

function tellSkipped(sent: readonly SentFile[], skipped: DataOf<'quoteChain'>['skipped']): void {
  for (const { video_id, language, reason } of skipped) {
    const name = basename(sent.find(({ videoId }) => videoId === video_id)?.path ?? '')
    tell(`${[printable(name), language].filter(Boolean).join(' ')}: ${printable(reason, MAX_REASON)}`)
  }
}

/** `Extract 3 + dub 12 = 15 credits`; on this machine only what is done. */
function priceLine(
  { parts, credits, is_estimate }: DataOf<'quoteChain'>,
  { server }: LocaliseFlags & InstallationFlags,
): string {
  if (parts.length === 0) return say('localise_nothing_new')
  const isFree = server === undefined
  const names = parts.map(
    ({ step, tasks, credits: part }) => `${say(`localise_step_${step}`)} ${isFree ? `× ${tasks}` : part}`,
  )
  const sum = isFree ? '' : ` = ${say('localise_credits', { count: credits })}`
  return `${names.join(' + ')}${sum}${is_estimate && !isFree ? ` ${say('localise_estimate')}` : ''}`
}

/** Waits for the end; says each step that begins or ends. */
async function followed(client: Client, { chain_id }: ChainInfo, signal: AbortSignal): Promise<ChainInfo> {
  const line = progressLine()
  const reported = new Set<string>()
  try {
    return await waitForChain(client, chain_id, {
      signal,
      onProgress: (chain) => {
        for (const video of chain.videos) {
          for (const step of video.steps) {
            const ended = `${video.video_id} ${step.key}`
            if (step.state !== 'done' || step.task_id === '' || reported.has(ended)) continue
            reported.add(ended)
            line.end()
            tell(say('localise_step_done', { name: printable(video.video_name), step: nameOf(step) }))
          }
        }
        const running = chain.videos.flatMap((video) => video.steps.filter(({ state }) => state === 'running'))
        const [first] = running
        const more = chain.remaining_s === null ? '' : say('localise_left', { count: Math.ceil(chain.remaining_s) })
        if (first) line.show([nameOf(first), first.doing].filter(Boolean).join(', '), chain.progress, more)
      },
    })
  } finally {
    line.end()
  }
}

const nameOf = ({ step, language }: Pick<ChainStep, 'step' | 'language'>): string =>
  `${say(`localise_step_${step}`)} ${language}`.trim()

/** Why steps failed, or were not made because of others. */
function faultsOf({ video_name, steps }: ChainVideo): string[] {
  return steps
    .filter(({ state }) => state === 'failed' || state === 'no_credits')
    .map((step) => `${printable(video_name)}, ${nameOf(step)}: ${printable(step.reason, MAX_REASON)}`)
}

/** Writes the texts and videos of a file beside it, or into a folder: `film.es.srt`, `film.es.mp4`. */
async function saveAll(
  client: Client,
  { path }: SentFile,
  { steps }: ChainVideo,
  { goals, flags, signal }: Making & { readonly goals: Goals },
): Promise<void> {
  const stem = join(flags.output ?? dirname(path), basename(path, extname(path)))
  const isInput = (output: string): boolean =>
    existsSync(output) &&
    [path, flags.subtitles].some((own) => own !== undefined && realpathSync(own) === realpathSync(output))
  const textPath = ({ language }: ChainStep): string | undefined => {
    const output = `${stem}.${language}.srt`
    return isInput(output) ? undefined : output
  }
  for (const step of steps) {
    // Under subtitles that were added to it, a dub is not the result.
    const isInner = steps.some(
      ({ step: kind, state, needs }) =>
        kind === 'subtitles' && state === 'done' && needs.includes(step.key) && step.step === 'dub',
    )
    if (step.state === 'done' && step.task_id !== '' && !isInner) {
      const task = await client.call('getTask', { task_id: step.task_id }, { signal })
      const isVideo = task.task_video_url !== ''
      const lines = step.file_id === '' ? undefined : textPath(step)
      if (isVideo) {
        const extension = extname(new URL(task.task_video_url, client.server).pathname)
        const output = `${stem}.${step.language || 'clean'}${extension}`
        await saveResult(client, task, { output, linesOut: lines }, signal)
      } else if (lines !== undefined) await saveResult(client, task, { output: lines, linesOut: undefined }, signal)
    }
    const isWanted = step.step === 'translate' && (goals.to_languages ?? []).some((code) => code === step.language)
    const output = step.state === 'existing' && isWanted ? textPath(step) : undefined
    if (output !== undefined) await saveVersion(client, step.file_id, output, signal)
  }
}
