import { inVersionOrder } from '#core/domain/file-pairs.ts'
import type { Video } from '#core/contract/video.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { forgetUpload, isGone, type UnfinishedUpload, unfinishedOfAccount } from '#src/api/upload.ts'
import { forgetKept, keepUpload, keptUpload } from './kept-files.ts'
import { refuseSubtitle, sendSubtitle } from './subtitle-files.ts'
import { ifUnlocked } from './upload-lock.ts'

/** A completely sent upload. */
interface Whole extends Pick<UnfinishedUpload, 'upload_id' | 'folder_id' | 'name'> {
  readonly key: string
  readonly subtitles: readonly File[]
}

/**
 * Makes an upload's video with its subtitle files as versions, before it is checked: after that the page can be left.
 * Rejects with a CallFailed; after an offline one it can be called again.
 */
export async function finishUpload({ key, subtitles, upload_id, folder_id, name }: Whole): Promise<Video> {
  const video = await call('addVideo', { upload_id, folder_id })
  await bindSubtitles({ key, video, name, subtitles })
  forgetUpload(key)
  await forgetKept(key)
  return video
}

/** This page's subtitle files that are versions already: a resumed upload skips them. */
const bound = new WeakSet<File>()

interface Binding {
  readonly key: string
  readonly video: Video
  /** Of the video's file. */
  readonly name: string
  readonly subtitles: readonly File[]
}

async function bindSubtitles({ key, video, name, subtitles }: Binding): Promise<void> {
  const { folder_id, video_id } = video
  const names = subtitles.map((file) => file.name)
  const inOrder = inVersionOrder(name, names, 'en').flatMap((at) => subtitles[at] ?? [])
  for (const file of inOrder) {
    if (bound.has(file)) continue
    try {
      await sendSubtitle({ folder_id, video_id }, file)
    } catch (error) {
      if (error instanceof CallFailed && error.isOffline) throw error
      await refuseSubtitle(file, error)
    }
    bound.add(file)
    await keepUpload(key, { subtitles: inOrder.filter((each) => !bound.has(each)) })
  }
}

let finishing: Promise<void> | undefined

/**
 * Completes fully sent uploads of earlier visits with their stored subtitle files, so that no file must be chosen again.
 * Unknown ones are dropped.
 */
export function finishWhole(isUnderWay: (upload: UnfinishedUpload) => boolean): Promise<void> {
  finishing ??= finishAll(isUnderWay).finally(() => (finishing = undefined))
  return finishing
}

async function finishAll(isUnderWay: (upload: UnfinishedUpload) => boolean): Promise<void> {
  for (const [key, upload] of unfinishedOfAccount()) {
    if (isUnderWay(upload)) continue
    try {
      await ifUnlocked(key, () => finishOne(key))
    } catch (error) {
      if (!(error instanceof CallFailed)) throw error
      if (!isGone(error)) return
      forgetUpload(key)
      await forgetKept(key)
    }
  }
}

async function finishOne(key: string): Promise<void> {
  // Another tab may have completed it meanwhile.
  const upload = unfinishedOfAccount().get(key)
  if (!upload) return
  const { parts, part_count } = await call('uploadPart', { upload_id: upload.upload_id })
  if (parts.length < part_count) return
  const { subtitles } = await keptUpload(key)
  await finishUpload({ ...upload, key, subtitles })
  await refresh('listVideos', 'listFiles', 'listFolders')
}
