import fc from 'fast-check'
import { expect, test } from 'vitest'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import { dragRegion, regionHandles, type RegionPart, withRegionSide } from '#core/domain/region-drag.ts'
import { evenly } from '#tests/support/evenly.ts'

/** In hundredths: `left top width height`. */
const region = (text: string): PictureRegion => {
  const [x, y, width, height] = text.split(' ').map((part) => Number(part) / 100) as [number, number, number, number]
  return { x, y, width, height }
}
const text = ({ x, y, width, height }: PictureRegion): string =>
  [x, y, width, height].map((share) => Math.round(share * 100)).join(' ')

/** What a drag of a part by so many hundredths to the right and down makes of a region. */
const dragged = (begun: string, part: RegionPart, right: number, down: number): string =>
  text(dragRegion(region(begun), part, { x: 0.5, y: 0.5 }, { x: 0.5 + right / 100, y: 0.5 + down / 100 }))

test('its inside moves a region as far as the picture goes', () => {
  expect(dragged('10 60 50 20', 'body', 20, -30)).toBe('30 30 50 20')
  expect(dragged('10 60 50 20', 'body', 90, 90)).toBe('50 80 50 20')
  expect(dragged('10 60 50 20', 'body', -90, -90)).toBe('0 0 50 20')
})

test('a side or corner sizes it, and never passes the one across from it', () => {
  expect(dragged('10 60 50 20', 'e', 20, 30)).toBe('10 60 70 20')
  expect(dragged('10 60 50 20', 'w', 20, 30)).toBe('30 60 30 20')
  expect(dragged('10 60 50 20', 'n', 20, -30)).toBe('10 30 50 50')
  expect(dragged('10 60 50 20', 's', 20, 90)).toBe('10 60 50 40')
  expect(dragged('10 60 50 20', 'nw', -90, 10)).toBe('0 70 60 10')
  expect(dragged('10 60 50 20', 'se', -90, -90)).toBe('10 60 2 2')
  expect(dragged('10 60 50 20', 'ne', -90, 90)).toBe('10 78 2 2')
  expect(dragged('10 60 50 20', 'sw', 5, 5)).toBe('15 60 45 25')
})

test('beside it a new one is drawn, either way; a mere press leaves it', () => {
  expect(dragged('10 60 50 20', 'none', 20, 10)).toBe('50 50 20 10')
  expect(dragged('10 60 50 20', 'none', -20, -10)).toBe('30 40 20 10')
  expect(dragged('10 60 50 20', 'none', 90, 90)).toBe('50 50 50 50')
  expect(dragged('10 60 50 20', 'none', 1, 30)).toBe('10 60 50 20')
})

test('whatever is dragged or typed, a region stays within the picture', () => {
  const share = evenly(0, 1)
  const place = fc.record({
    x: evenly(-3, 3),
    y: evenly(-3, 3),
  })
  const side = fc.constantFrom('x', 'y', 'width', 'height')
  const regions = fc.tuple(share, share, share, share).map(([x, y, width, height]) => {
    const typed = withRegionSide({ x: 0, y: 0, width: 1, height: 1 }, 'x', x)
    return withRegionSide(withRegionSide(withRegionSide(typed, 'y', y), 'width', width), 'height', height)
  })
  fc.assert(
    fc.property(regions, fc.constantFrom('body', 'none', ...regionHandles), place, place, (begun, part, from, to) =>
      isInside(dragRegion(begun, part, from, to)),
    ),
  )
  fc.assert(fc.property(regions, side, place, (begun, changed, { x }) => isInside(withRegionSide(begun, changed, x))))
})

function isInside({ x, y, width, height }: PictureRegion): boolean {
  const rounding = 1e-9
  const isLarge = width >= 0.02 - rounding && height >= 0.02 - rounding
  return isLarge && x >= 0 && y >= 0 && x + width <= 1 + rounding && y + height <= 1 + rounding
}
