import type { CallName, DataOf, InputOf } from './calls.ts'
import { type CallOptions, type Client, pause } from './client.ts'
import { Refused } from './errors.ts'

const AT_ONCE = 3
const LOOK_EVERY_MS = 1000
const PREPARED = 1
const FAILED = 2

export interface VideoFile {
  /** In Node `await openAsBlob(path)`, in a browser a File. It is read in parts. */
  readonly file: Blob
  /** Its name with extension. */
  readonly name: string
  readonly folder_id: string
  readonly language?: InputOf<'addVideo'>['language']
}

export interface UploadOptions extends CallOptions {
  /** An interrupted upload to resume. */
  readonly upload_id?: string
  /** Called with the id for resuming, before anything is sent. */
  readonly onBegin?: (upload_id: string) => void
  /** Called with the number of received bytes. */
  readonly onProgress?: (sent: number, size: number) => void
}

/** Uploads a video into a folder; resolves once it is prepared for tasks. */
export async function uploadVideo(
  client: Client,
  video: VideoFile,
  options: UploadOptions = {},
): Promise<DataOf<'getVideo'>> {
  const { file, name, folder_id, language } = video
  const { signal, upload_id: begun, onBegin } = options
  const state = begun
    ? await call(client, 'uploadPart', { upload_id: begun }, signal)
    : await call(client, 'getUploadToken', { class: 'video', file_name: name, size: file.size, folder_id }, signal)
  const { upload_id } = state
  onBegin?.(upload_id)
  await sendParts(client, file, state, options)
  const made = await call(client, 'addVideo', { upload_id, folder_id, ...(language ? { language } : {}) }, signal)
  return preparedVideo(client, made.video_id, options)
}

/** Waits until a video is prepared for tasks. Rejects with a Refused that says why it can't be. */
export async function preparedVideo(
  client: Client,
  videoId: string,
  { signal }: CallOptions = {},
): Promise<DataOf<'getVideo'>> {
  for (;;) {
    const video = await call(client, 'getVideo', { file_id: videoId }, signal)
    if (video.state === PREPARED) return video
    if (video.state === FAILED)
      throw new Refused({ code: 0, status: 200, message: video.fail_msg, data: { ...video }, retryAfterSeconds: 0 })
    await pause(LOOK_EVERY_MS, signal)
  }
}

function call<N extends CallName>(
  client: Client,
  name: N,
  input: InputOf<N>,
  signal: AbortSignal | undefined,
): Promise<DataOf<N>> {
  return client.call(name, input, signal ? { signal } : {})
}

async function sendParts(
  client: Client,
  file: Blob,
  state: DataOf<'uploadPart'> | DataOf<'getUploadToken'>,
  { signal, onProgress }: UploadOptions,
): Promise<void> {
  const { upload_id, part_size, part_count, parts } = state
  const bytesOf = (part: number): Blob => file.slice((part - 1) * part_size, part * part_size)
  let sent = parts.reduce((sum, part) => sum + bytesOf(part).size, 0)
  onProgress?.(sent, file.size)
  const missing = Array.from({ length: part_count }, (_, at) => at + 1).filter((part) => !parts.includes(part))
  const send = async (part: number): Promise<void> => {
    const { uploadurl } = await call(client, 'uploadPart', { upload_id, part_number: part }, signal)
    // A part that arrived with a lost answer has no address any more.
    if (uploadurl !== '') await client.put(uploadurl, bytesOf(part), signal ? { signal } : {})
  }
  const next = async (): Promise<void> => {
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      const number = part
      await client.retried(async () => await send(number), { isHarmless: true, signal })
      sent += bytesOf(number).size
      onProgress?.(sent, file.size)
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, next))
}
