import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { call, CallFailed } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { updateUser } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { User } from '#src/ui/icons.ts'
import { notify } from '#src/ui/toaster.ts'
import { PictureUnreadable, squareOf } from './picture.ts'
import type { Profile } from './profile.ts'

/** The user's picture, with buttons to change or remove it. */
export function PictureField({ profile, onSaved }: { profile: Profile; onSaved: (next: Profile) => void }): ReactNode {
  const { t } = useTranslation('account')
  const { logo_url } = profile.userinfo
  const [busy, setBusy] = useState(false)
  const file = useRef<HTMLInputElement>(null)
  const store = async (address: () => Promise<string>): Promise<void> => {
    setBusy(true)
    try {
      const saved = await call('setProfile', { logo_url: await address() })
      updateUser(saved.userinfo, saved.auth_list)
      onSaved(saved)
    } catch (error) {
      if (error instanceof PictureUnreadable) notify.error(t('picture_unreadable'))
      else notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const take = (picture: File): void => void store(async () => sendPicture(await squareOf(picture)))
  return (
    <div className="profile-picture">
      {logo_url ? <img src={logo_url} alt="" /> : <User size={32} aria-hidden />}
      <HiddenFileInput input={file} accept="image/*" testId="picture-file" onFile={take} />
      <Button loading={busy} text={t('choose_picture')} onClick={() => file.current?.click()} />
      {logo_url && (
        <Button
          variant="minimal"
          disabled={busy}
          text={t('remove_picture')}
          onClick={() => void store(async () => '')}
        />
      )}
    </div>
  )
}

/** Uploads a picture; returns its address. */
async function sendPicture(picture: Blob): Promise<string> {
  const { uploadurl, url } = await call('getLogoToken', { file_name: 'picture.jpg', class: 'user_logo' })
  let code: number
  try {
    const answer = await fetch(uploadurl, { method: 'PUT', body: picture, headers: { 'content-type': picture.type } })
    code = ((await answer.json()) as { code: number }).code
  } catch {
    throw new CallFailed(0, '')
  }
  if (code !== 0) throw new PictureUnreadable('The server did not take it')
  return url
}
