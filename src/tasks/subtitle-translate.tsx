import { FormGroup } from '@blueprintjs/core'
import { Translate } from '@blueprintjs/icons'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import type { FormProps, RunRequest, TaskKind } from './kind.ts'
import { SubtitleResult } from './results.tsx'
import { useVersionChoice, VersionSelect } from './VersionSelect.tsx'

/** A subtitle version to one in another language. */
export const subtitleTranslate: TaskKind = {
  type: 'subtitle_translate',
  name: 'type_subtitle_translate',
  title: 'translate_title',
  icon: Translate,
  needsVideo: false,
  Form: TranslateForm,
  Result: SubtitleResult,
}

function TranslateForm({ video, children }: FormProps): ReactNode {
  const { t } = useTranslation('tasks')
  const { data: languages } = useCall('getLanguages', {})
  const choice = useVersionChoice(video)
  const from = choice.version?.language as LanguageCode | undefined
  const [chosen, setTarget] = useState<LanguageCode>()
  const covered = from ? (languages?.translate_pairs[from]?.[0] as LanguageCode | undefined) : undefined
  const target = chosen ?? covered ?? (from === 'en' ? 'zh_cn' : 'en')
  return children(
    <>
      <VersionSelect choice={choice} />
      <FormGroup label={t('target_language')} labelFor="translate-target">
        <LanguageSelect
          id="translate-target"
          value={target}
          languages={(languages?.target_translate ?? []).filter(({ code }) => code !== from)}
          onChange={(code) => setTarget(code as LanguageCode)}
        />
      </FormGroup>
    </>,
    choice.version && from && requestOf(choice.version.file_id, from, target),
  )
}

function requestOf(file_id: string, source_language: LanguageCode, to_language: LanguageCode): RunRequest {
  const choices = { file_id, source_language, to_language }
  return {
    quote: { task_type: 'subtitle_translate', ...choices },
    choices,
    start: (idempotency_key) => call('runTranslate', { ...choices, idempotency_key }),
  }
}
