import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video, VideoDerivative } from '#core/contract/video.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { formatAgo } from '#src/ui/format.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { FormDialog } from './FormDialog.tsx'

/** Chooses what later videos are made of: subtitles, translation, picture and sound. */
export function UsedDialog({ video, onClose }: { video: Video; onClose: () => void }): ReactNode {
  const { t } = useTranslation('library')
  const { video_id } = video
  const versionName = useVersionName()
  const { data: versions } = useCall('listVersions', { video_id })
  const { data: derived } = useCall('listDerivatives', { video_id })
  const [chosen, setChosen] = useState<Partial<Used>>({})
  const active = versions?.list.find(({ is_use }) => is_use)?.file_id ?? ''
  const now: Used = {
    subtitles: active,
    translation: video.subtitles_translate_id,
    erased: video.video_erase_id,
    dubbed: video.video_dub_only_id,
  }
  const used = { ...now, ...chosen }
  const names = (versions?.list ?? []).map((item) => ({
    value: item.file_id,
    label: versionName(item, video.video_name),
  }))
  const madeBy = useMadeBy(derived?.list ?? [])
  const none = { value: '', label: t('used_none') }
  const original = { value: '', label: t('used_original') }
  const options: Record<keyof Used, { value: string; label: string }[]> = {
    subtitles: names.length > 0 ? names : [none],
    translation: [none, ...names],
    erased: [original, ...madeBy('video_erase')],
    dubbed: [original, ...madeBy('video_dubbing_only', 'video_dubbing')],
  }
  return (
    <FormDialog
      title={t('used_title')}
      confirmText={t('save')}
      onConfirm={async () => {
        await storeUsed(video_id, now, used)
        await refresh('listFiles', 'listVideos', 'getVideo', 'listVersions', 'listDerivatives')
      }}
      onClose={onClose}
    >
      <p className="muted">{t('used_text', { name: video.video_name })}</p>
      {parts.map((part) => (
        <FormGroup key={part} label={t(`used_${part}`)} labelFor={`used-${part}`}>
          <Select
            id={`used-${part}`}
            value={used[part]}
            options={options[part]}
            disabled={options[part].length < 2}
            onChange={(value) => setChosen({ ...chosen, [part]: value })}
          />
        </FormGroup>
      ))}
    </FormDialog>
  )
}

/** Chosen ids, each empty if none. */
interface Used {
  readonly subtitles: string
  readonly translation: string
  readonly erased: string
  readonly dubbed: string
}

const parts: readonly (keyof Used)[] = ['subtitles', 'translation', 'erased', 'dubbed']

/** Sends what changed. */
async function storeUsed(video_id: string, before: Used, after: Used): Promise<void> {
  if (after.subtitles !== before.subtitles) await call('useVersion', { video_id, subtitles_id: after.subtitles })
  if (after.translation !== before.translation)
    await call('useTranslation', { video_id, subtitles_translate_id: after.translation })
  if (after.erased !== before.erased) await call('useErased', { video_id, video_erase_id: after.erased })
  if (after.dubbed !== before.dubbed) await call('useDubbed', { video_id, video_dub_only_id: after.dubbed })
}

function useMadeBy(list: readonly VideoDerivative[]) {
  const languageName = useLanguageNames()
  return (...types: string[]) =>
    list
      .filter(({ task_type }) => types.includes(task_type))
      .map(({ derivative_id, language, create_time }) => ({
        value: derivative_id,
        label: `${languageName(language)} · ${formatAgo(create_time)}`,
      }))
}
