import type { Video } from '#core/contract/video.ts'
import { type LanguageCode, languageOfTrack } from '#core/domain/languages.ts'
import type { MediaFacts } from '#core/media/facts.ts'
import { isTextSubtitle } from '#core/media/subtitle-codecs.ts'
import { type MediaSource, openMedia } from '#src/media/media.ts'

/** A subtitle track in a video. */
export interface EmbeddedTrack {
  /** Index of its stream in the file. */
  readonly index: number
  readonly codec: string
  /** As in the file; may be empty. */
  readonly language: string
  readonly title: string
  /** Only text can be extracted, not pictures of text. */
  readonly isText: boolean
  /** Undefined if the file does not give it. */
  readonly lines: number | undefined
}

/** Subtitle tracks of a library video, as found by the server. */
export function tracksOfVideo({ video_info }: Video): EmbeddedTrack[] {
  return video_info.streams.flatMap(({ kind, codec, language, title, lines }, index) =>
    kind === 'subtitle'
      ? [{ index, codec, language, title, isText: isTextSubtitle(codec), lines: lines ?? undefined }]
      : [],
  )
}

/** Subtitle tracks of a local file. */
export function tracksOfFile({ streams }: MediaFacts): EmbeddedTrack[] {
  return streams.flatMap((stream) => (stream.kind === 'subtitle' ? [stream] : []))
}

/** A track's language, if the product has it. */
export const trackLanguage = ({ language }: EmbeddedTrack): LanguageCode | undefined => languageOfTrack(language)

/** Extracts a text track as a subtitle file; only the necessary parts are read. Rejects with a MediaFailed. */
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
