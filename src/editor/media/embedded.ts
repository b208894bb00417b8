import type { Video } from '#core/contract/video.ts'
import { type LanguageCode, languageOfTrack } from '#core/domain/languages.ts'
import type { MediaFacts } from '#core/media/facts.ts'
import { isTextSubtitle } from '#core/media/subtitle-codecs.ts'
import { type MediaSource, openMedia } from '#src/media/media.ts'

/** A subtitle track inside a video. */
export interface EmbeddedTrack {
  /** The stream's number in the file. */
  readonly index: number
  readonly codec: string
  /** As the file says them; may be empty. */
  readonly language: string
  readonly title: string
  /** Text can be taken out; pictures of text can't. */
  readonly isText: boolean
  /** Undefined where it is not known without reading the track. */
  readonly lines: number | undefined
}

/** The subtitle tracks of a video of the library, by what the server found. */
export function tracksOfVideo({ video_info }: Video): EmbeddedTrack[] {
  return video_info.streams.flatMap(({ kind, codec, language, title, lines }, index) =>
    kind === 'subtitle'
      ? [{ index, codec, language, title, isText: isTextSubtitle(codec), lines: lines ?? undefined }]
      : [],
  )
}

/** The subtitle tracks of a file of this computer. */
export function tracksOfFile({ streams }: MediaFacts): EmbeddedTrack[] {
  return streams.flatMap((stream) => (stream.kind === 'subtitle' ? [stream] : []))
}

/** A track's language where it is one of the product's. */
export const trackLanguage = ({ language }: EmbeddedTrack): LanguageCode | undefined => languageOfTrack(language)

/** Takes a text track out of a video, as a subtitle file; only what is needed is read. Rejects with a MediaFailed. */
export async function readTrack(
  source: MediaSource,
  { index, codec, language }: EmbeddedTrack,
  name: string,
  signal: AbortSignal,
): Promise<File> {
  const opened = new AbortController()
  try {
    const media = await openMedia(source, AbortSignal.any([signal, opened.signal]))
    const text = await media.subtitle(index, signal)
    const ending = codec === 'ass' || codec === 'ssa' ? 'ass' : 'srt'
    return new File([text], [name.replace(/\.[^.]+$/, ''), language, ending].filter(Boolean).join('.'))
  } finally {
    opened.abort()
  }
}
