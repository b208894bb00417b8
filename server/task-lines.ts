/** Cues of a video without a subtitle file, for `cuelane task`: from its own track, its speech, or its picture. */
import { join } from 'node:path'
import { iso639_2, type LanguageCode } from '#core/domain/languages.ts'
import type { extractModes } from '#core/domain/task.ts'
import type { MediaInfo } from '#core/media/media-info.ts'
import { planEmbeddedSubtitle } from '#core/media/plans/embedded-subtitle.ts'
import { runFfmpeg } from './engines/ffmpeg.ts'

/** Sources of cues; `auto`: the track in the video's language, else its speech. */
export const lineSources = ['auto', 'track', 'speech', 'text', 'both'] as const
export type LineSource = (typeof lineSources)[number]

const TEXT_TRACKS = new Set(['subrip', 'srt', 'ass', 'ssa', 'mov_text', 'webvtt', 'text', 'eia_608'])
const UNTAGGED = new Set(['', 'und', 'mul'])

/** How cues are obtained: from the stream of this index, or by an extraction in this mode. */
export type LineWay = { readonly stream: number } | { readonly mode: (typeof extractModes)[number] }

/** How a video's cues are obtained; undefined if a track is wanted and missing. */
export function wayOfLines(source: LineSource, { streams }: MediaInfo, language: LanguageCode): LineWay | undefined {
  const texts = [...streams.entries()].filter(([, { kind, codec }]) => kind === 'subtitle' && TEXT_TRACKS.has(codec))
  const spoken = texts.find(([, stream]) => stream.language === iso639_2(language))
  const untagged = texts.find(([, stream]) => UNTAGGED.has(stream.language))
  const [stream] = spoken ?? untagged ?? (source === 'track' ? texts[0] : undefined) ?? []
  if (source === 'track' || (source === 'auto' && stream !== undefined))
    return stream === undefined ? undefined : { stream }
  return { mode: source === 'text' || source === 'both' ? source : 'audio' }
}

/** Writes a file's subtitle track to a file in a folder; returns its path. */
export async function trackFile(
  source: string,
  { streams }: MediaInfo,
  index: number,
  { folder, program }: { folder: string; program: string },
): Promise<string> {
  const codec = streams[index]?.codec ?? ''
  const path = join(folder, codec === 'ass' || codec === 'ssa' ? 'track.ass' : 'track.srt')
  await runFfmpeg(planEmbeddedSubtitle({ source, output: path, index, codec, keepsTimes: false }), { program })
  return path
}
