import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { API_PERMISSION } from '#core/domain/api-keys.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { account, leaveSessionBy, updateUser } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Clipboard, CreditCard, Key, LogOut, Person, Star, TimelineBarChart, User } from '#src/ui/icons.ts'
import { Menu, MenuDivider, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { copyText } from '#src/ui/copy.ts'
import { notify } from '#src/ui/toaster.ts'
import { openContact, openSurvey } from '../dialogs/open-dialog.ts'

/** The signed-in user, and the account's menu. */
export function UserMenu(): ReactNode {
  const { t } = useTranslation('header')
  const navigate = useNavigate()
  const { user, permissions } = useSnapshot(account)
  const [asking, setAsking] = useState<'log_out' | 'api'>()
  if (!user) return null
  const { ckey, nickname, logo_url } = user
  const copyKey = async (): Promise<void> => {
    if (await copyText(ckey)) notify.success(t('common:copied'))
    else notify.info(t('common:copy_by_hand', { text: ckey }))
  }
  // Permissions granted since the sign-in are not known here yet.
  const mayHaveKeys = async (): Promise<boolean> => {
    if (permissions.includes(API_PERMISSION)) return true
    const { userinfo, auth_list } = await call('getProfile', {})
    updateUser(userinfo, auth_list)
    return auth_list.includes(API_PERMISSION)
  }
  const toKeys = async (): Promise<void> => {
    try {
      if (await mayHaveKeys()) await navigate('/lab/apikeys')
      else setAsking('api')
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <>
      <Popover
        placement="bottom-end"
        content={
          <Menu>
            <MenuDivider title={nickname} />
            <MenuItem icon={<Clipboard />} text={ckey} label={t('copy')} onClick={() => void copyKey()} />
            <MenuItem icon={<Person />} text={t('profile')} onClick={() => void navigate('/lab/profile')} />
            <MenuItem icon={<CreditCard />} text={t('orders')} onClick={() => void navigate('/finance/payorder')} />
            <MenuItem
              icon={<TimelineBarChart />}
              text={t('credit_use')}
              onClick={() => void navigate('/finance/payorder?tab=consumption')}
            />
            <MenuItem icon={<Key />} text={t('get_api')} onClick={() => void toKeys()} />
            <MenuItem icon={<Star />} text={t('survey')} onClick={openSurvey} />
            <MenuDivider />
            <MenuItem icon={<LogOut />} text={t('common:log_out')} onClick={() => setAsking('log_out')} />
          </Menu>
        }
      >
        <Button
          variant="minimal"
          icon={logo_url ? <img className="user-picture" src={logo_url} alt="" /> : <User />}
          text={<span className="user-name ellipsis">{nickname}</span>}
          title={t('common:user_menu')}
        />
      </Popover>
      <LogOutQuestion open={asking === 'log_out'} onClose={() => setAsking(undefined)} />
      <ContactTip open={asking === 'api'} onClose={() => setAsking(undefined)} />
    </>
  )
}

function LogOutQuestion({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { t } = useTranslation('header')
  const navigate = useNavigate()
  const [busy, setBusy] = useState(false)
  const logOut = async (): Promise<void> => {
    setBusy(true)
    try {
      await leaveSessionBy(call('logout', {}))
      notify.success(t('common:logout_success'))
      await navigate('/login')
    } catch (error) {
      notifyFailure(error)
      setBusy(false)
    }
  }
  return (
    <ConfirmDialog
      open={open}
      text={t('common:logout_question')}
      confirmText={t('common:log_out')}
      busy={busy}
      onConfirm={() => logOut()}
      onClose={onClose}
    />
  )
}

/** Without the permission for API keys: whom to ask. */
function ContactTip({ open, onClose }: { open: boolean; onClose: () => void }): ReactNode {
  const { t } = useTranslation('header')
  const ask = (): void => {
    onClose()
    openContact()
  }
  return (
    <Dialog isOpen={open} title={t('get_api')} transitionDuration={0} onClose={onClose}>
      <DialogBody>
        <p>{t('api_contact')}</p>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:close')} onClick={onClose} />
            <Button intent="primary" autoFocus text={t('contact_us')} onClick={ask} />
          </>
        }
      />
    </Dialog>
  )
}
