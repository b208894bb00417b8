/** The things of the harbour as distance fields, each around its own origin, y upwards, metres. */
import { ball, box, cone, drum, post, rod, roof } from './shapes.ts'

/** What a surface is made of: index into `materials`. */
export const Stuff = {
  hull: 0,
  trim: 1,
  wood: 2,
  cabin: 3,
  dark: 4,
  coat: 5,
  skin: 6,
  tower: 7,
  lamp: 8,
  red: 9,
  rock: 10,
  house: 11,
  roof: 12,
  stone: 13,
  scarf: 14,
  buoy: 15,
  grass: 16,
} as const

/** Distance and material of the nearest part so far; shared, since fields are evaluated millions of times a second. */
export const nearest = new Float64Array(2)

function part(distance: number, stuff: number): void {
  if (distance < nearest[0]) {
    nearest[0] = distance
    nearest[1] = stuff
  }
}

/** Adds itself to `nearest`. */
export type Field = (x: number, y: number, z: number) => void

/** A lens seen from above: two arcs that meet at bow and stern, `half` long and `wide` to each side. */
function lens(x: number, z: number, half: number, wide: number): number {
  const radius = (half * half + wide * wide) / (2 * wide)
  const dz = Math.abs(z) + radius - wide
  return Math.sqrt(x * x + dz * dz) - radius
}

/** A person who stands at the origin and looks along x; `nod` turns head and arm a little. */
export function person(x: number, y: number, z: number, coat: number, nod: number): void {
  if (ball(x, y - 0.9, z, 1.15) > 0.3) return part(ball(x, y - 0.9, z, 1.1), coat)
  part(Math.min(post(x, y, z - 0.11, 0.7, 0.1), post(x, y, z + 0.11, 0.7, 0.1)), Stuff.dark)
  const wide = 0.3 - (y - 0.55) * 0.1
  const body = box(x, y - 1, z * 0.92, wide * 0.72, 0.43, wide, 0.16)
  part(body * 0.9, coat)
  part(rod(x, y - 1.32, z - 0.27, 0.12 + nod * 0.25, -0.42 + nod * 0.3, 0.08, 0.085), coat)
  part(rod(x, y - 1.32, z + 0.27, 0.1, -0.5, -0.04, 0.085), coat)
  part(ball(x - 0.02 - nod * 0.02, y - 1.62, z, 0.15), Stuff.skin)
  part(box(x, y - 1.45, z, 0.15, 0.06, 0.16, 0.05), Stuff.scarf)
  part(Math.max(ball(x, y - 1.65, z, 0.175), 1.66 - y), coat === Stuff.coat ? coat : Stuff.dark)
  part(box(x - 0.06, y - 1.67, z, 0.24, 0.02, 0.2, 0.02), coat === Stuff.coat ? coat : Stuff.dark)
}

/** A fishing boat of nine metres, its bow along x, its waterline at 0. */
export function boat(x: number, y: number, z: number): void {
  const flare = 1 + 0.13 * (y - 0.4)
  const side = lens(x / flare, z / flare, 5, 1.55)
  const top = 1.05 + 0.035 * x + 0.022 * x * x
  const shell = Math.max(side, y - top, -0.7 - y, -3.9 - x)
  const deck = Math.max(side + 0.14, 0.72 - y)
  part(Math.max(shell, -deck) * 0.8, Stuff.hull)
  part(Math.max(Math.abs(side) - 0.07, Math.abs(y - top) - 0.06, -3.9 - x) * 0.8, Stuff.trim)
  if (box(x + 1.8, y - 1.56, z, 1.3, 1.05, 1.06) < nearest[0]) {
    part(box(x + 1.9, y - 1.5, z, 0.95, 0.95, 0.82, 0.08), Stuff.cabin)
    part(box(x + 1.8, y - 2.5, z, 1.25, 0.07, 1.02, 0.06), Stuff.trim)
  }
  if (box(x - 0.6, y - 3, z, 4.4, 2.4, 0.12) < nearest[0]) rigging(x, y, z)
  if (box(x + 0.3, y - 0.8, z, 3.9, 0.6, 1.9) < nearest[0]) cargo(x, y, z)
}

function rigging(x: number, y: number, z: number): void {
  part(post(x - 0.1, y - 0.7, z, 4.4, 0.055), Stuff.wood)
  part(rod(x - 0.1, y - 2, z, 2.6, 1.5, 0, 0.045), Stuff.wood)
  part(rod(x - 0.1, y - 5, z, 4.8, -3.4, 0, 0.016), Stuff.dark)
  part(rod(x - 0.1, y - 5, z, -3.8, -3.2, 0, 0.016), Stuff.dark)
  part(box(x - 0.1, y - 5.25, z, 0.07, 0.1, 0.07, 0.03), Stuff.lamp)
}

function cargo(x: number, y: number, z: number): void {
  part(box(x - 2.6, y - 0.95, z + 0.35, 0.35, 0.22, 0.3, 0.03), Stuff.wood)
  part(box(x - 2.5, y - 0.92, z - 0.45, 0.28, 0.2, 0.28, 0.03), Stuff.red)
  part(ball(x + 3.2, y - 0.98, z - 0.7, 0.24), Stuff.buoy)
  part(ball(x + 3.3, y - 0.95, z - 0.2, 0.2), Stuff.buoy)
  part(ball(x - 1.4, y - 0.55, Math.abs(z) - 1.6, 0.2), Stuff.buoy)
}

