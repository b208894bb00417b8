import type { Args, Files } from './parts.ts'

export const soundVersion = '1'

/** The proxy's sound alone, index in front: a page that only plays sound reads no pictures. */
export function planSoundCopy({ source, output }: Files): Args {
  return ['-i', source, '-map', '0:a:0', '-c', 'copy', '-map_metadata', '-1', '-movflags', '+faststart', output]
}
