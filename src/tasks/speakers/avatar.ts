import { roleLimits } from '#core/domain/limits.ts'
import { call } from '#src/api/call.ts'

/** Part of a picture, in its own pixels. */
export interface Area {
  readonly x: number
  readonly y: number
  readonly width: number
  readonly height: number
}

/** A picture that can't be used for a speaker. */
export class AvatarUnreadable extends Error {}

/** The cropped square, small enough for every list of speakers. Rejects with AvatarUnreadable. */
export async function cropAvatar(file: Blob, area: Area): Promise<Blob> {
  const { avatarSidePx, avatarMaxBytes } = roleLimits
  let picture: ImageBitmap
  try {
    picture = await createImageBitmap(file)
  } catch {
    throw new AvatarUnreadable('The browser can not read this picture')
  }
  const canvas = new OffscreenCanvas(2 * avatarSidePx, 2 * avatarSidePx)
  const context = canvas.getContext('2d')!
  context.fillStyle = '#fff'
  context.fillRect(0, 0, canvas.width, canvas.height)
  context.drawImage(picture, area.x, area.y, area.width, area.height, 0, 0, canvas.width, canvas.height)
  picture.close()
  for (let quality = 9; quality >= 1; quality--) {
    const blob = await canvas.convertToBlob({ type: 'image/jpeg', quality: quality / 10 })
    if (blob.size <= avatarMaxBytes) return blob
  }
  throw new AvatarUnreadable('Too large at every quality')
}

/** Uploads a picture; returns its address. */
export async function sendAvatar(folderId: string, picture: Blob): Promise<string> {
  const { uploadurl, url } = await call('getAvatarToken', {
    file_name: 'avatar.jpg',
    class: 'folder_role',
    folder_id: folderId,
  })
  const answer = await fetch(uploadurl, { method: 'PUT', body: picture, headers: { 'content-type': picture.type } })
  const { code } = (await answer.json()) as { code: number }
  if (code !== 0) throw new AvatarUnreadable('The server did not take it')
  return url
}
