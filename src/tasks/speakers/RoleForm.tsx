import './role-form.css'
import { type ReactNode, useEffect, useRef, useState } from 'react'
import Cropper from 'react-easy-crop'
import { useTranslation } from 'react-i18next'
import type { Role } from '#core/contract/role.ts'
import { roleLimits } from '#core/domain/limits.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Add, Cross } from '#src/ui/icons.ts'
import { Slider } from '#src/ui/Slider.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'
import { type Area, AvatarUnreadable, cropAvatar, sendAvatar } from './avatar.ts'

interface Props {
  folderId: string
  /** The edited one; undefined for a new one. */
  role: Role | undefined
  onClose: () => void
}

/** A speaker's name and pictures, inside a dialog. */
export function RoleForm({ folderId, role, onClose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [name, setName] = useState(role?.role_name ?? '')
  const [avatars, setAvatars] = useState<readonly string[]>(role?.role_avatar ?? [])
  const [cropping, setCropping] = useState<File>()
  const [isBusy, setBusy] = useState(false)
  const save = async (): Promise<void> => {
    const role_name = name.trim()
    if (role_name === '') return notify.info(t('role_name_required'))
    setBusy(true)
    try {
      const role_avatar = [...avatars]
      if (role) await call('editRole', { folder_role_id: role.folder_role_id, role_name, role_avatar })
      else await call('addRole', { folder_id: folderId, role_name, role_avatar })
      await refresh('listRoles')
      onClose()
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const take = async (file: File, area: Area): Promise<void> => {
    setBusy(true)
    try {
      const url = await sendAvatar(folderId, await cropAvatar(file, area))
      setAvatars((before) => [...before, url].slice(0, roleLimits.maxAvatars))
      setCropping(undefined)
    } catch (error) {
      if (error instanceof AvatarUnreadable) notify.error(t('avatar_unreadable'))
      else notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <form
      onSubmit={(event) => {
        event.preventDefault()
        void save()
      }}
    >
      <DialogBody>
        <FormGroup label={t('role_name')} labelFor="role-name">
          <TextInput id="role-name" autoFocus maxLength={roleLimits.nameLength} value={name} onValueChange={setName} />
        </FormGroup>
        <AvatarsField avatars={avatars} isFull={cropping !== undefined} onChange={setAvatars} onAdd={setCropping} />
        {cropping && (
          <CropField
            file={cropping}
            isBusy={isBusy}
            onTake={(area) => void take(cropping, area)}
            onClose={() => setCropping(undefined)}
          />
        )}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button
              type="submit"
              intent="primary"
              loading={isBusy}
              disabled={cropping !== undefined}
              text={t('role_save')}
            />
          </>
        }
      />
    </form>
  )
}

interface AvatarsProps {
  avatars: readonly string[]
  /** No picture can be added now. */
  isFull: boolean
  onChange: (avatars: readonly string[]) => void
  onAdd: (file: File) => void
}

function AvatarsField({ avatars, isFull, onChange, onAdd }: AvatarsProps): ReactNode {
  const { t } = useTranslation('tasks')
  const input = useRef<HTMLInputElement>(null)
  return (
    <FormGroup label={t('role_avatars', { count: roleLimits.maxAvatars })}>
      <div className="avatars">
        {avatars.map((url, at) => (
          <span key={url} className="avatar">
            <img src={url} alt={t('avatar_n', { n: at + 1 })} />
            {avatars.length > 1 && (
              <IconButton
                size="small"
                icon={<Cross />}
                onClick={() => onChange(avatars.filter((other) => other !== url))}
                variant="solid"
                label={t('remove_avatar', { n: at + 1 })}
              />
            )}
          </span>
        ))}
        {avatars.length < roleLimits.maxAvatars && !isFull && (
          <IconButton
            className="avatar-add"
            icon={<Add />}
            onClick={() => input.current?.click()}
            variant="solid"
            label={t('add_avatar')}
          />
        )}
      </div>
      <HiddenFileInput input={input} accept="image/*" testId="avatar-file" onFile={onAdd} />
    </FormGroup>
  )
}

interface CropProps {
  file: File
  isBusy: boolean
  onTake: (area: Area) => void
  onClose: () => void
}

/** A square cropped from a picture, moved and zoomed by pointer, wheel or arrow keys. */
function CropField({ file, isBusy, onTake, onClose }: CropProps): ReactNode {
  const { t } = useTranslation('tasks')
  const [address, setAddress] = useState<string>()
  const [crop, setCrop] = useState({ x: 0, y: 0 })
  const [zoom, setZoom] = useState(1)
  const [area, setArea] = useState<Area>()
  const [isBroken, setBroken] = useState(false)
  useEffect(() => {
    const url = URL.createObjectURL(file)
    const probe = new Image()
    probe.onload = () => setAddress(url)
    probe.onerror = () => setBroken(true)
    probe.src = url
    return () => URL.revokeObjectURL(url)
  }, [file])
  return (
    <div className="crop">
      <div className="crop-field">
        {address && (
          <Cropper
            image={address}
            crop={crop}
            zoom={zoom}
            aspect={1}
            onCropChange={setCrop}
            onZoomChange={setZoom}
            onCropComplete={(_share, pixels) => setArea(pixels)}
          />
        )}
        {isBroken && <p role="alert">{t('avatar_unreadable')}</p>}
      </div>
      <div className="crop-tools">
        <Slider
          min={1}
          max={4}
          stepSize={0.1}
          labelRenderer={false}
          value={zoom}
          handleHtmlProps={{ 'aria-label': t('crop_zoom') }}
          onChange={setZoom}
        />
        <Button text={t('common:cancel')} onClick={onClose} />
        <Button
          intent="primary"
          text={t('crop_take')}
          loading={isBusy}
          disabled={!area}
          onClick={() => area && onTake(area)}
        />
      </div>
    </div>
  )
}
