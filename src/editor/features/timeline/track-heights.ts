import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { editorLimits } from '#core/domain/limits.ts'
import { stored } from '#src/ui/stored.ts'
import { defaultTracks, type Tracks, VOICE_TRACK_PX } from '../../timeline/index.ts'

const { thumbnailHeight, cueTrack } = editorLimits
const within = ({ min, max, usual }: typeof thumbnailHeight | typeof cueTrack) =>
  z.catch(z.number().check(z.minimum(min), z.maximum(max)), usual)
const setting = stored('cuelane-tracks', z.object({ thumbnails: within(thumbnailHeight), cues: within(cueTrack) }), {
  thumbnails: thumbnailHeight.usual,
  cues: cueTrack.usual,
})

/** The user's track heights in pixels, stored in this browser. */
export const trackHeights = proxy(setting.get())
subscribe(trackHeights, () => setting.set({ ...trackHeights }))

/** All tracks with the user's heights; for a sound the waveform takes the space of the pictures. */
export function withHeights(
  { thumbnails, cues }: Pick<Tracks, 'thumbnails' | 'cues'>,
  { hasPicture, hasVoices }: { readonly hasPicture: boolean; readonly hasVoices: boolean },
): Tracks {
  const own = { ...defaultTracks, cues, voices: hasVoices ? VOICE_TRACK_PX : 0 }
  if (hasPicture) return { ...own, thumbnails }
  return { ...own, thumbnails: 0, wave: defaultTracks.wave + thumbnails }
}
