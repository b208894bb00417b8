import { createWriteStream } from 'node:fs'
import { mkdir, rename, rm, stat } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { Client } from '#client/client.ts'
import type { DataOf } from '#client/calls.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { fileBytes, readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import { formatOfName } from '#core/subtitle/formats/format.ts'
import { type ImportedFile, readStoredFile, writeVersion } from '#core/subtitle/formats/imported-file.ts'
import { fromWire } from '#core/subtitle/cue/wire.ts'
import { slowedRanges } from '#core/timing/slow-spans.ts'
import { bcp47, isLanguageCode } from '#core/domain/languages.ts'
import { say, UsageError, usage } from '../messages.ts'
import { deliver } from '../outputs.ts'
import { tell, tellLosses } from '../report.ts'
import type { Wanted } from './wanted.ts'

type Task = DataOf<'getTask'>

/** Writes and verifies a task's results: every byte is there, every cue is readable. */
export async function saveResult(
  client: Client,
  task: Task,
  wanted: Pick<Wanted, 'output' | 'linesOut'>,
  signal: AbortSignal,
): Promise<void> {
  const isVideo = task.task_video_url !== ''
  if (isVideo) await saveFile(client, task.task_video_url, wanted.output, signal)
  const path = isVideo ? wanted.linesOut : wanted.output
  if (path === undefined) return
  const version = await madeVersion(client, task, signal)
  if (version) return writeLines(version, path, task, isVideo)
  const made = task.translate_subtitle_txt || task.source_subtitle_txt
  // A task that keeps the cues makes no version: the result shows the input.
  const given = made === '' && (await client.call('getSubtitlesContent', { file_id: task.source_file_id }, { signal }))
  await saveLines(task, given ? given.subtitle_txt : made, path, isVideo)
}

interface Lines {
  readonly cues: readonly Cue[]
  readonly file?: ImportedFile | undefined
}

/** The task's version; undefined without one. */
function madeVersion(client: Client, { file_id }: Task, signal: AbortSignal): Promise<Lines | undefined> {
  return file_id === '' ? Promise.resolve(undefined) : versionLines(client, file_id, signal)
}

/** A version's cues, with the file of its extras. */
async function versionLines(client: Client, file_id: string, signal: AbortSignal): Promise<Lines | undefined> {
  const options = { signal }
  const { subtitle_txt, imported_format } = await client.call('getVersion', { file_id }, options)
  const cues = fromWire(subtitle_txt)
  if (!cues) return undefined
  if (imported_format === null) return { cues }
  return { cues, file: readStoredFile(await client.call('getImportedFile', { file_id }, options)) }
}

/** Writes a stored version. */
export async function saveVersion(client: Client, fileId: string, path: string, signal: AbortSignal): Promise<void> {
  const lines = await versionLines(client, fileId, signal)
  if (!lines) throw usage('task_bad_lines', { path })
  writeText(lines, path, {})
}

function writeLines({ cues, file }: Lines, path: string, task: Task, isOfResult: boolean): void {
  const language = isLanguageCode(task.language) ? { language: bcp47(task.language) } : {}
  writeText({ cues: isOfResult ? slowedRanges(task.task_info.slowed, cues) : cues, file }, path, language)
}

function writeText({ cues, file }: Lines, path: string, language: { readonly language?: string }): void {
  const format = formatOfName(path) ?? 'srt'
  const { text, losses } = writeVersion(cues, file, format, language)
  tellLosses(path, losses)
  deliver(fileBytes(text, format), path, {})
}

async function saveLines(task: Task, text: string, path: string, isOfResult: boolean): Promise<void> {
  const read = await readSubtitleBytes(new TextEncoder().encode(text), sequentialIds('c'), { format: 'srt' })
  if (read.cues.length === 0 || read.problems.length > 0) throw usage('task_bad_lines', { path })
  writeLines(read, path, task, isOfResult)
}

/** Atomic: under a temporary name until every announced byte has arrived. */
export async function saveFile(client: Client, address: string, path: string, signal: AbortSignal): Promise<void> {
  const draft = join(dirname(path), `.${basename(path)}.${process.pid}.tmp`)
  try {
    await mkdir(dirname(path), { recursive: true })
    const response = await client.download(address, { signal })
    if (!response.body) throw usage('task_cut_off', { path })
    await pipeline(Readable.fromWeb(response.body), createWriteStream(draft), { signal })
    const announced = Number(response.headers.get('content-length') ?? Number.NaN)
    const { size } = await stat(draft)
    if (size === 0 || (Number.isFinite(announced) && size !== announced)) throw usage('task_cut_off', { path })
    await rename(draft, path)
  } catch (error) {
    await rm(draft, { force: true })
    const isOurs = error instanceof UsageError || signal.aborted || !(error instanceof Error && 'errno' in error)
    throw isOurs ? error : usage('write_failed', { path, detail: error.message })
  }
  tell(say('wrote', { path }))
}
