import './apikeys.css'
import '#src/ui/states.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { errorTable } from '#core/contract/errors.ts'
import { useCall } from '#src/api/hooks.ts'
import { openContact } from '#src/shell/dialogs/open-dialog.ts'
import { Button } from '#src/ui/Button.ts'
import { Failing } from '#src/ui/Failing.tsx'
import { Key } from '#src/ui/icons.ts'
import { Tab, TabPanel, Tabs } from '#src/ui/Tabs.ts'
import { KeysTab } from './KeysTab.tsx'
import { WebhooksTab } from './WebhooksTab.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { later } from '#src/ui/later.tsx'

const DocsTab = later(async () => (await import('./DocsTab.tsx')).DocsTab, DocsWaiting)

const tabs = ['keys', 'webhooks', 'docs'] as const
type TabId = (typeof tabs)[number]

/** API keys; without the permission, whom to ask. */
export function ApiKeysPage(): ReactNode {
  const { t } = useTranslation('apikeys')
  const { data, error, isValidating, mutate } = useCall('listApiKeys', {}, { shouldRetryOnError: false })
  if (error && !data && error.code === errorTable.not_permitted.code) return <NotAllowed message={error.message} />
  return (
    <div className="apikeys">
      <h1>{t('title')}</h1>
      <p className="muted">{t('text')}</p>
      {error && !data ? (
        <Failing
          title={t('failed')}
          text={error.isOffline ? t('common:offline') : error.message}
          busy={isValidating}
          onRetry={() => void mutate()}
        />
      ) : (
        <Parts keys={data?.list} />
      )}
    </div>
  )
}

function Parts({ keys }: { keys: Parameters<typeof KeysTab>[0]['keys'] }): ReactNode {
  const { t } = useTranslation('apikeys')
  const [query, setQuery] = useSearchParams()
  const chosen = tabs.find((tab) => tab === query.get('tab')) ?? 'keys'
  return (
    <>
      <Tabs
        id="apikeys"
        selectedTabId={chosen}
        animate={false}
        onChange={(tab: TabId) => setQuery(tab === 'keys' ? {} : { tab }, { replace: true })}
      >
        {tabs.map((tab) => (
          <Tab key={tab} id={tab} title={t(`tab_${tab}`)} />
        ))}
      </Tabs>
      <TabPanel
        id={chosen}
        parentId="apikeys"
        selectedTabId={chosen}
        panel={
          <>
            {chosen === 'keys' && <KeysTab keys={keys} />}
            {chosen === 'webhooks' && <WebhooksTab />}
            {chosen === 'docs' && <DocsTab />}
          </>
        }
      />
    </>
  )
}

function DocsWaiting(): ReactNode {
  const { t } = useTranslation('apikeys')
  return <p className="muted">{t('docs_loading')}</p>
}

function NotAllowed({ message }: { message: string }): ReactNode {
  const { t } = useTranslation('apikeys')
  return (
    <NonIdealState
      level={1}
      className="state-page"
      icon={<Key size={40} />}
      title={message}
      description={t('none_text')}
      action={<Button intent="primary" text={t('header:contact_us')} onClick={openContact} />}
    />
  )
}
