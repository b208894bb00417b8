import type { Box } from './plane.ts'
import { bestReading, sameWords } from './reading.ts'
import type { TextTrack } from './tracks.ts'

/** Readings that a text needs. */
const LEAST_LOOKS = 2
/** Of one typeface: heights within this share, and letters' luma within this difference. */
const SAME_HEIGHT = 1.4
const SAME_LUMA = 50
/** Largest distance of rows of one band, in line heights. */
const NEXT_ROW = 2.2
/** In one row: centres within this share of the height. */
const SAME_ROW = 0.45
/** Largest distance of a row's parts, in line heights. */
const PART_GAP = 2
/** More simultaneous rows are a page in the scene. */
const MOST_ROWS = 4
/** Largest offset from the middle that counts as centred, as a share of the picture's width. */
const CENTRED = 0.06
/** A group with fewer texts than this share of the largest group's is a title or a sign. */
const LEAST_SHARE = 0.25

type Group = readonly TextTrack[]

/**
 * The captions among texts in caption position, grouped by band and typeface. A group is captions if its texts are
 * overlays: they appear in a still scene, change within a row, or the picture moves behind them.
 */
export function captionsAmong(tracks: readonly TextTrack[], picture: { readonly width: number }): Set<TextTrack> {
  const read = tracks.filter(isRead)
  const groups = groupsOf(read).filter((group) => isDrawnOver(group, picture))
  const most = Math.max(0, ...groups.map((group) => group.length))
  const captions = new Set(
    groups
      .filter((group) => group.length >= LEAST_SHARE * most)
      .flatMap((group) => group.filter((track) => changes(track, group))),
  )
  // Text beside a caption in its row is its continuation, or a character too small to read.
  for (const track of tracks) if ([...captions].some((caption) => isPartOf(track, caption))) captions.add(track)
  return captions
}

const isRead = ({ looks }: TextTrack): boolean => looks.filter(({ isSure }) => isSure).length >= LEAST_LOOKS

/** Texts of one band and typeface, in any number of rows. */
function groupsOf(tracks: readonly TextTrack[]): Group[] {
  const groups: TextTrack[][] = []
  for (const track of tracks) {
    const [first, ...others] = groups.filter((group) => group.some((one) => isAkin(one, track)))
    if (!first) {
      groups.push([track])
      continue
    }
    first.push(track, ...others.flat())
    for (const other of others) groups.splice(groups.indexOf(other), 1)
  }
  return groups
}

const middleOf = ({ box }: TextTrack): number => box.y + box.height / 2

function hasTypeface(a: TextTrack, b: TextTrack): boolean {
  const isAsHigh = Math.max(a.height, b.height) <= SAME_HEIGHT * Math.min(a.height, b.height)
  return isAsHigh && a.ink.isLight === b.ink.isLight && Math.abs(a.ink.luma - b.ink.luma) <= SAME_LUMA
}

function isAkin(a: TextTrack, b: TextTrack): boolean {
  return hasTypeface(a, b) && Math.abs(middleOf(a) - middleOf(b)) <= NEXT_ROW * Math.max(a.height, b.height)
}

function isDrawnOver(group: Group, picture: { readonly width: number }): boolean {
  if (group.some((track) => rowsWith(track, group) > MOST_ROWS)) return false
  const events = group.reduce((sum, { comes, goes }) => sum + Number(comes) + Number(goes), 0)
  if (!group.some((track) => changes(track, group))) return false
  // A single character may be uncovered by a passing object; being centred as well is no chance.
  return events > 1 || group.length > 1 || group.some((track) => track.floats || isCentred(track, picture))
}

/** Whether a text appears, disappears, or replaces another in its row: a sign in the captions' typeface does not. */
function changes(track: TextTrack, group: Group): boolean {
  const { comes, goes } = track
  return comes || goes || group.some((other) => replaces(track, other) || replaces(other, track))
}

/** Whether a text is centred in a row. */
export function isCentred({ box }: { readonly box: Box }, { width }: { readonly width: number }): boolean {
  return Math.abs(box.x + box.width / 2 - width / 2) <= CENTRED * width
}

/** Rows visible during a text. */
function rowsWith(track: TextTrack, group: Group): number {
  const rows: TextTrack[] = []
  for (const other of group) {
    if (other.first > track.last || other.last < track.first) continue
    const moment = Math.max(track.first, other.first)
    const isThere = moment <= Math.min(track.last, other.last)
    const isNew = rows.every((row) => !isInRow(row, other))
    if (isThere && isNew) rows.push(other)
  }
  return rows.length
}

function isInRow(a: TextTrack, b: TextTrack): boolean {
  return Math.abs(middleOf(a) - middleOf(b)) <= SAME_ROW * Math.max(a.height, b.height)
}

/** Whether a text differs from another in the same row at another time. */
function replaces(a: TextTrack, b: TextTrack): boolean {
  if (b.first <= a.last || !isInRow(a, b)) return false
  return !sameWords(bestReading(a.looks)?.text ?? '', bestReading(b.looks)?.text ?? '')
}

function isPartOf(track: TextTrack, caption: TextTrack): boolean {
  if (track === caption || track.first > caption.last || track.last < caption.first) return false
  if (!hasTypeface(track, caption) || !isInRow(track, caption)) return false
  const gap = Math.max(track.box.x - caption.box.x - caption.box.width, caption.box.x - track.box.x - track.box.width)
  return gap <= PART_GAP * caption.height && track.first >= caption.first - 1 && track.last <= caption.last + 1
}
