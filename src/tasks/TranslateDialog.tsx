import { FormGroup } from '@blueprintjs/core'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import { type LanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { useCall } from '#src/api/hooks.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { RunDialog } from './RunDialog.tsx'
import { useVersionChoice, VersionSelect } from './VersionSelect.tsx'

export function TranslateDialog({ video, onClose }: { video: Video; onClose: () => void }): ReactNode {
  const { t } = useTranslation('tasks')
  const { data: languages } = useCall('getLanguages', {})
  const choice = useVersionChoice(video)
  const from = choice.version?.language as LanguageCode | undefined
  const [chosen, setTarget] = useState<LanguageCode>()
  const covered = from ? (languages?.translate_pairs[from]?.[0] as LanguageCode | undefined) : undefined
  const target = chosen ?? covered ?? (from === 'en' ? 'zh_cn' : 'en')
  const quote = choice.version &&
    from && {
      task_type: 'subtitle_translate' as const,
      file_id: choice.version.file_id,
      source_language: from,
      to_language: target,
    }
  return (
    <RunDialog
      title={t('translate_title')}
      onClose={onClose}
      quote={quote}
      run={(idempotency_key) =>
        call('runTranslate', {
          file_id: choice.version!.file_id,
          source_language: from!,
          to_language: target,
          idempotency_key,
        })
      }
    >
      <VersionSelect choice={choice} />
      <FormGroup label={t('target_language')} labelFor="translate-target">
        <LanguageSelect
          id="translate-target"
          value={target}
          languages={(languages?.target_translate ?? []).filter(({ code }) => code !== from)}
          onChange={(code) => setTarget(code as LanguageCode)}
        />
      </FormGroup>
    </RunDialog>
  )
}
