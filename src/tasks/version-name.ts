import { useTranslation } from 'react-i18next'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { useCall } from '#src/api/hooks.ts'

/** `3 · Spanish · translated (active)`. */
export function useVersionName(): (version: SubtitleVersion) => string {
  const { t } = useTranslation('tasks')
  const { data: languages } = useCall('getLanguages', {})
  return (version) => {
    const language = languages?.upload.find(({ code }) => code === version.language)?.name ?? version.language
    const active = version.is_use ? ` ${t('active_mark')}` : ''
    return `${version.version} · ${language} · ${t(`from_${version.from}`)}${active}`
  }
}
