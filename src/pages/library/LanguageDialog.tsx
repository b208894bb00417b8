import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { notify } from '#src/ui/toaster.ts'
import type { ChosenFile } from './files.ts'
import { FormDialog } from './FormDialog.tsx'

/** Concurrent requests. */
const AT_ONCE = 6

/** Sets files' language: spoken in a video, or written in a subtitle file. */
export function LanguageDialog({ files, onClose }: { files: readonly ChosenFile[]; onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const [first] = files
  const [language, setLanguage] = useState((first?.language ?? 'en') as LanguageCode)
  const store = async ({ kind, id }: ChosenFile): Promise<void> => {
    await call(kind === 'video' ? 'setVideoLanguage' : 'setVersionLanguage', { file_id: id, language })
  }
  const storeAll = async (): Promise<void> => {
    const left = [...files]
    const next = async (): Promise<void> => {
      for (let file = left.shift(); file; file = left.shift()) await store(file)
    }
    try {
      await Promise.all(Array.from({ length: AT_ONCE }, next))
    } finally {
      await refresh('listFiles', 'listVideos', 'getVideo', 'listVersions')
    }
    notify.success(t('language_set'))
  }
  return (
    <FormDialog title={t('language_title')} confirmText={t('save')} onConfirm={storeAll} onClose={onClose}>
      <FormGroup label={t('language')} labelFor="file-language" helperText={t('language_text')}>
        <LanguageSelect id="file-language" value={language} onChange={setLanguage} />
      </FormGroup>
    </FormDialog>
  )
}
