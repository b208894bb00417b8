import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { useSnapshot } from 'valtio'
import { changeLanguage, screenLanguage } from '#src/api/language.ts'
import { account } from '#src/api/session.ts'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { toggleTheme, useTheme } from '#src/ui/theme.ts'
import { ThemeIcon } from '#src/ui/ThemeIcon.tsx'

/** The bar over reading pages: home, language, theme, and the way to the application. */
export function ReadingHead(): ReactNode {
  const { t } = useTranslation()
  const { token } = useSnapshot(account)
  const theme = useTheme()
  const isChinese = screenLanguage() === 'zh_cn'
  return (
    <header className="reading-head">
      <Link to={token ? '/lab/workspace' : '/'} title={t('home')}>
        <Logo />
      </Link>
      <div>
        <Button
          variant="minimal"
          lang={isChinese ? 'en' : 'zh-CN'}
          text={isChinese ? 'English' : '简体中文'}
          onClick={() => changeLanguage(isChinese ? 'en' : 'zh_cn')}
        />
        <IconButton
          icon={<ThemeIcon />}
          onClick={toggleTheme}
          label={t(theme === 'dark' ? 'light_theme' : 'dark_theme')}
        />
        {!token && (
          <LinkButton variant="minimal" to="/login">
            {t('log_in')}
          </LinkButton>
        )}
      </div>
    </header>
  )
}
