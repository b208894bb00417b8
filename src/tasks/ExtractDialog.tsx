import { FormGroup } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { type LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { RunDialog } from './RunDialog.tsx'

export function ExtractDialog({ video, onClose }: { video: Video; onClose: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const { data: languages } = useCall('getLanguages', {})
  const [language, setLanguage] = useState(video.language as LanguageCode)
  return (
    <RunDialog
      title={t('extract_title')}
      onClose={onClose}
      quote={{ task_type: 'video_extract', video_id: video.video_id, source_language: language }}
      run={(idempotency_key) =>
        call('runExtract', { video_id: video.video_id, source_language: language, idempotency_key })
      }
    >
      <p>{t('extract_text', { name: video.video_name })}</p>
      <FormGroup label={t('spoken_language')} labelFor="extract-language">
        <LanguageSelect
          id="extract-language"
          value={language}
          languages={languages?.upload ?? []}
          onChange={(code) => setLanguage(code as LanguageCode)}
        />
      </FormGroup>
    </RunDialog>
  )
}
