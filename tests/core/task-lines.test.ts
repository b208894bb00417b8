import { expect, test } from 'vitest'
import type { MediaInfo } from '#core/media/media-info.ts'
import { type LineSource, wayOfLines } from '#server/task-lines.ts'

/** A video with subtitle tracks `codec/language`, after its picture and sound. */
function way(source: LineSource, ...tracks: string[]): string {
  const subtitles = tracks.map((track) => {
    const [codec = '', language = ''] = track.split('/')
    return { kind: 'subtitle', codec, language } as const
  })
  const [picture, sound] = (['video', 'audio'] as const).map((kind) => ({ kind, codec: 'x', language: '' }))
  const streams = [picture, sound, ...subtitles].flatMap((stream) => stream ?? [])
  const info: MediaInfo = { durationMs: 1, width: 1, height: 1, rate: [25, 1], format: 'mov', hasAudio: true, streams }
  const found = wayOfLines(source, info, 'en')
  return found === undefined ? 'none' : 'stream' in found ? String(found.stream) : found.mode
}

test.each([
  [way('auto'), 'audio'],
  [way('auto', 'mov_text/eng'), '2'],
  [way('auto', 'subrip/fre', 'ass/eng'), '3'],
  [way('auto', 'subrip/fre', 'subrip/und'), '3'],
  [way('auto', 'subrip/fre'), 'audio'],
  [way('auto', 'hdmv_pgs_subtitle/eng'), 'audio'],
  [way('track', 'subrip/fre'), '2'],
  [way('track', 'dvd_subtitle/eng'), 'none'],
  [way('speech', 'subrip/eng'), 'audio'],
  [way('text', 'subrip/eng'), 'text'],
  [way('both'), 'both'],
])('lines come from %s', (found, wanted) => expect(found).toBe(wanted))
