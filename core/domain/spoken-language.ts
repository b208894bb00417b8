import { isLanguageCode, type LanguageCode, languageOfTrack } from './languages.ts'

/** What an upload is said to be in if nothing is known. */
const ASSUMED: LanguageCode = 'en'

interface Known {
  /** As its upload or its owner says. */
  readonly language: string
  readonly subtitle_languages: readonly string[]
  readonly video_info: { readonly streams: readonly { readonly kind: string; readonly language: string }[] }
}

/** The spoken language of a video, and whether that is only a guess: neither owner, sound track nor version says it. */
export function spokenLanguage(video: Known): { readonly code: LanguageCode; readonly isGuess: boolean } {
  const { language, subtitle_languages, video_info } = video
  const own = isLanguageCode(language) ? language : ASSUMED
  if (own !== ASSUMED) return { code: own, isGuess: false }
  const declared = video_info.streams
    .filter(({ kind }) => kind === 'audio')
    .flatMap((track) => languageOfTrack(track.language) ?? [])
  const isSaid = subtitle_languages.includes(own) || declared.includes(own)
  return isSaid || declared[0] === undefined ? { code: own, isGuess: !isSaid } : { code: declared[0], isGuess: false }
}
