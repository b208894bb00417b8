import { createHash } from 'node:crypto'
import { createReadStream, openAsBlob } from 'node:fs'
import { basename } from 'node:path'
import { pipeline } from 'node:stream/promises'
import type { DataOf } from '#client/calls.ts'
import { Client } from '#client/client.ts'
import { CallError, NoCredits, NotPermitted, TooManyCalls, Unreachable, WrongKey } from '#client/errors.ts'
import { TaskFailed } from '#client/tasks.ts'
import { preparedVideo, uploadVideo } from '#client/upload.ts'
import { messageLanguage, printable, say, usage } from '../messages.ts'
import { tell } from '../report.ts'
import { progressLine } from './progress.ts'
import type { Wanted } from './wanted.ts'

/** An installation and the key for its calls. */
export interface InstallationFlags {
  readonly server?: string
  readonly key?: string
}

const DONE = 0
const REFUSED = 1
/** A shell's exit code of an interrupted command. */
const STOPPED = 130
const VIDEO_PREPARED = 1
const VIDEO_FAILED = 2

/**
 * Works with an installation; returns the exit code: 0, or that of the work; 1 if the server refuses or a task fails; 130 if
 * interrupted.
 */
export async function withInstallation(
  flags: InstallationFlags,
  work: (client: Client, signal: AbortSignal) => Promise<number | void>,
): Promise<number> {
  const client = clientOf(flags)
  const control = new AbortController()
  const stop = (): void => control.abort()
  process.once('SIGINT', stop)
  const { signal } = control
  try {
    // A wrong key is reported before anything is sent.
    await client.call('getInfo', {}, { signal })
    return (await work(client, signal)) ?? DONE
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

/** A new folder for the files of a command, deleted afterwards if that is wanted. */
export async function inNewFolder<T>(
  client: Client,
  { name, remove, signal }: { readonly name: string; readonly remove: boolean; readonly signal: AbortSignal },
  work: (folderId: string) => Promise<T>,
): Promise<T> {
  const folder_name = `${name} ${new Date().toISOString().replace('T', ' ').slice(0, 19)}`
  const { folder_id } = await client.call('addFolder', { folder_name }, { signal })
  try {
    return await work(folder_id)
  } finally {
    if (remove && !signal.aborted) await client.call('deleteFolder', { folder_id })
  }
}

function clientOf({ server, key = process.env['CUELANE_KEY'] }: InstallationFlags): Client {
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

/** The video of a file: an existing one is not uploaded again. */
export async function videoOf(
  client: Client,
  folder_id: string,
  { input, language }: Pick<Wanted, 'input' | 'language'>,
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
