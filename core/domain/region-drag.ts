import type { PictureRegion } from './picture-region.ts'

/** Least side of a region that is drawn or sized, as a share of the picture. */
const LEAST = 0.02

/** Sides and corners that a region is sized by, named as on a map. */
export const regionHandles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type RegionHandle = (typeof regionHandles)[number]

/** What a drag holds: the whole region, a side or corner of it, or nothing of it, so that a new one is drawn. */
export type RegionPart = RegionHandle | 'body' | 'none'

/** A place in the picture, in shares of its width and height; a pointer may be beside it. */
export interface PicturePlace {
  readonly x: number
  readonly y: number
}

/** The region that a drag of a part of `begun` makes between two places; always within the picture. */
export function dragRegion(
  begun: PictureRegion,
  part: RegionPart,
  from: PicturePlace,
  to: PicturePlace,
): PictureRegion {
  if (part === 'none') return drawn(from, to) ?? begun
  const way = { x: to.x - from.x, y: to.y - from.y }
  return part === 'body' ? moveRegion(begun, way) : sizeRegion(begun, part, way)
}

/** The region at another place, as far as the picture goes. */
export function moveRegion(region: PictureRegion, way: PicturePlace): PictureRegion {
  return {
    ...region,
    x: within(region.x + way.x, 0, 1 - region.width),
    y: within(region.y + way.y, 0, 1 - region.height),
  }
}

/** The region with a side or corner at another place; those across from it stay. */
export function sizeRegion(region: PictureRegion, handle: RegionHandle, way: PicturePlace): PictureRegion {
  const [left, right] = sized(region.x, region.x + region.width, way.x, sideOf(handle, 'w', 'e'))
  const [top, bottom] = sized(region.y, region.y + region.height, way.y, sideOf(handle, 'n', 's'))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The region with one number changed; the others give way, so that it stays within the picture. */
export function withRegionSide(region: PictureRegion, side: keyof PictureRegion, share: number): PictureRegion {
  const next = { ...region, [side]: within(share, 0, 1) }
  const x = Math.min(next.x, 1 - LEAST)
  const y = Math.min(next.y, 1 - LEAST)
  return { x, y, width: within(next.width, LEAST, 1 - x), height: within(next.height, LEAST, 1 - y) }
}

/** The region between two places; undefined where they are too near to each other. */
function drawn(from: PicturePlace, to: PicturePlace): PictureRegion | undefined {
  const [left, right] = [from.x, to.x].map((share) => within(share, 0, 1)).toSorted(ascending) as [number, number]
  const [top, bottom] = [from.y, to.y].map((share) => within(share, 0, 1)).toSorted(ascending) as [number, number]
  const isTooSmall = right - left < LEAST || bottom - top < LEAST
  return isTooSmall ? undefined : { x: left, y: top, width: right - left, height: bottom - top }
}

function sideOf(handle: RegionHandle, before: string, after: string): 'before' | 'after' | undefined {
  if (handle.includes(before)) return 'before'
  return handle.includes(after) ? 'after' : undefined
}

/** Two edges of which one is moved, never past the other one or out of the picture. */
function sized(start: number, end: number, way: number, side: 'before' | 'after' | undefined): [number, number] {
  if (side === 'before') return [within(start + way, 0, end - LEAST), end]
  return side === 'after' ? [start, within(end + way, start + LEAST, 1)] : [start, end]
}

const ascending = (a: number, b: number): number => a - b

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
