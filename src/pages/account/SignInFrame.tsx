import './login.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { changeLanguage, screenLanguage } from '#src/api/language.ts'
import { Button } from '#src/ui/Button.ts'
import { Logo } from '#src/ui/Logo.tsx'

/** Layout of the sign-in forms: product description beside them, language above. */
export function SignInFrame({ children }: { children: ReactNode }): ReactNode {
  const language = screenLanguage()
  return (
    <div className="login">
      <Brand />
      <main className="login-side">
        <Button
          className="login-language"
          variant="minimal"
          lang={language === 'zh_cn' ? 'en' : 'zh-CN'}
          text={language === 'zh_cn' ? 'English' : '简体中文'}
          onClick={() => changeLanguage(language === 'zh_cn' ? 'en' : 'zh_cn')}
        />
        <section className="login-card">{children}</section>
      </main>
    </div>
  )
}

function Brand(): ReactNode {
  const { t } = useTranslation('login')
  return (
    <aside className="login-brand">
      <Link to="/" title={t('home')}>
        <Logo />
      </Link>
      <div>
        <p className="login-line">{t('brand_line')}</p>
        <ul>
          {(['brand_1', 'brand_2', 'brand_3'] as const).map((point) => (
            <li key={point}>{t(point)}</li>
          ))}
        </ul>
      </div>
    </aside>
  )
}
