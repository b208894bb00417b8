import { likeness } from '../subtitle/text/align.ts'
import type { PictureRegion } from '../domain/picture-region.ts'
import type { ReadRow, ReadText } from './read-text.ts'

/** Rows at one height of the picture with one size and brightness. */
interface Cluster {
  readonly rows: ReadRow[]
  middle: number
  height: number
}

/** Tolerances within a cluster: in row heights, as a factor, in steps of brightness. */
const SAME_MIDDLE = 0.5
const SAME_HEIGHT = 1.35
const SAME_BRIGHTNESS = 45
/** Differences from captions: typeface, clearly another size, and distance beside or above. */
const OTHER_WEIGHT = 1.6
const OTHER_SIZE = 1.6
const BESIDE = 0.06
const STACKED = 1.9
/** Largest distance of stacked rows, in their heights. */
const OVERLAP = 0.9
/** Number of differences from captions that excludes a row. */
const UNLIKE = 2
/** Least number of texts of captions, and the similarity of equal texts. */
const LEAST_CAPTIONS = 4
const OTHER_TEXT = 0.5
/** In clusters with more rows only identical letters are one text. */
const FEW_ROWS = 8

/**
 * Texts without the scene's: rows of a constant cluster that differ in place, size, brightness or typeface from captions.
 * With few captions nothing is known, and all stays.
 */
export function withoutSceneText(texts: readonly ReadText[]): ReadText[] {
  const clusters = clustersOf(texts.flatMap(({ rows }) => rows))
  const counted = clusters.map((cluster) => ({ cluster, said: textsOf(cluster) }))
  const captions = counted.filter(({ said }) => said >= 2).map(({ cluster }) => cluster)
  const most = Math.max(0, ...counted.map(({ said }) => said))
  if (most < LEAST_CAPTIONS) return [...texts]
  const beside = besideOthers(texts)
  const scene = new Set(
    counted
      .filter(({ said }) => said < 2)
      .flatMap(({ cluster: { rows } }) => {
        const isBeside = rows.some((row) => beside.has(row))
        return rows.filter((row) => isUnlike(row, isBeside, captions))
      }),
  )
  return texts.map((text) => ({ ...text, rows: text.rows.filter((row) => !scene.has(row)) }))
}

const middleOf = ({ y, height }: PictureRegion): number => y + height / 2
const centreOf = ({ x, width }: PictureRegion): number => x + width / 2
const factor = (a: number, b: number): number => Math.max(a, b) / Math.max(1e-6, Math.min(a, b))

function clustersOf(rows: readonly ReadRow[]): Cluster[] {
  const clusters: Cluster[] = []
  for (const row of rows) {
    const { height } = row.box
    const own = clusters.find(
      (cluster) =>
        factor(cluster.height, height) < SAME_HEIGHT &&
        Math.abs(cluster.middle - middleOf(row.box)) < SAME_MIDDLE * cluster.height &&
        isAsBright(cluster.rows[0], row) &&
        isBelow(cluster.rows[0], row),
    )
    if (!own) clusters.push({ rows: [row], middle: middleOf(row.box), height })
    else {
      own.rows.push(row)
      own.middle += (middleOf(row.box) - own.middle) / own.rows.length
      own.height += (height - own.height) / own.rows.length
    }
  }
  return clusters
}

/** Whether rows are stacked, by their centres or left edges. */
function isBelow(a: ReadRow | undefined, { box }: ReadRow): boolean {
  return !a || Math.abs(centreOf(a.box) - centreOf(box)) < BESIDE || Math.abs(a.box.x - box.x) < BESIDE
}

/** Rows of unknown look count as alike. */
function isAsBright(a: ReadRow | undefined, b: ReadRow): boolean {
  return !a?.look || !b.look || Math.abs(a.look.brightness - b.look.brightness) < SAME_BRIGHTNESS
}

