import { useTranslation } from 'react-i18next'
import { isPictureSubtitle, subtitleCodecName } from '#core/media/subtitle-codecs.ts'
import type { EmbeddedTrack } from './embedded.ts'

/** What a track is called: `German · Signs · SubRip · 812 lines`; one that can't be text says so. */
export function useTrackName(): (track: EmbeddedTrack) => string {
  const { t, i18n } = useTranslation('editor')
  return ({ language, title, codec, isText, lines }) => {
    const holds = isPictureSubtitle(codec) ? t('track_pictures') : t('track_unreadable')
    return [
      languageName(language, i18n.language) ?? t('track_no_language'),
      title,
      subtitleCodecName(codec),
      isText ? lines !== undefined && t('track_lines', { count: lines }) : holds,
    ]
      .filter(Boolean)
      .join(' · ')
  }
}

/** A language of a container, mostly ISO 639-2, in the person's own. */
export function languageName(language: string, inLanguage: string): string | undefined {
  if (language === '') return undefined
  try {
    return new Intl.DisplayNames(inLanguage.replace('_', '-'), { type: 'language' }).of(language)
  } catch {
    return language
  }
}
