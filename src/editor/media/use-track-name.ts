import { useTranslation } from 'react-i18next'
import { isPictureSubtitle, subtitleCodecName } from '#core/media/subtitle-codecs.ts'
import { languageName } from '#src/ui/language-names.ts'
import type { EmbeddedTrack } from './embedded.ts'

/** Name of a track: `German · Signs · SubRip · 812 lines`; it says if the track has no text. */
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
