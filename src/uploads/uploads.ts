import i18next from 'i18next'
import { proxy, ref, subscribe } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { type TransferSample, transferRate, withSample } from '#core/domain/transfer-rate.ts'
import { describeTaskState } from '#core/domain/task.ts'
import type { Video } from '#core/contract/video.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { nextLiveEvent } from '#src/api/live.ts'
import { account } from '#src/api/session.ts'
import {
  forgetUpload,
  isGone,
  type UnfinishedUpload,
  unfinishedOfAccount,
  uploadFile,
  uploadKey,
} from '#src/api/upload.ts'
import { finishUpload } from './finish.ts'
import { handleOf } from './handles.ts'
import { forgetKept, keepUpload, keptUpload } from './kept-files.ts'
import { refusalOfContent, refusalOfFile } from './refusal.ts'
import { addSubtitle } from './subtitle-files.ts'
import { lockedElsewhere, lockUpload } from './upload-lock.ts'

/** A file uploading into a folder. */
export interface UploadItem {
  readonly key: string
  readonly folderId: string
  readonly file: File
  /** Become versions of the video once it exists. */
  subtitles: readonly File[]
  /** Aborts the current transfer; renewed after a pause. */
  control: AbortController
  /** Unlocks the upload for other tabs; undefined while this tab has no lock. */
  letGo: (() => void) | undefined
  /** Received bytes. */
  sent: number
  /** Bytes a second; 0 if unknown. */
  rate: number
  /** `elsewhere`: another tab uploads the same file. */
  phase: 'waiting' | 'looking' | 'sending' | 'elsewhere' | 'paused' | 'offline' | 'checking' | 'done' | 'failed'
  message: string
  /** Whether sending the same file again may help. */
  mayRetry: boolean
  /** The resulting video. */
  videoId: string
  /** Whether the server has everything including subtitles: leaving the page is safe. */
  isSafe: boolean
}

/** Uploads continue while the user visits other pages. */
export const uploads = proxy<{ items: UploadItem[] }>({ items: [] })

/** Polling interval of a file's check, in case its event is lost. */
const ASK_AGAIN_MS = 5000
/** Concurrent files, each in several parts. */
const AT_ONCE = 2
/** Retry interval while offline, besides the browser's online event. */
const TRY_AGAIN_MS = 10_000

let next = 0
/** The account whose uploads are listed. */
let owner = ''

/** Uploads files into a folder; `subtitles` are each file's, in the same order. Returns the keys of the uploads. */
export function addUploads(
  folderId: string,
  files: readonly File[],
  subtitles: readonly (readonly File[])[] = [],
): string[] {
  owner = account.user?.user_id ?? ''
  const keys = files.map(() => String(++next))
  for (const [at, file] of files.entries()) {
    uploads.items.push({
      key: keys[at] ?? '',
      folderId,
      file: ref(file),
      subtitles: (subtitles[at] ?? []).map((each) => ref(each)),
      control: ref(new AbortController()),
      letGo: undefined,
      sent: 0,
      rate: 0,
      phase: 'waiting',
      message: '',
      mayRetry: false,
      videoId: '',
      isSafe: false,
    })
  }
  sendNext()
  return keys
}

const itemOf = (key: string): UploadItem | undefined => uploads.items.find((item) => item.key === key)

/** Retries a refused or interrupted file. */
export function retryUpload(key: string): void {
  const item = itemOf(key)
  if (!item) return
  end(item)
  item.control = ref(new AbortController())
  Object.assign(item, { phase: 'waiting', message: '', sent: 0, rate: 0 })
  sendNext()
}

/** Whether an upload can be paused. */
export function mayPause({ phase }: Pick<UploadItem, 'phase'>): boolean {
  return phase === 'waiting' || phase === 'looking' || phase === 'sending' || phase === 'offline'
}

/** Pauses; received parts stay. */
export function pauseUpload(key: string): void {
  const item = itemOf(key)
  if (!item || !mayPause(item)) return
  item.control.abort()
  item.phase = 'paused'
  item.rate = 0
  sendNext()
}

/** Resumes a paused upload. */
export function resumeUpload(key: string): void {
  const item = itemOf(key)
  if (!item || (item.phase !== 'paused' && item.phase !== 'offline')) return
  item.control = ref(new AbortController())
  item.phase = 'waiting'
  item.message = ''
  sendNext()
}

