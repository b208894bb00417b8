import { captionsAmong, isCentred } from './captions.ts'
import { type Box, joinedBox } from './plane.ts'
import { bestReading, sameWords } from './reading.ts'
import type { LookedText, TextVerdict } from '../../domain/erase-look.ts'
import type { FoundText } from './texts.ts'
import { isCaption, type TextTrack } from './tracks.ts'

/** Largest height of a caption as a share of the picture. */
const HIGHEST = 0.12
/** Unreadable letters may be a caption if their box has this aspect, in this many pictures. */
const LEAST_ASPECT = 2
const UNREAD_LOOKS = 2
/** Largest pause within one text, in seconds. */
const BREAK_S = 0.75

interface Searched {
  readonly width: number
  readonly height: number
  /** Frames a second. */
  readonly rate: number
}

/** Whether a close pass is worth it: readable text, or a row in caption position. */
export function mayBeCaption(track: TextTrack, picture: { height: number }): boolean {
  const { looks } = track
  return isPlaced(track, picture) && (looks.some(({ isSure }) => isSure) || looksLikeRow(track))
}

function isPlaced(
  { box, height }: { readonly box: Box; readonly height: number },
  picture: { height: number },
): boolean {
  return height <= HIGHEST * picture.height && isCaption(box, picture.height)
}

function looksLikeRow({ box, seen }: TextTrack): boolean {
  return seen >= UNREAD_LOOKS && box.width >= LEAST_ASPECT * box.height
}

/** Texts in pixels of a picture of this size, with their kinds. */
export function judgeTracks(tracks: readonly TextTrack[], picture: Searched): FoundText[] {
  const whole = joinedTracks(tracks, picture.rate)
  const isStill = (track: TextTrack): boolean => !whole.some((other) => moves(track, other, picture.rate))
  const captions = captionsAmong(
    whole.filter((track) => isPlaced(track, picture) && isStill(track)),
    picture,
  )
  return whole.map((track) => textOf(track, verdictOf(track, { captions, picture })))
}

function verdictOf(
  track: TextTrack,
  { captions, picture }: { captions: ReadonlySet<TextTrack>; picture: Searched },
): TextVerdict {
  if (captions.has(track)) return 'caption'
  const isRead = track.looks.some(({ isSure }) => isSure)
  return !isRead && isPlaced(track, picture) && looksLikeRow(track) ? 'unread' : 'scene'
}

/** Texts lost for a moment with the same reading and place are one. */
function joinedTracks(tracks: readonly TextTrack[], rate: number): TextTrack[] {
  const joined: TextTrack[] = []
  for (const track of [...tracks].sort((a, b) => a.first - b.first)) {
    const at = joined.findLastIndex((one) => continues(one, track, rate))
    const one = joined[at]
    if (one) joined[at] = joinOf(one, track)
    else joined.push(track)
  }
  return joined
}

function continues(a: TextTrack, b: TextTrack, rate: number): boolean {
  if (b.first < a.last || b.first - a.last > BREAK_S * rate) return false
  const room = Math.min(a.height, b.height) / 2
  const isSamePlace =
    Math.abs(a.box.y - b.box.y) <= room &&
    Math.abs(a.box.x - b.box.x) <= room &&
    Math.abs(a.box.x + a.box.width - b.box.x - b.box.width) <= room
  const [said, says] = [bestReading(a.looks), bestReading(b.looks)]
  return isSamePlace && said !== undefined && says !== undefined && sameWords(said.text, says.text)
}

/** A moving text is found again within this distance in heights, and within this many seconds. */
const MOVED = 0.25
const MOVED_S = 1

/** Whether two texts are one that moves: captions stay still. */
function moves(a: TextTrack, b: TextTrack, rate: number): boolean {
  if (a === b || a.first - b.last > MOVED_S * rate || b.first - a.last > MOVED_S * rate) return false
  const least = MOVED * Math.min(a.height, b.height)
  const [left, right] = [a.box.x - b.box.x, a.box.x + a.box.width - b.box.x - b.box.width]
  const down = a.box.y + a.box.height / 2 - b.box.y - b.box.height / 2
  const isAcross = Math.sign(left) === Math.sign(right) && Math.min(Math.abs(left), Math.abs(right)) > least
  if (!isAcross && Math.abs(down) <= least) return false
  const far = Math.max(Math.abs(left), Math.abs(down))
  if (far > a.box.width + b.box.height) return false
  const [said, says] = [bestReading(a.looks), bestReading(b.looks)]
  return said !== undefined && says !== undefined && sameWords(said.text, says.text)
}

function joinOf(a: TextTrack, b: TextTrack): TextTrack {
  const looks = [...a.looks, ...b.looks]
  const range = { last: b.last, seen: a.seen + b.seen, goes: b.goes, floats: a.floats || b.floats }
  return { ...a, ...range, looks, box: joinedBox(a.box, b.box) }
}

/** A text as found. */
export function textOf({ box, height, first, last, looks }: TextTrack, verdict: TextVerdict): FoundText {
  const id = `${first}-${Math.round(box.x)}-${Math.round(box.y)}`
  return { id, verdict, reading: bestReading(looks), box, height, first, last, isMark: false, isWhole: false }
}

/** Share of the video after which a text counts as static: samples do not reach both ends. */
const THROUGHOUT = 0.9
const WHOLE = { width: 1, height: 1 }

/** Whether a static text may be a caption: only its duration distinguishes it. */
export function standsThroughout(text: Omit<LookedText, 'id'>, durationMs: number): boolean {
  const { verdict, reading, region, from_ms, to_ms } = text
  if (verdict !== 'scene' || reading === null || to_ms - from_ms < THROUGHOUT * durationMs) return false
  return isPlaced({ box: region, height: region.height }, WHOLE) && isCentred({ box: region }, WHOLE)
}
