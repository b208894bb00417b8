import type { ReactNode } from 'react'
import type { InputOf } from '#core/contract/index.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { Translate } from '#src/ui/icons.ts'
import type { FormProps, RunRequest, TaskKind } from './kind.ts'
import { SubtitleResult } from './results.tsx'
import { TargetLanguage, useTargetLanguage } from './TargetLanguage.tsx'
import { TranslationFields, useTranslationChoice } from './TranslationFields.tsx'
import { useVersionChoice, VersionSelect } from './VersionSelect.tsx'

/** A subtitle version to one in another language. */
export const subtitleTranslate: TaskKind = {
  type: 'subtitle_translate',
  name: 'type_subtitle_translate',
  title: 'translate_title',
  icon: Translate,
  needsVideo: false,
  languages: 'made',
  Form: TranslateForm,
  Result: SubtitleResult,
}

function TranslateForm({ video, initial, isForSeveral, targets, children }: FormProps): ReactNode {
  const choice = useVersionChoice(video)
  const from = choice.version?.language as LanguageCode | undefined
  const to = useTargetLanguage(from ?? video.language, initial, targets)
  const translation = useTranslationChoice(from, to.target, initial)
  const config = { to_language: to.target, ...translation.value }
  return children(
    <>
      <VersionSelect choice={choice} isForSeveral={isForSeveral} />
      {!targets && <TargetLanguage id="translate-target" from={from} choice={to} />}
      <TranslationFields choice={translation} />
    </>,
    choice.version && from && requestOf({ file_id: choice.version.file_id, source_language: from, ...config }),
    config,
  )
}

function requestOf(choices: Omit<InputOf<'runTranslate'>, 'idempotency_key'>): RunRequest {
  return {
    quote: { task_type: 'subtitle_translate', ...choices },
    choices,
    start: (idempotency_key) => call('runTranslate', { ...choices, idempotency_key }),
  }
}