/** Resolves once an upload has become a video, with its id; with none once its file is refused or taken off the list. */
export function endOfUpload(key: string): Promise<string | undefined> {
  return new Promise((resolve) => {
    const look = (): void => {
      const item = itemOf(key)
      const isRefused = item?.phase === 'failed' && !item.mayRetry
      if (item && item.phase !== 'done' && !isRefused) return
      stop()
      resolve(item?.videoId || undefined)
    }
    const stop = subscribe(uploads, look)
    look()
  })
}

/** Removes an upload from the list; an active one stops and can be resumed by choosing the same file. */
export function dropUpload(key: string): void {
  const at = uploads.items.findIndex((candidate) => candidate.key === key)
  const item = uploads.items[at]
  if (item) end(item)
  if (at >= 0) uploads.items.splice(at, 1)
  sendNext()
}

function end(item: UploadItem): void {
  item.control.abort()
  letGo(item)
}

function letGo(item: UploadItem): void {
  item.letGo?.()
  item.letGo = undefined
}

/** Detaches a subtitle file from its video: it becomes a file of the folder. */
export function unbindSubtitle(key: string, name: string): void {
  const item = itemOf(key)
  const file = item?.subtitles.find((each) => each.name === name)
  if (!item || !file) return
  item.subtitles = item.subtitles.filter((each) => each !== file)
  if (item.phase !== 'waiting') void uploadKey(item.file).then((uploadKey) => keepOf(item, uploadKey))
  void addSubtitle({ folder_id: item.folderId }, file).then(() => refresh('listFiles', 'listFolders'))
}

function sendNext(): void {
  const busy = uploads.items.filter(({ phase }) => phase === 'looking' || phase === 'sending').length
  const waiting = uploads.items.filter(({ phase }) => phase === 'waiting')
  for (const item of waiting.slice(0, Math.max(0, AT_ONCE - busy))) {
    item.phase = 'looking'
    void send(item, item.control.signal).finally(sendNext)
  }
}

async function send(item: UploadItem, signal: AbortSignal): Promise<void> {
  try {
    const refusal = refusalOfFile(item.file) ?? (await refusalOfContent(item.file, signal))
    if (signal.aborted) return
    if (refusal !== undefined) return fail(item, refusal, { step: 'probe', mayRetry: false })
    item.phase = 'sending'
    const key = await uploadKey(item.file)
    if (!(await takeOver(item, key, signal))) return
    const video = await sendWhole(item, key, signal)
    letGo(item)
    // The next file may start while the server checks this one.
    sendNext()
    await awaitCheck(item, video, signal)
  } catch (error) {
    if (signal.aborted) return
    // Its other parts would continue, and be sent twice by the next attempt.
    item.control.abort()
    if (!(error instanceof CallFailed)) throw error
    if (error.isOffline) return goOffline(item)
    await forget(item.file)
    fail(item, error.message, { step: 'part', mayRetry: !isGone(error) })
  }
}

/**
 * Locks an upload for this tab, also through a pause. While another tab has it this one waits and then starts over: true
 * if it may be sent now.
 */
async function takeOver(item: UploadItem, key: string, signal: AbortSignal): Promise<boolean> {
  if (item.letGo) return true
  const isElsewhere = (await lockedElsewhere())(key)
  if (isElsewhere) item.phase = 'elsewhere'
  if (isElsewhere) sendNext()
  const unlock = await lockUpload(key, signal)
  if (!itemOf(item.key)) {
    unlock()
    return false
  }
  item.letGo = unlock
  if (!isElsewhere) return true
  item.phase = 'waiting'
  // The other tab finished or failed with it: it is not sent again without a request.
  if (!unfinishedOfAccount().has(key)) endedElsewhere(item)
  return false
}

function endedElsewhere(item: UploadItem): void {
  letGo(item)
  Object.assign(item, {
    phase: 'failed',
    mayRetry: true,
    message: i18next.getFixedT(null, 'upload')('ended_elsewhere'),
  })
}

async function forget(file: File): Promise<void> {
  const key = await uploadKey(file)
  forgetUpload(key)
  await forgetKept(key)
}

/** The state holds plain values only. */
const keepOf = ({ file, subtitles }: UploadItem, key: string): Promise<void> =>
  keepUpload(key, { handle: handleOf(file), subtitles: [...subtitles] })

/** An interrupted video chosen again alone gets its earlier subtitle files. */
async function recallSubtitles(item: UploadItem, key: string): Promise<void> {
  const { subtitles } = await keptUpload(key)
  const names = new Set(item.subtitles.map(({ name }) => name))
  item.subtitles = [...item.subtitles, ...subtitles.filter(({ name }) => !names.has(name)).map((each) => ref(each))]
}

