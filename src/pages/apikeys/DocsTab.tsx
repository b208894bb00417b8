import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { copyText } from '#src/ui/copy.ts'
import { Duplicate } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { notify } from '#src/ui/toaster.ts'
import { exampleLanguages, examples, type ExampleLanguage } from './examples.ts'
import { Reference } from './Reference.tsx'

const rules = ['docs_rule_1', 'docs_rule_2', 'docs_rule_3'] as const

/** How to use a key: runnable examples, and every call for keys. */
export function DocsTab(): ReactNode {
  const { t } = useTranslation('apikeys')
  const [language, setLanguage] = useState<ExampleLanguage>('curl')
  const { translate, webhook } = examples(location.origin)
  return (
    <div className="apikeys-docs">
      <section>
        <h2>{t('docs_rules')}</h2>
        <ul>
          {rules.map((rule) => (
            <li key={rule}>{t(rule)}</li>
          ))}
        </ul>
      </section>
      <section>
        <div className="apikeys-bar">
          <div>
            <h2>{t('docs_start')}</h2>
            <p className="muted">{t(`docs_text_${language}`)}</p>
          </div>
          <SegmentedControl
            size="small"
            options={exampleLanguages.map((value) => ({ value, label: t(`docs_by_${value}`) }))}
            value={language}
            onValueChange={(next) => setLanguage(exampleLanguages.find((one) => one === next) ?? 'curl')}
          />
        </div>
        <Code text={translate[language]} />
      </section>
      <section>
        <h2>{t('docs_hook')}</h2>
        <p className="muted">{t('docs_hook_text')}</p>
        <Code text={webhook} />
      </section>
      <section>
        <h2>{t('docs_calls')}</h2>
        <p className="muted">{t('docs_calls_text')}</p>
        <Reference />
      </section>
    </div>
  )
}

function Code({ text }: { text: string }): ReactNode {
  const { t } = useTranslation('apikeys')
  const copy = async (): Promise<void> => {
    if (await copyText(text)) notify.success(t('common:copied'))
  }
  return (
    <div className="apikeys-code">
      <pre>{text}</pre>
      <Button size="small" icon={<Duplicate />} text={t('copy')} onClick={() => void copy()} />
    </div>
  )
}
