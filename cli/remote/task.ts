import { readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import type { DataOf } from '#client/calls.ts'
import type { Client } from '#client/client.ts'
import { Refused } from '#client/errors.ts'
import { waitForTask } from '#client/tasks.ts'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { say } from '../messages.ts'
import { tell } from '../report.ts'
import { inNewFolder, type InstallationFlags, videoOf, withInstallation } from './installation.ts'
import { progressLine } from './progress.ts'
import { saveResult } from './results.ts'
import { extraction, readWanted, type TaskFlags, type Wanted } from './wanted.ts'

const MAX_NAME = 200

/**
 * `cuelane --server URL --key K task KIND IN … -o OUT`: runs tasks on an installation with an API key. Exit code 0; 1 if
 * the server refuses or a task fails; 130 if interrupted.
 */
export async function remoteTask(type: string, files: string[], flags: TaskFlags & InstallationFlags): Promise<number> {
  const all = readWanted(type, files, flags)
  return withInstallation(flags, (client, signal) =>
    inNewFolder(client, { name: 'cuelane task', remove: flags.remove === true, signal }, async (folderId) => {
      for (const wanted of all) await doTask(client, folderId, wanted, signal)
    }),
  )
}

async function doTask(client: Client, folder_id: string, wanted: Wanted, signal: AbortSignal): Promise<void> {
  const { kind, language, lines, extract, config } = wanted
  const { subjects } = kind.kind
  const isOfVideo = (subjects as readonly string[]).includes('video')
  const video = isOfVideo ? await videoOf(client, folder_id, wanted, signal) : undefined
  const place = video ? { folder_id: video.folder_id, video_id: video.video_id } : { folder_id }
  const subject = video ? { video_id: video.video_id } : {}
  const given = lines === undefined ? undefined : await addLines(client, place, lines, language, signal)
  const mode = { source_language: language, subtitle_extract_mode: extract }
  const file_id = extract ? (await runOne(client, extraction, { ...mode, ...subject }, signal)).file_id : given
  const input = { source_language: language, ...config, ...subject, ...(file_id ? { file_id } : {}) }
  await saveResult(client, await runOne(client, kind, input, signal), wanted, signal)
}

/** One task from price to result. */
async function runOne(
  client: Client,
  { kind: { type }, run }: Wanted['kind'],
  input: Readonly<Record<string, unknown>>,
  signal: AbortSignal,
): Promise<DataOf<'getTask'>> {
  const quote = await client.call('quote', { task_type: type, ...input }, { signal })
  if (!quote.available) throw refusedBefore(say('task_refused', { detail: quote.detail }))
  // The server's schema validates fields, by the kind's own call.
  const started = await client.call(run, input, { signal })
  tell(say('task_started', { kind: type, task: started.task_id, count: started.credits }))
  const line = progressLine()
  try {
    return await waitForTask(client, started.task_id, {
      signal,
      onProgress: ({ step, progress, task_type }) => line.show(step || task_type, progress),
    })
  } finally {
    line.end()
  }
}

function refusedBefore(message: string): Refused {
  return new Refused({ code: 0, status: 200, message, data: {}, retryAfterSeconds: 0 })
}

interface Place {
  readonly folder_id: string
  readonly video_id?: string
}

/** Adds a subtitle file as a version. */
export async function addLines(
  client: Client,
  place: Place,
  path: string,
  language: Wanted['language'],
  signal: AbortSignal,
): Promise<string> {
  const { text: content } = await decodeBytes(readFileSync(path))
  const file_name = basename(path)
  const name = basename(path, extname(path)).slice(0, MAX_NAME)
  const version = { ...place, name, file_name, language, content, activate: true }
  return (await client.call('addVersion', version, { signal })).file_id
}
