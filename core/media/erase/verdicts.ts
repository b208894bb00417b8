import { bestReading } from './reading.ts'
import type { FoundText, TextVerdict } from './texts.ts'
import { isCaption, type TextTrack } from './tracks.ts'

/** No caption is higher than this share of the picture. */
const HIGHEST = 0.12
/** So many looks have to read a text. */
const LEAST_LOOKS = 2

/** Tracks in pixels of a picture of this size with what each is taken for. */
export function judgeTracks(tracks: readonly TextTrack[], picture: { width: number; height: number }): FoundText[] {
  return tracks.map((track) => textOf(track, verdictOf(track, picture)))
}

/** Letters that no engine reads may be a caption where their box is so many times as wide as high, in so many looks. */
const LEAST_ASPECT = 2
const UNREAD_LOOKS = 2

/** Whether a closer look is worth it: something that is read, or looks like a row of text, stands where captions do. */
export function mayBeCaption(track: TextTrack, picture: { height: number }): boolean {
  const { box, height, looks, seen } = track
  if (height > HIGHEST * picture.height || !isCaption(box, picture.height)) return false
  return looks.some(({ isSure }) => isSure) || (seen >= UNREAD_LOOKS && box.width >= LEAST_ASPECT * box.height)
}

function verdictOf({ box, height, looks }: TextTrack, picture: { height: number }): TextVerdict {
  const sure = looks.filter(({ isSure }) => isSure).length
  if (sure === 0) return 'unread'
  const isPlaced = height <= HIGHEST * picture.height && isCaption(box, picture.height)
  return isPlaced && sure >= LEAST_LOOKS ? 'caption' : 'scene'
}

/** A text as it was found. */
export function textOf({ box, height, first, last, looks }: TextTrack, verdict: TextVerdict): FoundText {
  const id = `${first}-${Math.round(box.x)}-${Math.round(box.y)}`
  return { id, verdict, reading: bestReading(looks), box, height, first, last, isMark: false, isWhole: false }
}
