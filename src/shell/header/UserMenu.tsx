import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { Clipboard, LogOut, User } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useNavigate } from 'react-router-dom'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { clearSession } from '#src/api/session.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { notify } from '#src/ui/toaster.ts'

/** Who is signed in, and what concerns the account. */
export function UserMenu({ name, ckey }: { name: string; ckey: string }): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const [leaving, setLeaving] = useState(false)
  const logout = async (): Promise<void> => {
    try {
      await call('logout', {})
      clearSession()
      notify.success(t('logout_success'))
      await navigate('/login')
    } catch (error) {
      notifyFailure(error)
    }
  }
  const copyKey = (): void => {
    navigator.clipboard.writeText(ckey).then(
      () => notify.success(t('copied')),
      () => notify.info(t('copy_by_hand', { text: ckey })),
    )
  }
  return (
    <>
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            <MenuDivider title={name} />
            <MenuItem icon={<Clipboard />} text={ckey} onClick={copyKey} />
            <MenuItem icon={<LogOut />} text={t('log_out')} onClick={() => setLeaving(true)} />
          </Menu>
        }
      >
        <Button variant="minimal" icon={<User />} text={name} title={t('user_menu')} />
      </PopoverNext>
      <ConfirmDialog
        open={leaving}
        text={t('logout_question')}
        confirmText={t('log_out')}
        onConfirm={() => void logout()}
        onClose={() => setLeaving(false)}
      />
    </>
  )
}