/** Updates progress and speed of an upload. */
function watched(item: UploadItem): (sent: number) => void {
  let samples: TransferSample[] = []
  return (sent) => {
    samples = withSample(samples, { at: performance.now(), sent })
    item.sent = sent
    item.rate = transferRate(samples)
  }
}

/** Sends a file with its subtitle files. */
async function sendWhole(item: UploadItem, key: string, signal: AbortSignal): Promise<Video> {
  await recallSubtitles(item, key)
  await keepOf(item, key)
  const { file, folderId: folder_id } = item
  const upload_id = await uploadFile(file, folder_id, { onProgress: watched(item), signal })
  item.phase = 'checking'
  const video = await finishUpload({ key, upload_id, folder_id, name: file.name, subtitles: item.subtitles })
  item.videoId = video.video_id
  item.isSafe = true
  return video
}

async function awaitCheck(item: UploadItem, added: Video, signal: AbortSignal): Promise<void> {
  const refused = await refusalOfVideo(added, signal)
  if (refused === undefined) item.phase = 'done'
  else {
    await call('deleteVideo', { folder_id: item.folderId, video_id: added.video_id })
    fail(item, refused, { step: 'check', mayRetry: false })
  }
  await refresh('listVideos', 'listFiles', 'listFolders')
}

/** Waits until the server has checked a new video. Returns the fault; undefined if it is fine or deleted. */
async function refusalOfVideo(added: Video, signal: AbortSignal): Promise<string | undefined> {
  for (let video = added; ;) {
    const isChecked = video.video_info.duration_ms > 0
    const { name } = describeTaskState(video.state)
    if (isChecked || name === 'succeeded') return undefined
    // A retryable one has a card with a retry button.
    if (name === 'failed') return video.may_retry ? undefined : video.fail_msg
    await nextLiveEvent((event) => event.kind === 'video' && event.video_id === added.video_id, ASK_AGAIN_MS, signal)
    signal.throwIfAborted()
    try {
      video = await call('getVideo', { file_id: added.video_id }, { signal })
    } catch (error) {
      // Offline the check continues on the server: polled again above.
      if (!(error instanceof CallFailed)) throw error
      if (!error.isOffline) return undefined
    }
  }
}

interface Fault {
  /** Where it failed. */
  readonly step: 'probe' | 'part' | 'check'
  readonly mayRetry: boolean
}

function fail(item: UploadItem, message: string, { step, mayRetry }: Fault): void {
  letGo(item)
  Object.assign(item, { phase: 'failed', mayRetry, message, videoId: '', rate: 0 })
  const { name, size } = item.file
  const note = { file_name: name.slice(0, 500), size, step, message: message.slice(0, 1000) }
  // A failed report does not concern the user.
  void call('addUploadError', note).catch(() => undefined)
}

/** Waits for a connection, and then resumes. */
function goOffline(item: UploadItem): void {
  Object.assign(item, { phase: 'offline', rate: 0 })
  setTimeout(() => item.phase === 'offline' && resumeUpload(item.key), TRY_AGAIN_MS)
}

window.addEventListener('online', () => {
  for (const { key, phase } of uploads.items) if (phase === 'offline') resumeUpload(key)
})

/** Whether an earlier upload is listed. */
export function isUnderWay(
  { name, size }: UnfinishedUpload,
  items: readonly Pick<UploadItem, 'file'>[] = uploads.items,
): boolean {
  return items.some(({ file }) => file.name === name && file.size === size)
}

/** Ends uploads into a deleted folder. */
export function stopUploadsInto(folderId: string): void {
  for (const item of uploads.items) {
    if (item.folderId !== folderId || item.phase === 'done' || item.phase === 'failed') continue
    item.control.abort()
    void forget(item.file)
    fail(item, i18next.getFixedT(null, 'errors')('folder_gone'), { step: 'part', mayRetry: false })
  }
  sendNext()
}

/** Leaving the page during uploads asks first. */
window.addEventListener('beforeunload', (event) => {
  const isAtRisk = ({ phase, isSafe }: UploadItem): boolean => mayPause({ phase }) || (phase === 'checking' && !isSafe)
  if (uploads.items.some(isAtRisk)) event.preventDefault()
})

/** Stops uploads on sign-out; keeps them if the session merely expires and is renewed. */
subscribeKey(account, 'user', (user) => {
  if (user ? user.user_id === owner : !account.hasLeft) return
  for (const item of uploads.items) end(item)
  uploads.items.splice(0)
})
