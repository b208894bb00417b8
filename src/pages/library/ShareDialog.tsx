import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { VideoShare } from '#core/contract/share.ts'
import type { Video } from '#core/contract/video.ts'
import { type ShareRole, shareRoles } from '#core/domain/share.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody } from '#src/ui/Dialog.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.ts'

/** A video's shares: add by user name or proved e-mail address with a role, and remove. */
export function ShareDialog({ video, onClose }: { video: Video; onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const { video_id } = video
  const { data } = useCall('listShares', { video_id })
  const { data: system } = useCall('getSystem', {}, { revalidateOnFocus: false })
  const [account, setAccount] = useState('')
  const [role, setRole] = useState<ShareRole>('edit')
  const [busy, setBusy] = useState(false)
  const share = async (event: FormEvent): Promise<void> => {
    event.preventDefault()
    setBusy(true)
    try {
      await call('shareVideo', { video_id, account, role })
      setAccount('')
      await refresh('listShares')
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  return (
    <Dialog isOpen title={t('share_title', { name: video.video_name })} onClose={onClose} className="form-dialog">
      <DialogBody>
        <p className="muted">{t('share_text')}</p>
        <form className="share-form" onSubmit={(event) => void share(event)}>
          <FormGroup label={t(system?.mail ? 'share_with' : 'share_with_name')} labelFor="share-account">
            <TextInput id="share-account" value={account} maxLength={200} autoFocus onValueChange={setAccount} />
          </FormGroup>
          <RoleSelect label={t('share_role')} role={role} onChange={setRole} />
          <Button
            type="submit"
            intent="primary"
            loading={busy}
            disabled={account.trim() === ''}
            text={t('share_add')}
          />
        </form>
        {data?.list.length === 0 && <p className="muted">{t('share_nobody')}</p>}
        {data && data.list.length > 0 && (
          <ul className="share-list" aria-label={t('share_people')}>
            {data.list.map((each) => (
              <Sharer key={each.share_id} share={each} />
            ))}
          </ul>
        )}
      </DialogBody>
    </Dialog>
  )
}

function RoleSelect({
  label,
  role,
  onChange,
}: {
  label: string
  role: ShareRole
  onChange: (role: ShareRole) => void
}) {
  const { t } = useTranslation('library')
  return (
    <Select
      className="share-role"
      label={label}
      value={role}
      onChange={onChange}
      options={shareRoles.toReversed().map((value) => ({ value, label: t(`share_role_${value}`) }))}
    />
  )
}

/** An account that the video is shared with. */
function Sharer({ share: { share_id, video_id, account, name, role } }: { share: VideoShare }): ReactNode {
  const { t } = useTranslation('library')
  const change = async (work: () => Promise<unknown>): Promise<void> => {
    await work().catch(notifyFailure)
    await refresh('listShares')
  }
  return (
    <li>
      <span className="ellipsis">{name}</span>
      <RoleSelect
        label={t('share_role_of', { name })}
        role={role}
        onChange={(next) => void change(() => call('shareVideo', { video_id, account, role: next }))}
      />
      <Button
        variant="minimal"
        text={t('share_end')}
        aria-label={t('share_end_of', { name })}
        onClick={() => void change(() => call('endShare', { share_id }))}
      />
    </li>
  )
}
