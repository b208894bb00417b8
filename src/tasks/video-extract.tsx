import { FormGroup } from '@blueprintjs/core'
import { Chat } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import type { FormProps, TaskKind } from './kind.ts'
import { SubtitleResult } from './results.tsx'

/** Speech of a video to subtitles. */
export const videoExtract: TaskKind = {
  type: 'video_extract',
  name: 'type_video_extract',
  title: 'extract_title',
  icon: Chat,
  needsVideo: true,
  Form: ExtractForm,
  Result: SubtitleResult,
}

function ExtractForm({ video, children }: FormProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { data: languages } = useCall('getLanguages', {})
  const { video_id } = video
  const [source_language, setLanguage] = useState(video.language as LanguageCode)
  return children(
    <>
      <p>{t('extract_text', { name: video.video_name })}</p>
      <FormGroup label={t('spoken_language')} labelFor="extract-language">
        <LanguageSelect
          id="extract-language"
          value={source_language}
          languages={languages?.upload ?? []}
          onChange={(code) => setLanguage(code as LanguageCode)}
        />
      </FormGroup>
    </>,
    {
      quote: { task_type: 'video_extract', video_id, source_language },
      choices: { video_id, source_language },
      start: (idempotency_key) => call('runExtract', { video_id, source_language, idempotency_key }),
    },
  )
}
