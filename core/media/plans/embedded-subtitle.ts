import type { Args, Files } from './parts.ts'

export interface EmbeddedSubtitleOptions extends Files {
  /** Index of the stream in the file. */
  readonly index: number
  readonly codec: string
  /** Whether the file's own times are kept; otherwise they count from its first timestamp. */
  readonly keepsTimes: boolean
}

/** An embedded text track as a subtitle file: SubStation keeps its styles, everything else becomes SubRip. */
export function planEmbeddedSubtitle({ source, output, index, codec, keepsTimes }: EmbeddedSubtitleOptions): Args {
  const format = codec === 'ass' || codec === 'ssa' ? ['-c:s', 'copy', '-f', 'ass'] : ['-c:s', 'srt', '-f', 'srt']
  return [
    ...(keepsTimes ? ['-copyts'] : []),
    '-vn',
    '-an',
    '-dn',
    '-i',
    source,
    '-map',
    `0:${index}`,
    ...format,
    output,
  ]
}
