/** The colours of things, before light falls on them. */
import { GABLE_SLOPE, HOUSE_PITCH, storeyTop, Stuff } from './models.ts'
import type { Rgb } from './scenes.ts'

/** A point of a surface, and where it looks. */
export interface Surface {
  x: number
  y: number
  z: number
  nx: number
  ny: number
  nz: number
  stuff: number
}

const plain: Readonly<Record<number, Rgb>> = {
  [Stuff.trim]: [0.78, 0.74, 0.66],
  [Stuff.wood]: [0.24, 0.13, 0.07],
  [Stuff.dark]: [0.05, 0.06, 0.08],
  [Stuff.coat]: [0.92, 0.6, 0.06],
  [Stuff.skin]: [0.62, 0.36, 0.25],
  [Stuff.lamp]: [1, 0.85, 0.6],
  [Stuff.red]: [0.6, 0.07, 0.06],
  [Stuff.scarf]: [0.12, 0.3, 0.42],
  [Stuff.buoy]: [0.88, 0.3, 0.06],
  [Stuff.stone]: [0.36, 0.34, 0.32],
  [Stuff.grass]: [0.16, 0.24, 0.08],
  [Stuff.cabin]: [0.8, 0.8, 0.76],
}

const walls: readonly Rgb[] = [
  [0.7, 0.24, 0.14],
  [0.86, 0.66, 0.32],
  [0.24, 0.42, 0.52],
  [0.82, 0.78, 0.7],
  [0.62, 0.17, 0.16],
  [0.35, 0.5, 0.38],
  [0.84, 0.5, 0.24],
  [0.42, 0.5, 0.66],
]
const planks: Rgb = [0.42, 0.27, 0.15]
const tiles: Rgb = [0.3, 0.12, 0.08]
const slate: Rgb = [0.13, 0.14, 0.17]
const glass: Rgb = [0.05, 0.09, 0.13]
const frame: Rgb = [0.85, 0.83, 0.78]
const white: Rgb = [0.86, 0.85, 0.82]
const navy: Rgb = [0.05, 0.16, 0.3]
const keel: Rgb = [0.42, 0.09, 0.06]
const signal: Rgb = [0.68, 0.07, 0.06]
const stoneDark: Rgb = [0.2, 0.19, 0.18]
const stoneLight: Rgb = [0.29, 0.27, 0.25]

const houseOf = (x: number): number => ((Math.round(x / HOUSE_PITCH) % 8) + 8) % 8

/** Number of the window at a place of a wall, negative in its frame; 0 where there is wall. */
function windowAt({ x, y, nz }: Surface): number {
  if (nz < 0.6) return 0
  const local = x - Math.round(x / HOUSE_PITCH) * HOUSE_PITCH
  const column = Math.floor((local + 2.7) / 1.8)
  const storey = Math.floor((y - 1.9) / 2.05)
  if (column < 0 || column > 2 || storey < 0 || 3.9 + storey * 2.05 > storeyTop(houseOf(x))) return 0
  const across = Math.abs(local + 2.7 - (column + 0.5) * 1.8)
  const up = Math.abs(y - 1.9 - (storey + 0.52) * 2.05)
  if (across > 0.5 || up > 0.68) return 0
  const isFrame = across > 0.42 || up > 0.6 || across < 0.035 || Math.abs(up - 0.15) < 0.03
  return (isFrame ? -1 : 1) * (1 + column + 3 * storey + 11 * (houseOf(x) + 1))
}

/** Tiles on the slopes; the gable under them is boarded like the walls, its edge is white. */
function roofAt({ x, y, nz }: Surface): Rgb {
  if (nz < 0.8) return houseOf(x) % 3 === 1 ? slate : tiles
  const local = Math.abs(x - Math.round(x / HOUSE_PITCH) * HOUSE_PITCH)
  const under = (HOUSE_PITCH / 2 + 0.12 - local) * GABLE_SLOPE + storeyTop(houseOf(x)) - y
  if (under < 0.3) return frame
  const isHatch = local < 0.42 && Math.abs(y - storeyTop(houseOf(x)) - 0.75) < 0.45
  return isHatch ? glass : (walls[houseOf(x)] ?? white)
}

/** Colour of a surface. */
export function colorOf(surface: Surface): Rgb {
  const { x, y, z, ny, stuff } = surface
  if (stuff === Stuff.hull) {
    if (ny > 0.75) return planks
    if (y > 0.82) return white
    return y > 0.2 ? navy : keel
  }
  if (stuff === Stuff.tower) return Math.floor((y - 2.6) / 2.4) % 2 === 0 ? white : signal
  if (stuff === Stuff.rock)
    return Math.sin(x * 3.1 + Math.sin(y * 7 + z)) + Math.sin(z * 3.7 + y * 5) > 0.9 ? stoneDark : stoneLight
  if (stuff === Stuff.roof) return roofAt(surface)
  if (stuff === Stuff.cabin && ny < 0.4 && y > 1.72 && y < 2.25) return glass
  if (stuff === Stuff.house) {
    const pane = windowAt(surface)
    if (pane !== 0) return pane > 0 ? glass : frame
    return walls[houseOf(x)] ?? white
  }
  return plain[stuff] ?? white
}

/** Emission of a surface where the lamps are on: 0 for most. */
export function shineOf(surface: Surface): number {
  const { y, ny, stuff } = surface
  if (stuff === Stuff.lamp) return 2.6
  if (stuff === Stuff.cabin) return ny < 0.4 && y > 1.72 && y < 2.25 ? 0.4 : 0
  const pane = stuff === Stuff.house ? windowAt(surface) : 0
  return pane > 0 && (pane * 7919) % 10 < 6 ? 0.38 + ((pane * 31) % 7) / 14 : 0
}
