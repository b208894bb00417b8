import type { uploadCalls } from '#core/contract/upload.ts'
import { avatarToken } from '../app/avatars.ts'
import type { Deps } from '../app/deps.ts'
import { beginUpload, uploadPart } from '../app/uploads.ts'
import type { HandlersOf } from './context.ts'

/** Handlers of the calls about uploads. */
export function uploadHandlers(deps: Deps): HandlersOf<typeof uploadCalls> {
  return {
    getUploadToken: (input, { accountId }) => beginUpload(deps, accountId, input),
    getAvatarToken: ({ folder_id }, { accountId }) => avatarToken(deps, accountId, folder_id),
    uploadPart: (input, { accountId }) => uploadPart(deps, accountId, input),
  }
}