/** A lighthouse of twenty metres on its rock, with the keeper's house. */
export function lighthouse(x: number, y: number, z: number): void {
  const bumps =
    0.5 * Math.sin(x * 0.9 + 1) * Math.sin(y * 1.3) * Math.sin(z * 0.8) +
    0.18 * Math.sin(x * 2.7) * Math.sin(z * 2.3 + y * 2)
  const mound = (Math.sqrt((x * x) / 1.7 + y * y * 3.4 + (z * z) / 1.1) - 6.6 + bumps) * 0.5
  part(Math.max(mound, y - 3.1 - bumps * 0.2), y > 2.6 ? Stuff.grass : Stuff.rock)
  part(cone(x, y - 2.6, z, 11.8, 2.05, 1.3), Stuff.tower)
  if (drum(x, y - 16.1, z, 1.8, 2.05) < nearest[0]) lantern(x, y, z)
  if (box(x - 4.6, y - 4.5, z - 0.4, 2.2, 2, 1.8) < nearest[0]) {
    part(box(x - 4.6, y - 3.7, z - 0.4, 1.9, 1.1, 1.4, 0.03), Stuff.house)
    part(roof(z - 0.4, y - 4.75, x - 4.6, 1.75, 1.25, 2.15), Stuff.roof)
    part(box(x - 5.6, y - 5.8, z - 0.4, 0.22, 0.6, 0.22, 0.02), Stuff.house)
  }
}

function lantern(x: number, y: number, z: number): void {
  part(drum(x, y - 14.5, z, 0.16, 2), Stuff.dark)
  part(
    Math.max(
      drum(x, y - 15.1, z, 0.5, 1.92),
      -drum(x, y - 15.1, z, 0.6, 1.84),
      Math.abs(((y - 14.66) % 0.3) - 0.15) - 0.035,
    ),
    Stuff.dark,
  )
  part(drum(x, y - 15.4, z, 0.85, 0.95), Stuff.lamp)
  part(Math.max(drum(x, y - 15.4, z, 0.9, 1.02), 0.05 - Math.abs(x), 0.05 - Math.abs(z)), Stuff.lamp)
  part(cone(x, y - 16.2, z, 1.2, 1.3, 0.12), Stuff.red)
  part(ball(x, y - 17.6, z, 0.2), Stuff.dark)
}

/** Width of a house and the gap to the next. */
export const HOUSE_PITCH = 6.2

/** How high the walls of the nth house are. */
const storeys = [4.6, 6.4, 5.2, 7.2, 4.8, 6.0, 6.8, 5.4]

/** How steeply roofs rise. */
export const GABLE_SLOPE = 2.3 / (HOUSE_PITCH / 2 + 0.12)

/** Where the walls of the nth house end. */
export function storeyTop(house: number): number {
  return 1.4 + storeys[house]
}

/** A quay along x with houses behind it; the water begins at z > 0. */
export function quay(x: number, y: number, z: number): void {
  part(box(x, y - 0.4, z + 9, 60, 1, 9, 0.05), Stuff.stone)
  if (box(x, y - 0.5, z, 60, 1.6, 0.42) < nearest[0]) {
    part(box(x, y - 1.45, z + 0.2, 60, 0.09, 0.2, 0.04), Stuff.wood)
    const pile = x - Math.round(x / 3.1) * 3.1
    part(post(pile, y + 1, z - 0.22, 2.9, 0.14), Stuff.wood)
  }
  if (box(x, y - 6, z + 9, 60, 6.4, 3.75) < nearest[0]) houses(x, y, z)
  if (box(x, y - 3.3, z + 2.8, 60, 2, 2) < nearest[0]) street(x, y, z)
}

function houses(x: number, y: number, z: number): void {
  const house = Math.round(x / HOUSE_PITCH)
  const height = storeys[((house % 8) + 8) % 8] / 2
  const local = x - house * HOUSE_PITCH
  part(box(local, y - 1.4 - height, z + 9, HOUSE_PITCH / 2 - 0.12, height, 3.4, 0.04), Stuff.house)
  part(roof(local, y - 1.4 - height * 2, z + 9, HOUSE_PITCH / 2 + 0.12, 2.3, 3.7) * 0.95, Stuff.roof)
}

function street(x: number, y: number, z: number): void {
  const light = x - 4 - Math.round((x - 4) / 12.4) * 12.4
  part(post(light, y - 1.4, z + 1.1, 3.4, 0.06), Stuff.dark)
  part(ball(light, y - 4.95, z + 1.1, 0.24), Stuff.lamp)
  const bench = x - 1 - Math.round((x - 1) / 18.6) * 18.6
  part(box(bench, y - 1.8, z + 4.2, 0.9, 0.06, 0.28, 0.02), Stuff.wood)
  part(box(bench, y - 1.6, z + 4.2, 0.7, 0.2, 0.2, 0.02), Stuff.dark)
}
