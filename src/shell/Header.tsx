import { Button, Menu, MenuDivider, MenuItem, PopoverNext, Tag } from '@blueprintjs/core'
import { Clipboard, History, LogIn, LogOut, User } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useNavigate } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { account, clearSession } from '#src/api/session.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ThemeIcon } from '#src/ui/ThemeIcon.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'
import { notify } from '#src/ui/toaster.ts'
import { Logo } from '#src/ui/Logo.tsx'

/** The bar on top: home, theme, and who is signed in. */
export function Header(): ReactNode {
  const { t } = useTranslation()
  const { user } = useSnapshot(account)
  const theme = useTheme()
  return (
    <header className="header">
      <Link to="/lab/workspace" title={t('home')}>
        <Logo />
      </Link>
      <div className="header-items">
        <IconButton
          icon={<ThemeIcon />}
          onClick={toggleTheme}
          label={t(theme === 'dark' ? 'light_theme' : 'dark_theme')}
        />
        {user && !user.is_vistor ? <CustomerItems name={user.nickname} ckey={user.ckey} /> : <VisitorItems />}
      </div>
    </header>
  )
}

function VisitorItems(): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  return (
    <>
      <Tag minimal round>
        {t('visitor')}
      </Tag>
      <Button intent="primary" icon={<LogIn />} text={t('log_in')} onClick={() => void navigate('/login')} />
    </>
  )
}

function CustomerItems({ name, ckey }: { name: string; ckey: string }): ReactNode {
  const { t } = useTranslation()
  const navigate = useNavigate()
  const { data: info } = useCall('getInfo', {})
  const ongoing = info?.ongoing ?? 0
  const badge = ongoing === 0 ? '' : ongoing > 99 ? '99+' : String(ongoing)
  return (
    <>
      <span
        className="credits"
        title={t('credits_hint', { gift: info?.gift_credits ?? 0, bought: info?.purchase_credits ?? 0 })}
      >
        {t('credits', { count: info?.credits ?? 0 })}
      </span>
      <Button
        variant="minimal"
        icon={<History />}
        onClick={() => void navigate('/lab/history')}
        aria-label={`${t('menu_history')} ${badge}`.trim()}
      >
        {ongoing > 0 && (
          <Tag round intent="primary" className="badge">
            {badge}
          </Tag>
        )}
      </Button>
      <UserMenu name={name} ckey={ckey} />
    </>
  )
}

function UserMenu({ name, ckey }: { name: string; ckey: string }): ReactNode {
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
