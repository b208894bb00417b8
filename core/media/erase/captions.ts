import type { Box } from './plane.ts'
import { bestReading, sameWords } from './reading.ts'
import type { TextTrack } from './tracks.ts'

/** So many looks have to read a text. */
const LEAST_LOOKS = 2
/** Of one typeface: heights within this share of each other, and luma of letters within this. */
const SAME_HEIGHT = 1.4
const SAME_LUMA = 50
/** Rows of one band are no farther from each other than this, in heights of a line. */
const NEXT_ROW = 2.2
/** In one row: middles within this share of the height. */
const SAME_ROW = 0.45
/** Parts of a row are no farther from each other than this, in heights of the line. */
const PART_GAP = 2
/** More rows at once are a page in the scene, no captions. */
const MOST_ROWS = 4
/** Far from the middle by no more than this share of the picture's width is centred. */
const CENTRED = 0.06
/** A group with fewer texts than this share of the largest one's is a title or a sign. */
const LEAST_SHARE = 0.25

type Group = readonly TextTrack[]

/**
 * The captions among texts that stand where captions do. Texts are grouped by band and typeface; a group is captions where
 * its texts were drawn over the picture: they come and go while the scene stays, say other things in the same row, or the
 * picture moves behind them.
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
  // What stands beside a caption in its row is its end, or a sign that is too little to be read.
  for (const track of tracks) if ([...captions].some((caption) => isPartOf(track, caption))) captions.add(track)
  return captions
}

const isRead = ({ looks }: TextTrack): boolean => looks.filter(({ isSure }) => isSure).length >= LEAST_LOOKS

/** Texts of one band and one typeface, however many rows that has. */
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
  // One sign may be uncovered by what passes before it; that it stands in the middle too is no chance.
  return events > 1 || group.length > 1 || group.some((track) => track.floats || isCentred(track, picture))
}

/** Whether a text itself comes, goes, or has another one in its row: a sign of the captions' typeface does not. */
function changes(track: TextTrack, group: Group): boolean {
  const { comes, goes } = track
  return comes || goes || group.some((other) => replaces(track, other) || replaces(other, track))
}

/** Whether a text stands in the middle of a row. */
export function isCentred({ box }: { readonly box: Box }, { width }: { readonly width: number }): boolean {
  return Math.abs(box.x + box.width / 2 - width / 2) <= CENTRED * width
}

/** Rows that stand while a text does. */
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

/** Whether a text says something else in the row of another one, at another time. */
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
