import { avatarToken } from '../app/avatars.ts'
import type { Deps } from '../app/deps.ts'
import { findByContent, keepDerived } from '../app/derived.ts'
import { addFolder, listFolders, renameFolder } from '../app/folders.ts'
import { addRole, copyRoles, deleteRole, editRole, listRoles, usedRoles } from '../app/roles.ts'
import { listSamples, openSample } from '../app/samples.ts'
import {
  activateVersion,
  addVersion,
  deleteVersion,
  editVersion,
  editVersions,
  patchVersion,
  getVersion,
  listVersions,
} from '../app/subtitles.ts'
import { beginUpload, uploadPart } from '../app/uploads.ts'
import {
  addVideo,
  deleteFolder,
  describeVideo,
  findVideo,
  listVideos,
  removeVideos,
  renameVideo,
  setVideoLanguage,
} from '../app/videos.ts'
import { type Handlers, Notice } from './context.ts'

type LibraryHandlers = Pick<
  Handlers,
  | 'getUploadToken'
  | 'uploadPart'
  | 'listFolders'
  | 'addFolder'
  | 'renameFolder'
  | 'deleteFolder'
  | 'listVideos'
  | 'getVideo'
  | 'addVideo'
  | 'findVideos'
  | 'keepDerived'
  | 'renameVideo'
  | 'setVideoLanguage'
  | 'deleteVideo'
  | 'listVersions'
  | 'addVersion'
  | 'getVersion'
  | 'editVersion'
  | 'editVersions'
  | 'patchVersion'
  | 'useVersion'
  | 'deleteVersion'
  | 'listSamples'
  | 'openSample'
  | 'listRoles'
  | 'addRole'
  | 'editRole'
  | 'deleteRole'
  | 'copyRoles'
  | 'usedRoles'
  | 'getAvatarToken'
>

const nothing = (): Record<string, never> => ({})

export function libraryHandlers(deps: Deps): LibraryHandlers {
  const { db } = deps
  return {
    getUploadToken: (input, { accountId }) => beginUpload(deps, accountId, input),
    uploadPart: (input, { accountId }) => uploadPart(deps, accountId, input),
    listFolders: (input, { accountId }) => listFolders(db, accountId, input),
    addFolder: async ({ folder_name }, { accountId }) => ({ folder_id: await addFolder(db, accountId, folder_name) }),
    renameFolder: ({ folder_id, folder_name }, { accountId }) =>
      renameFolder(db, accountId, folder_id, folder_name).then(nothing),
    deleteFolder: ({ folder_id }, { accountId }) => deleteFolder(deps, accountId, folder_id).then(nothing),
    listVideos: (input, { accountId, language }) => listVideos(deps, accountId, language, input),
    getVideo: async ({ file_id }, { accountId, language }) =>
      describeVideo(deps, await findVideo(db, accountId, file_id), language),
    addVideo: (input, { accountId }) => addVideo(deps, accountId, input),
    findVideos: async ({ content_hash }, { accountId, language }) => ({
      list: await findByContent(deps, accountId, content_hash, language),
    }),
    keepDerived: (input, { accountId }) => keepDerived(deps, accountId, input).then(nothing),
    renameVideo: ({ file_id, name }, { accountId }) => renameVideo(db, accountId, file_id, name).then(nothing),
    setVideoLanguage: ({ file_id, language }, { accountId }) =>
      setVideoLanguage(db, accountId, file_id, language).then(nothing),
    deleteVideo: ({ folder_id, video_id }, { accountId }) =>
      removeVideos(deps, accountId, { folderId: folder_id, videoId: video_id }).then(nothing),
    listVersions: async ({ video_id }, { accountId }) => {
      const list = await listVersions(db, accountId, video_id)
      return { list, total: list.length, page: 1, page_size: Math.max(1, list.length) }
    },
    addVersion: (input, { accountId }) => addVersion(db, accountId, input),
    getVersion: ({ file_id }, { accountId }) => getVersion(db, accountId, file_id),
    editVersion: async (input, { accountId }) => {
      const { stale, data } = await editVersion(db, accountId, input)
      return stale ? new Notice('notice', 'stale_revision', data) : data
    },
    patchVersion: async (input, { accountId }) => {
      const { stale, data } = await patchVersion(db, accountId, input)
      return stale ? new Notice('notice', 'stale_revision', data) : data
    },
    editVersions: async (input, { accountId }) => {
      const { stale, data } = await editVersions(db, accountId, input)
      return stale ? new Notice('notice', 'stale_revision', data) : data
    },
    useVersion: ({ video_id, subtitles_id }, { accountId }) =>
      activateVersion(db, accountId, video_id, subtitles_id).then(nothing),
    deleteVersion: ({ subtitles_id }, { accountId }) => deleteVersion(db, accountId, subtitles_id).then(nothing),
    listRoles: ({ folder_id }, { accountId }) => listRoles(deps, accountId, folder_id),
    addRole: (input, { accountId }) => addRole(deps, accountId, input),
    editRole: (input, { accountId }) => editRole(deps, accountId, input),
    deleteRole: ({ folder_role_id }, { accountId }) => deleteRole(deps, accountId, folder_role_id).then(nothing),
    copyRoles: (input, { accountId }) => copyRoles(deps, accountId, input),
    usedRoles: (input, { accountId }) => usedRoles(deps, accountId, input),
    getAvatarToken: ({ folder_id }, { accountId }) => avatarToken(deps, accountId, folder_id),
    listSamples: () => listSamples(deps),
    openSample: ({ sample_id }, { accountId }) => openSample(deps, accountId, sample_id),
  }
}
