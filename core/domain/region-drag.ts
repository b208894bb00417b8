import type { PictureRegion } from './picture-region.ts'

/** Least side of a drawn or resized region, as a share of the picture. */
const LEAST = 0.02

/** Sides and corners for resizing, named by compass. */
export const regionHandles = ['nw', 'n', 'ne', 'e', 'se', 's', 'sw', 'w'] as const
export type RegionHandle = (typeof regionHandles)[number]

/** The dragged part: the whole region, a side or corner, or nothing, which draws a new one. */
export type RegionPart = RegionHandle | 'body' | 'none'

/** A point in shares of the picture's width and height; it may be outside. */
export interface PicturePlace {
  readonly x: number
  readonly y: number
}

/** The region after dragging a part of `begun` between two points, within the picture. */
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

/** The region moved, within the picture. */
export function moveRegion(region: PictureRegion, way: PicturePlace): PictureRegion {
  return {
    ...region,
    x: within(region.x + way.x, 0, 1 - region.width),
    y: within(region.y + way.y, 0, 1 - region.height),
  }
}

/** The region with a side or corner moved; the opposite ones stay. */
export function sizeRegion(region: PictureRegion, handle: RegionHandle, way: PicturePlace): PictureRegion {
  const [left, right] = sized(region.x, region.x + region.width, way.x, sideOf(handle, 'w', 'e'))
  const [top, bottom] = sized(region.y, region.y + region.height, way.y, sideOf(handle, 'n', 's'))
  return { x: left, y: top, width: right - left, height: bottom - top }
}

/** The region with one number changed; the others adapt, to stay within the picture. */
export function withRegionSide(region: PictureRegion, side: keyof PictureRegion, share: number): PictureRegion {
  const next = { ...region, [side]: within(share, 0, 1) }
  const x = Math.min(next.x, 1 - LEAST)
  const y = Math.min(next.y, 1 - LEAST)
  return { x, y, width: within(next.width, LEAST, 1 - x), height: within(next.height, LEAST, 1 - y) }
}

/** The region between two points; undefined if they are too near. */
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

/** Two edges of which one is moved, never past the other or out of the picture. */
function sized(start: number, end: number, way: number, side: 'before' | 'after' | undefined): [number, number] {
  if (side === 'before') return [within(start + way, 0, end - LEAST), end]
  return side === 'after' ? [start, within(end + way, start + LEAST, 1)] : [start, end]
}

const ascending = (a: number, b: number): number => a - b

function within(value: number, least: number, most: number): number {
  return Math.max(least, Math.min(most, value))
}
