import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob, readFileSync } from 'node:fs'
import { basename, extname } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DataOf } from '#client/calls.ts'
import { Client } from '#client/client.ts'
import { CallError, NoCredits, NotPermitted, Refused, TooManyCalls, Unreachable, WrongKey } from '#client/errors.ts'
import { TaskFailed, waitForTask } from '#client/tasks.ts'
import { preparedVideo, uploadVideo } from '#client/upload.ts'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { messageLanguage, printable, say, usage } from '../messages.ts'
import { tell } from '../report.ts'
import { progressLine } from './progress.ts'
import { saveResult } from './results.ts'
import { extraction, readWanted, type TaskFlags, type Wanted } from './wanted.ts'

interface ServerFlags extends TaskFlags {
  readonly server?: string
  readonly key?: string
}

const DONE = 0
const REFUSED = 1
/** A shell's exit code of an interrupted command. */
const STOPPED = 130
const MAX_NAME = 200
const VIDEO_PREPARED = 1
const VIDEO_FAILED = 2

/**
 * `cuelane --server URL --key K task KIND IN … -o OUT`: runs tasks on an installation with an API key. Exit code 0; 1 if
 * the server refuses or a task fails; 130 if interrupted.
 */
export async function remoteTask(type: string, files: string[], flags: ServerFlags): Promise<number> {
  const all = readWanted(type, files, flags)
  const client = clientOf(flags)
  const control = new AbortController()
  const stop = (): void => control.abort()
  process.once('SIGINT', stop)
  const { signal } = control
  try {
    await work(client, all, { signal, remove: flags.remove === true })
    return DONE
  } catch (error) {
    if (signal.aborted) {
      tell(say('task_stopped'))
      return STOPPED
    }
    if (!(error instanceof CallError) && !(error instanceof TaskFailed)) throw error
    tell(`cuelane: ${printable(explain(error, client.server), 400)}`)
    return REFUSED
  } finally {
    process.off('SIGINT', stop)
  }
}

function clientOf({ server, key = process.env['CUELANE_KEY'] }: ServerFlags): Client {
  if (server === undefined || !/^https?:\/\//.test(server) || !URL.canParse(server))
    throw usage('task_bad_server', { server: server ?? '' })
  if (!key) throw usage('task_no_key')
  const onWait = (error: CallError, seconds: number): void =>
    tell(
      error instanceof TooManyCalls
        ? say('task_waits_rate', { count: seconds })
        : say('task_waits', { count: seconds, detail: printable(error.message) }),
    )
  return new Client({ server, key, language: messageLanguage, onWait })
}

/** What the user can do about an error. */
function explain(error: CallError | TaskFailed, server: string): string {
  if (error instanceof TaskFailed) return say('task_failed', { detail: error.message })
  if (error instanceof NoCredits) {
    const { needed, left } = error
    return say(error.isKeyLimit ? 'task_key_limit' : 'task_no_credits', { needed, left, server })
  }
  if (error instanceof WrongKey) return say('task_wrong_key', { server })
  if (error instanceof NotPermitted && error.scope) return say('task_scope', { scope: error.scope, server })
  if (error instanceof TooManyCalls) return say('task_rate')
  if (error instanceof Unreachable) return say('task_unreachable', { server, detail: error.message })
  return error.message
}

interface Working {
  readonly signal: AbortSignal
  readonly remove: boolean
}

async function work(client: Client, all: readonly Wanted[], { signal, remove }: Working): Promise<void> {
  // A wrong key is reported before anything is sent.
  await client.call('getInfo', {}, { signal })
  const folder_name = `cuelane task ${new Date().toISOString().replace('T', ' ').slice(0, 19)}`
  const { folder_id } = await client.call('addFolder', { folder_name }, { signal })
  try {
    for (const wanted of all) await doTask(client, folder_id, wanted, signal)
  } finally {
    if (remove && !signal.aborted) await client.call('deleteFolder', { folder_id })
  }
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

/** The video of a file: an existing one is not uploaded again. */
async function videoOf(
  client: Client,
  folder_id: string,
  { input, language }: Wanted,
  signal: AbortSignal,
): Promise<DataOf<'getVideo'>> {
  const hash = createHash('sha256')
  await pipeline(createReadStream(input), hash, { signal })
  const { list } = await client.call('findVideos', { content_hash: hash.digest('hex') }, { signal })
  const known = list.find(({ state }) => state !== VIDEO_FAILED)
  if (known) {
    tell(say('task_known', { name: printable(known.video_name) }))
    return known.state === VIDEO_PREPARED ? known : preparedVideo(client, known.video_id, { signal })
  }
  const line = progressLine()
  try {
    return await uploadVideo(
      client,
      { file: await openAsBlob(input), name: basename(input), folder_id, language },
      {
        signal,
        onProgress: (sent, size) => line.show(say(sent < size ? 'task_sending' : 'task_preparing'), sent / size),
      },
    )
  } finally {
    line.end()
  }
}

interface Place {
  readonly folder_id: string
  readonly video_id?: string
}

async function addLines(
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
