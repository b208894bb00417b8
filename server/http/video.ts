import type { videoCalls } from '#core/contract/video.ts'
import type { Deps } from '../app/deps.ts'
import { keepDerived } from '../app/assets/keep.ts'
import { activateVersion } from '../app/subtitles/manage.ts'
import { bindSubtitles } from '../app/files/move.ts'
import { getShotChanges, setShotChanges } from '../app/videos/shots.ts'
import { findByContent, getVideo, listRecentVideos, listVideos } from '../app/videos/read.ts'
import { retryVideo } from '../app/videos/retry.ts'
import { listDerivatives, setSubtitleRegion, useDerivative, useTranslation } from '../app/videos/used.ts'
import { addVideo, deleteVideo, renameVideo, setVideoLanguage } from '../app/videos/write.ts'
import { done, type HandlersOf, unlessStale } from './context.ts'

/** Handlers of the calls about videos. */
export function videoHandlers(deps: Deps): HandlersOf<typeof videoCalls> {
  const { db } = deps
  return {
    listVideos: (input, { accountId, language }) => listVideos(deps, accountId, language, input),
    listRecentVideos: (_, { accountId, language }) => listRecentVideos(deps, accountId, language),
    getVideo: ({ file_id }, { accountId, language }) => getVideo(deps, accountId, file_id, language),
    addVideo: (input, { accountId, language }) => addVideo(deps, accountId, language, input),
    retryVideo: ({ file_id }, { accountId, language }) => retryVideo(deps, accountId, file_id, language),
    findVideos: async ({ content_hash }, { accountId, language }) => ({
      list: await findByContent(deps, accountId, content_hash, language),
    }),
    keepDerived: (input, { accountId }) => keepDerived(deps, accountId, input).then(done),
    getShotChanges: ({ file_id }, { accountId }) => getShotChanges(db, accountId, file_id),
    setShotChanges: (input, { accountId }) => setShotChanges(db, accountId, input).then(unlessStale),
    renameVideo: ({ file_id, name }, { accountId }) => renameVideo(db, accountId, file_id, name).then(done),
    setVideoLanguage: ({ file_id, language }, { accountId }) =>
      setVideoLanguage(db, accountId, file_id, language).then(done),
    useVersion: ({ video_id, subtitles_id }, { accountId }) =>
      activateVersion(db, accountId, video_id, subtitles_id).then(done),
    bindSubtitles: (input, { accountId }) => bindSubtitles(deps, accountId, input),
    setSubtitleRegion: ({ video_id, subtitle_region }, { accountId }) =>
      setSubtitleRegion(db, accountId, video_id, subtitle_region).then(done),
    useTranslation: ({ video_id, subtitles_translate_id }, { accountId }) =>
      useTranslation(db, accountId, video_id, subtitles_translate_id).then(done),
    useErased: ({ video_id: videoId, video_erase_id: taskId }, { accountId }) =>
      useDerivative(db, accountId, { column: 'erase_task_id', videoId, taskId }).then(done),
    useDubbed: ({ video_id: videoId, video_dub_only_id: taskId }, { accountId }) =>
      useDerivative(db, accountId, { column: 'dub_task_id', videoId, taskId }).then(done),
    listDerivatives: async ({ video_id }, { accountId }) => ({
      list: await listDerivatives(deps, accountId, video_id),
    }),
    deleteVideo: ({ folder_id, video_id }, { accountId }) =>
      deleteVideo(deps, accountId, folder_id, video_id).then(done),
  }
}