/** The number of distinct texts of a cluster; one text may have several readings. */
function textsOf({ rows }: Cluster): number {
  if (rows.length > FEW_ROWS) return new Set(rows.map(({ text }) => text.replace(/[^\p{L}\p{N}]/gu, ''))).size
  const said: string[] = []
  for (const { text } of rows) if (!said.some((other) => likeness(other, text) >= OTHER_TEXT)) said.push(text)
  return said.length
}

/** Whether a row differs from every caption cluster in two ways, or clearly in size. */
function isUnlike(row: ReadRow, isBeside: boolean, captions: readonly Cluster[]): boolean {
  return captions.every((cluster) => differences(row, cluster) + (isBeside ? 1 : 0) >= UNLIKE)
}

/** Rows with another one beside them. */
function besideOthers(texts: readonly ReadText[]): ReadonlySet<ReadRow> {
  const isBeside = ({ box: a }: ReadRow, { box: b }: ReadRow): boolean =>
    a !== b &&
    Math.abs(middleOf(a) - middleOf(b)) < (OVERLAP * (a.height + b.height)) / 2 &&
    Math.abs(centreOf(a) - centreOf(b)) > (a.width + b.width) / 2
  return new Set(texts.flatMap(({ rows }) => rows.filter((row) => rows.some((other) => isBeside(row, other)))))
}

function differences({ box, look }: ReadRow, { rows, middle, height }: Cluster): number {
  const looks = rows.flatMap(({ look: other }) => (other ? [other] : []))
  const letters = medianOf(looks.map((other) => other.height))
  const size = look && letters > 0 ? factor(look.height, letters) : factor(box.height, height)
  const weight = medianOf(looks.map((other) => other.weight))
  const brightness = medianOf(looks.map((other) => other.brightness))
  const centre = medianOf(rows.map((other) => centreOf(other.box)))
  const left = medianOf(rows.map((other) => other.box.x))
  const isAside = Math.abs(centreOf(box) - centre) > BESIDE && Math.abs(box.x - left) > BESIDE
  return [
    size >= SAME_HEIGHT,
    size >= OTHER_SIZE,
    Math.abs(middleOf(box) - middle) > STACKED * height,
    isAside,
    look !== undefined && looks.length > 0 && Math.abs(look.brightness - brightness) >= SAME_BRIGHTNESS,
    look !== undefined && weight > 0 && factor(look.weight, weight) >= OTHER_WEIGHT,
  ].filter(Boolean).length
}

function medianOf(values: readonly number[]): number {
  return [...values].sort((a, b) => a - b)[Math.floor(values.length / 2)] ?? 0
}

/** Joins adjacent rows, from left to right. */
export function withWholeRows({ rows, ...text }: ReadText): ReadText {
  const whole: ReadRow[] = []
  for (const row of [...rows].sort((a, b) => a.box.x - b.box.x)) {
    const at = whole.findIndex(
      ({ box }) => Math.abs(middleOf(box) - middleOf(row.box)) < Math.min(box.height, row.box.height) / 2,
    )
    const before = whole[at]
    if (before) whole[at] = joined(before, row)
    else whole.push(row)
  }
  return { ...text, rows: whole.sort((a, b) => middleOf(a.box) - middleOf(b.box)) }
}

function joined(a: ReadRow, b: ReadRow): ReadRow {
  const [x, y] = [Math.min(a.box.x, b.box.x), Math.min(a.box.y, b.box.y)]
  const right = Math.max(a.box.x + a.box.width, b.box.x + b.box.width)
  const bottom = Math.max(a.box.y + a.box.height, b.box.y + b.box.height)
  const [one, other] = [a.text.length, b.text.length]
  return {
    ...a,
    box: { x, y, width: right - x, height: bottom - y },
    words: [...a.words, ...b.words],
    text: `${a.text} ${b.text}`,
    confidence: (a.confidence * one + b.confidence * other) / Math.max(1, one + other),
  }
}
