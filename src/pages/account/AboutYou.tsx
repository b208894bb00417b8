import { type FormEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { FieldFault } from '#core/domain/account.ts'
import { isPhone } from '#core/domain/forms.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { updateUser } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { copyText } from '#src/ui/copy.ts'
import { TextLine } from '#src/ui/form/Field.tsx'
import { UnsavedGuard } from '#src/ui/form/UnsavedGuard.tsx'
import { useForm } from '#src/ui/form/use-form.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Clipboard } from '#src/ui/icons.ts'
import { notify } from '#src/ui/toaster.ts'
import { Address } from './Address.tsx'
import { PictureField } from './PictureField.tsx'
import type { Profile } from './profile.ts'

interface Values {
  nickname: string
  cname: string
  mobile: string
}

const faultsIn = ({ nickname, mobile }: Values): Partial<Record<keyof Values, FieldFault>> => ({
  ...(nickname.trim() === '' && { nickname: 'missing' }),
  ...(mobile.trim() !== '' && !isPhone(mobile.trim()) && { mobile: 'form' }),
})

/** Name, picture, company, phone, and log-in names. */
export function AboutYou({ profile, onSaved }: { profile: Profile; onSaved: (profile: Profile) => void }): ReactNode {
  const { t } = useTranslation('account')
  const { userinfo } = profile
  const { nickname, cname, mobile } = userinfo
  const form = useForm<Values>({ nickname, cname, mobile }, faultsIn)
  const [busy, setBusy] = useState(false)
  const { values } = form
  const isChanged = values.nickname !== nickname || values.cname !== cname || values.mobile !== mobile
  const save = async (event: FormEvent<HTMLFormElement>): Promise<void> => {
    event.preventDefault()
    if (!form.check(event.currentTarget)) return
    setBusy(true)
    try {
      const saved = await call('setProfile', values)
      updateUser(saved.userinfo, saved.auth_list)
      onSaved(saved)
      notify.success(t('saved'))
    } catch (error) {
      notifyFailure(error)
    } finally {
      setBusy(false)
    }
  }
  const faultText = (fault: FieldFault | undefined): string | undefined =>
    fault && t(fault === 'form' ? 'field_phone' : 'field_missing')
  const line = (field: keyof Values, maxLength: number, autoComplete: string) => (
    <TextLine
      field={field}
      label={t(field)}
      maxLength={maxLength}
      autoComplete={autoComplete}
      value={values[field]}
      onValue={(value) => form.set(field, value)}
      fault={faultText(form.faultOf(field))}
    />
  )
  return (
    <section className="profile-card" aria-labelledby="about-you">
      <h2 id="about-you">{t('about_you')}</h2>
      <PictureField profile={profile} onSaved={onSaved} />
      <form noValidate onSubmit={(event) => void save(event)} onBlur={form.leave}>
        <div className="form-columns">
          {line('nickname', 60, 'name')}
          {line('cname', 120, 'organization')}
          {line('mobile', 40, 'tel')}
        </div>
        <dl className="profile-facts">
          <dt>{t('account_name')}</dt>
          <dd>{userinfo.name}</dd>
          <dt>{t('email')}</dt>
          <dd>
            <Address profile={profile} />
          </dd>
          <dt>{t('account_key')}</dt>
          <dd>
            <CopyKey ckey={userinfo.ckey} />
          </dd>
        </dl>
        <UnsavedGuard when={isChanged && !busy} />
        <div className="profile-foot">
          <Button type="submit" intent="primary" disabled={!isChanged} loading={busy} text={t('save')} />
        </div>
      </form>
    </section>
  )
}

function CopyKey({ ckey }: { ckey: string }): ReactNode {
  const { t } = useTranslation('account')
  const copy = async (): Promise<void> => {
    if (await copyText(ckey)) notify.success(t('common:copied'))
    else notify.info(t('common:copy_by_hand', { text: ckey }))
  }
  return (
    <>
      <code>{ckey}</code>
      <IconButton icon={<Clipboard size={12} />} size="small" label={t('copy_key')} onClick={() => void copy()} />
    </>
  )
}
