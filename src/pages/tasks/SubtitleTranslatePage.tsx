import './task-pages.css'
import '#src/ui/page.css'
import '#src/ui/states.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSearchParams } from 'react-router-dom'
import { TranslateForm } from './TranslateForm.tsx'
import { TranslateResults } from './TranslateResults.tsx'
import { RecentBatches } from './RecentBatches.tsx'

/** Subtitle files into several languages at once; the batch that is looked at stands in the address. */
export function SubtitleTranslatePage(): ReactNode {
  const { t } = useTranslation('taskpages')
  const [query, setQuery] = useSearchParams()
  const batch = query.get('batch')
  return (
    <div className="page">
      <header className="page-head">
        <h1>{t('translate_files')}</h1>
        <p className="muted">{t('translate_files_text')}</p>
      </header>
      {batch === null ? (
        <>
          <TranslateForm onStarted={(batch_id) => setQuery({ batch: batch_id })} />
          <RecentBatches onOpen={(batch_id) => setQuery({ batch: batch_id })} />
        </>
      ) : (
        <TranslateResults batchId={batch} onBack={() => setQuery({})} />
      )}
    </div>
  )
}
