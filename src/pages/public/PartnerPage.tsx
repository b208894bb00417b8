import './partner.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link, useSearchParams } from 'react-router-dom'
import { PARTNER_ANSWER_DAYS } from '#core/domain/forms.ts'
import { changeLanguage, screenLanguage } from '#src/api/language.ts'
import { Button } from '#src/ui/Button.ts'
import { TickCircle } from '#src/ui/icons.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Logo } from '#src/ui/Logo.tsx'
import { Tab, Tabs } from '#src/ui/Tabs.ts'
import { DemoForm } from './DemoForm.tsx'
import { PartnerForm } from './PartnerForm.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const forms = { partner: PartnerForm, demo: DemoForm } as const

/** Partner applications and demonstrations, without an account. */
export function PartnerPage(): ReactNode {
  const { t } = useTranslation('forms')
  const [query, setQuery] = useSearchParams()
  const [isSent, setSent] = useState(false)
  const tab = query.get('tab') === 'demo' ? 'demo' : 'partner'
  const select = (next: string): void => {
    setSent(false)
    query.set('tab', next)
    setQuery(query, { replace: true })
  }
  const language = screenLanguage()
  const Form = forms[tab]
  const panel = isSent ? (
    <Thanks text={t(`${tab}_sent`, { n: PARTNER_ANSWER_DAYS })} />
  ) : (
    <Form onSent={() => setSent(true)} />
  )
  return (
    <div className="partner">
      <header>
        <Link to="/" title={t('common:home')}>
          <Logo />
        </Link>
        <Button
          variant="minimal"
          lang={language === 'zh_cn' ? 'en' : 'zh-CN'}
          text={language === 'zh_cn' ? 'English' : '简体中文'}
          onClick={() => changeLanguage(language === 'zh_cn' ? 'en' : 'zh_cn')}
        />
      </header>
      <main>
        <h1>{t(`${tab}_title`)}</h1>
        <p className="muted">{t(`${tab}_text`, { n: PARTNER_ANSWER_DAYS })}</p>
        <Tabs
          id="partner-tabs"
          renderActiveTabPanelOnly
          selectedTabId={tab}
          onChange={(id) => select(String(id))}
          size="large"
        >
          <Tab id="partner" title={t('partner_tab')} panel={panel} />
          <Tab id="demo" title={t('demo_tab')} panel={panel} />
        </Tabs>
      </main>
    </div>
  )
}

function Thanks({ text }: { text: string }): ReactNode {
  const { t } = useTranslation('forms')
  return (
    <NonIdealState
      className="partner-thanks"
      icon={<TickCircle size={40} />}
      title={t('thanks')}
      description={<span role="status">{text}</span>}
      action={<LinkButton to="/">{t('common:home')}</LinkButton>}
    />
  )
}
