import type { ParseKeys } from 'i18next'
import { useTranslation } from 'react-i18next'
import { formatList } from '#src/ui/format.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'

/** Words for shown choices of configurations. */
const words: Readonly<Record<string, ParseKeys<'tasks'>>> = {
  'subtitle_extract_mode audio': 'extract_audio',
  'subtitle_extract_mode text': 'extract_picture',
  'subtitle_extract_mode both': 'fact_both',
  'erase_type basic': 'fact_basic',
  'erase_type advanced': 'fact_advanced',
  'erase_region_type auto': 'erase_auto',
  'erase_region_type manual': 'erase_region',
  'dubbing_type single': 'voices_single',
  'dubbing_type multi': 'voices_multi',
  'synthesis_type burn': 'burn',
  'synthesis_type soft': 'soft',
  'synthesis_type none': 'subtitles_none',
  'video_type video': 'dub_output_video',
  'video_type sound': 'dub_output_sound',
}

/** Shown fields of configurations with labels. */
export const configLabels: Readonly<Record<string, ParseKeys<'tasks'>>> = {
  subtitle_extract_mode: 'extract_mode',
  erase_type: 'erase_type',
  erase_region_type: 'erase_where',
  dubbing_type: 'voices',
  synthesis_type: 'synthesis_type',
  video_type: 'dub_output',
}

/** The message for a field's value; undefined for a hidden field. */
export function wordOf(field: string, value: unknown): ParseKeys<'tasks'> | undefined {
  return words[`${field} ${String(value)}`]
}

/** The choices of a task, a phrase each: languages first. */
export function useConfigWords(): (config: Readonly<Record<string, unknown>>) => string[] {
  const { t } = useTranslation('tasks')
  const nameOf = useLanguageNames()
  return (config) => {
    const targets = Array.isArray(config['to_languages']) ? config['to_languages'] : [config['to_language']]
    const languages = targets.filter((code) => typeof code === 'string').map(nameOf)
    const source = typeof config['source_language'] === 'string' ? nameOf(config['source_language']) : ''
    const arrow = [source, formatList(languages)].filter((part) => part !== '').join(' → ')
    const choices = Object.keys(configLabels).flatMap((field) => {
      const word = wordOf(field, config[field])
      return word ? [t(word)] : []
    })
    return [...(arrow === '' ? [] : [arrow]), ...choices]
  }
}
