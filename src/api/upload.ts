import * as z from 'zod/mini'
import { errorTable } from '#core/contract/errors.ts'
import { stored } from '#src/ui/stored.ts'
import { call, CallFailed, headers } from './call.ts'
import { account } from './session.ts'

const TRIES = 4
const AT_ONCE = 3

/** An unfinished upload of this browser. */
const broken = z.object({
  account: z.string(),
  upload_id: z.string(),
  name: z.string(),
  size: z.number(),
  folder_id: z.string(),
})
export type UnfinishedUpload = z.infer<typeof broken>

/** Unfinished uploads, by key. */
const unfinishedUploads = stored('unfinished_uploads', z.record(z.string(), broken), {})

/** Those of the signed-in user: other users of the browser do not see them. */
export function unfinishedOfAccount(): ReadonlyMap<string, UnfinishedUpload> {
  const own = account.user?.user_id
  return new Map(Object.entries(unfinishedUploads.get()).filter(([, each]) => each.account === own))
}

/** Calls `listener` when another tab begins or ends an upload; returns an unsubscribe function. */
export function onUnfinished(listener: () => void): () => void {
  return unfinishedUploads.subscribe(listener)
}

/** Deletes an upload's state: it became a video, was refused, or is unwanted. */
export function forgetUpload(key: string): void {
  const { [key]: _, ...rest } = unfinishedUploads.get()
  unfinishedUploads.set(rest)
}

interface Options {
  /** Called with the number of received bytes. */
  readonly onProgress: (sent: number) => void
  readonly signal: AbortSignal
}

/**
 * Uploads a file in parts and returns its id. Resumes an interrupted upload of the same file; a complete one is not sent
 * again until deleted. Rejects with a CallFailed; after an offline one it can be called again.
 */
export async function uploadFile(file: File, folderId: string, options: Options): Promise<string> {
  const { onProgress, signal } = options
  const { upload_id, part_size, parts, part_count } = await beginOrResume(file, folderId, signal)
  const arrived = new Set(parts)
  const sizeOf = (part: number): number => Math.min(part_size, file.size - (part - 1) * part_size)
  const whole = parts.reduce((sum, part) => sum + sizeOf(part), 0)
  const sentOf = new Map<number, number>()
  const tell = (part: number, sent: number): void => {
    sentOf.set(part, sent)
    onProgress([...sentOf.values()].reduce((sum, each) => sum + each, whole))
  }
  onProgress(whole)
  const missing = Array.from({ length: part_count }, (_, index) => index + 1).filter((part) => !arrived.has(part))
  const sendNext = async (): Promise<void> => {
    for (let part = missing.shift(); part !== undefined; part = missing.shift()) {
      const number = part
      const from = (part - 1) * part_size
      const body = file.slice(from, from + sizeOf(part))
      await sendPart({ upload_id, folderId, part, body, signal, onSent: (sent) => tell(number, sent) })
      tell(part, sizeOf(part))
    }
  }
  await Promise.all(Array.from({ length: AT_ONCE }, sendNext))
  return upload_id
}

interface Begun {
  upload_id: string
  part_size: number
  parts: number[]
  part_count: number
}

async function beginOrResume(file: File, folderId: string, signal: AbortSignal): Promise<Begun> {
  const key = await uploadKey(file)
  const known = unfinishedUploads.get()[key]
  if (known) {
    try {
      return await call('uploadPart', { upload_id: known.upload_id }, { signal })
    } catch (error) {
      // Gone on the server: start again. Offline there is nothing to start.
      if (!(error instanceof CallFailed) || error.isOffline) throw error
    }
  }
  const begun = await call(
    'getUploadToken',
    { file_name: file.name, class: 'video', size: file.size, folder_id: folderId },
    { signal },
  )
  const { name, size } = file
  const entry = { account: account.user?.user_id ?? '', upload_id: begun.upload_id, name, size, folder_id: folderId }
  unfinishedUploads.set({ ...unfinishedUploads.get(), [key]: entry })
  return begun
}

interface Part {
  readonly upload_id: string
  readonly folderId: string
  readonly part: number
  readonly body: Blob
  readonly signal: AbortSignal
  readonly onSent: (bytes: number) => void
}

async function sendPart({ upload_id, folderId, part, body, signal, onSent }: Part): Promise<void> {
  for (let attempt = 1; ; attempt++) {
    try {
      const { uploadurl } = await call('uploadPart', { upload_id, folder_id: folderId, part_number: part }, { signal })
      // A part that arrived with a lost answer has no address any more.
      if (uploadurl === '') return
      await putPart(uploadurl, body, signal, onSent)
      return
    } catch (error) {
      signal.throwIfAborted()
      onSent(0)
      // Offline the next attempt would fail too: the caller resumes when there is a connection.
      if (attempt === TRIES || !navigator.onLine || isGone(error)) throw error
      await new Promise((resolve) => setTimeout(resolve, 1000 * 2 ** attempt))
    }
  }
}

/** Whether it no longer exists on the server: a retry would not find it either. */
export function isGone(error: unknown): boolean {
  return error instanceof CallFailed && error.code === errorTable.not_found.code
}

/** Sends bytes to an address by XMLHttpRequest, the only way to get progress. */
function putPart(address: string, body: Blob, signal: AbortSignal, onSent: (bytes: number) => void): Promise<void> {
  const isOurs = address.startsWith('/')
  return new Promise((resolve, reject) => {
    const request = new XMLHttpRequest()
    const stop = (): void => request.abort()
    request.upload.addEventListener('progress', ({ loaded }) => onSent(Math.min(loaded, body.size)))
    request.addEventListener('loadend', () => {
      signal.removeEventListener('abort', stop)
      const failure = failureOf(request, isOurs)
      if (failure) reject(failure)
      else resolve()
    })
    request.open('PUT', address)
    for (const [name, value] of Object.entries(isOurs ? headers() : {})) request.setRequestHeader(name, value)
    signal.addEventListener('abort', stop, { once: true })
    request.send(body)
  })
}

/** A request's failure; code 0 without an answer. */
function failureOf({ status, responseText }: XMLHttpRequest, isOurs: boolean): CallFailed | undefined {
  if (status < 200 || status > 299) return new CallFailed(status, status === 0 ? '' : `HTTP ${status}`)
  if (!isOurs) return undefined
  const { code, message } = JSON.parse(responseText) as { code: number; message: string }
  return code === 0 ? undefined : new CallFailed(code, message)
}

/** Samples of a file that identify it: beginning, middle and end. */
const SAMPLE_BYTES = 64 * 1024

/** Key of an upload across visits: its owner and the file's fingerprint. */
export async function uploadKey(file: File): Promise<string> {
  return `${account.user?.user_id ?? ''} ${await fingerprint(file)}`
}

/** A file's name, size and a hash of samples; without hashing, its modification time. */
async function fingerprint(file: File): Promise<string> {
  const { name, size, lastModified } = file
  const places = [0, Math.floor(size / 2), Math.max(0, size - SAMPLE_BYTES)]
  const samples = new Blob(places.map((at) => file.slice(at, at + SAMPLE_BYTES)))
  const bytes = await samples.arrayBuffer()
  if (!isSecureContext) return `${name} ${size} ${lastModified}`
  const hash = new Uint8Array(await crypto.subtle.digest('SHA-256', bytes))
  return `${name} ${size} ${[...hash.slice(0, 16)].map((byte) => byte.toString(16).padStart(2, '0')).join('')}`
}
