import './task-pages.css'
import '#src/ui/page.css'
import '#src/ui/states.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import type { LanguageCode } from '#core/domain/languages.ts'
import { UnsavedGuard } from '#src/ui/form/UnsavedGuard.tsx'
import { TranslateForm } from './TranslateForm.tsx'
import { TranslateResults } from './TranslateResults.tsx'
import { RecentBatches } from './RecentBatches.tsx'
import { useFiles } from './use-files.ts'

/** Translates subtitle files into several languages; the address has the shown batch. */
export function SubtitleTranslatePage(): ReactNode {
  const { t } = useTranslation('taskpages')
  const [query, setQuery] = useSearchParams()
  const batch = query.get('batch')
  // Kept while another batch's results are shown.
  const list = useFiles()
  const [targets, setTargets] = useState<readonly LanguageCode[]>([])
  const begun = (batch_id: string): void => {
    list.clear()
    setTargets([])
    setQuery({ batch: batch_id })
  }
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('translate_files')}</h1>
        <p className="muted">{t('translate_files_text')}</p>
      </header>
      {batch === null ? (
        <>
          <TranslateForm list={list} targets={targets} onTargets={setTargets} onStarted={begun} />
          <RecentBatches onOpen={(batch_id) => setQuery({ batch: batch_id })} />
        </>
      ) : (
        <TranslateResults batchId={batch} onBack={() => setQuery({})} />
      )}
      <UnsavedGuard
        when={list.files.length > 0}
        words={{ question: t('leave_question'), leave: t('leave'), stay: t('stay') }}
      />
    </div>
  )
}
