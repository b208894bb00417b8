import { useTranslation } from 'react-i18next'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'

/** Longest name in a select of versions. */
const MAX_LETTERS = 32

/** What distinguishes a version from its video's others. */
export type Nameable = Pick<SubtitleVersion, 'version' | 'name' | 'language' | 'from' | 'is_use'>

/** `3 · Final cut · Spanish · translated (active)`; a version named after its video has no own name. */
export function useVersionName(): (version: Nameable, videoName: string | undefined) => string {
  const { t } = useTranslation('tasks')
  const languageName = useLanguageNames()
  return ({ version: n, name, language: code, from, is_use }, videoName) => {
    const own = name === videoName ? [] : [shortened(name)]
    const label = [n, ...own, languageName(code), t(`from_${from}`)].join(' · ')
    return is_use ? t('active_version', { name: label }) : label
  }
}

/** The same after its video's name, for a sentence: `Episode 1 (3 · Spanish · translated)`. */
export function useFullVersionName(): (version: Nameable & { readonly video_name: string }) => string {
  const nameOf = useVersionName()
  return (version) => `${version.video_name} (${nameOf(version, version.video_name)})`
}

const letters = new Intl.Segmenter(undefined, { granularity: 'grapheme' })

function shortened(name: string): string {
  if (name.length <= MAX_LETTERS) return name
  const whole = [...letters.segment(name)].map(({ segment }) => segment)
  return whole.length <= MAX_LETTERS
    ? name
    : `${whole
        .slice(0, MAX_LETTERS - 1)
        .join('')
        .trimEnd()}…`
}
