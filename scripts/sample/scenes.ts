/** The five shots of the sample: who stands where, from where it is seen, and in which light. */
import { boat, type Field, lighthouse, person, quay, Stuff } from './models.ts'

export type Rgb = readonly [red: number, green: number, blue: number]
export type Point = readonly [x: number, y: number, z: number]

/** A solid with its bounding box. */
export interface Solid {
  readonly low: Point
  readonly high: Point
  readonly field: Field
}

/** Light and weather; colours are linear. */
export interface Weather {
  readonly sun: Point
  readonly sunlight: Rgb
  readonly zenith: Rgb
  readonly horizon: Rgb
  /** Around the sun, near the horizon. */
  readonly glow: Rgb
  readonly cloud: Rgb
  /** 0 to 1: how much of the sky. */
  readonly clouds: number
  readonly hills: Rgb
  readonly water: Rgb
  readonly waves: number
  /** How much of the light reaches the camera. */
  readonly exposure: number
  /** Per metre. */
  readonly haze: number
  /** How bright lamps and windows are. */
  readonly lamps: number
  /** 0 to 1: how white is what looks upwards. */
  readonly snow: number
}

/** One moment of a shot. */
export interface Moment {
  readonly eye: Point
  readonly target: Point
  /** Height of the picture over its distance. */
  readonly zoom: number
  readonly solids: readonly Solid[]
  /** Boats whose wake is seen: place and direction of the bow. */
  readonly wakes: readonly { readonly x: number; readonly z: number; readonly yaw: number }[]
  /** A lamp that turns: its place, and where its beam points. */
  readonly beam: { readonly at: Point; readonly yaw: number } | undefined
}

export interface Shot {
  readonly weather: Weather
  /** At a share of its length, and at seconds since the sample's beginning. */
  readonly at: (share: number, seconds: number) => Moment
}

/** A boat that rides on the waves, with people on it. */
function afloat(x: number, z: number, yaw: number, seconds: number, crew: Field = () => undefined): Solid {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  const [roll, pitch] = [0.035 * Math.sin(seconds * 1.1 + x), 0.02 * Math.sin(seconds * 0.83 + z)]
  const rise = 0.08 * Math.sin(seconds * 0.9 + x)
  return {
    low: [x - 5.8, -0.3, z - 5.8],
    high: [x + 5.8, 6, z + 5.8],
    field: (px, py, pz) => {
      const dx = px - x
      const dz = pz - z
      const lx = dx * cos + dz * sin
      const lz = dz * cos - dx * sin
      const ly = py - rise - lx * pitch - lz * roll
      boat(lx, ly, lz)
      crew(lx, ly, lz)
    },
  }
}

const tower = (x: number, z: number): Solid => ({
  low: [x - 9, -0.2, z - 8],
  high: [x + 9, 18, z + 8],
  field: (px, py, pz) => lighthouse(px - x, py, pz - z),
})

/** A person who stands at a place and turns towards `yaw`. */
function stands(x: number, y: number, z: number, yaw: number, coat: number, nod: number): Field {
  const [cos, sin] = [Math.cos(yaw), Math.sin(yaw)]
  return (px, py, pz) => {
    const dx = px - x
    const dz = pz - z
    person(dx * cos + dz * sin, py - y, dz * cos - dx * sin, coat, nod)
  }
}

const row: Solid = { low: [-60, -0.2, -18.5], high: [60, 12.5, 0.6], field: quay }

const mix = (from: number, to: number, share: number): number => from + (to - from) * share
/** Begins and ends softly, as a camera on a crane. */
const eased = (share: number): number => share * share * (3 - 2 * share)

const dawn: Weather = {
  sun: [-0.33, 0.035, -0.94],
  sunlight: [2.1, 1.05, 0.5],
  zenith: [0.055, 0.11, 0.27],
  horizon: [0.62, 0.36, 0.3],
  glow: [1.5, 0.62, 0.2],
  cloud: [0.72, 0.34, 0.3],
  clouds: 0.55,
  hills: [0.1, 0.1, 0.19],
  water: [0.01, 0.035, 0.06],
  waves: 0.5,
  exposure: 0.82,
  haze: 0.0045,
  lamps: 1,
  snow: 0,
}
const sunrise: Weather = {
  ...dawn,
  sun: [0.5, 0.16, -0.85],
  sunlight: [3.1, 1.9, 1.05],
  zenith: [0.1, 0.22, 0.48],
  horizon: [0.95, 0.62, 0.42],
  glow: [1.5, 0.75, 0.3],
  cloud: [1, 0.66, 0.5],
  clouds: 0.5,
  hills: [0.17, 0.2, 0.3],
  water: [0.012, 0.06, 0.085],
  waves: 0.7,
  exposure: 0.72,
  haze: 0.004,
  lamps: 0.25,
}
const morning: Weather = {
  ...dawn,
  sun: [-0.5, 0.5, 0.71],
  sunlight: [3, 2.6, 2.05],
  zenith: [0.07, 0.25, 0.72],
  horizon: [0.5, 0.72, 0.95],
  glow: [0.5, 0.42, 0.3],
  cloud: [1, 0.97, 0.94],
  clouds: 0.45,
  hills: [0.2, 0.32, 0.3],
  water: [0.01, 0.09, 0.11],
  waves: 0.6,
  exposure: 0.5,
  haze: 0.002,
  lamps: 0,
}
const noon: Weather = {
  ...morning,
  sun: [0.62, 0.62, 0.48],
  water: [0.005, 0.13, 0.16],
  waves: 0.85,
  clouds: 0.5,
  exposure: 0.48,
  haze: 0.0025,
}
const winter: Weather = {
  ...dawn,
  sun: [0.25, 0.3, -0.92],
  sunlight: [0.2, 0.27, 0.42],
  zenith: [0.014, 0.026, 0.075],
  horizon: [0.12, 0.15, 0.3],
  glow: [0.12, 0.14, 0.22],
  cloud: [0.13, 0.15, 0.24],
  clouds: 0.7,
  hills: [0.1, 0.12, 0.2],
  water: [0.01, 0.03, 0.06],
  waves: 0.4,
  exposure: 1,
  haze: 0.006,
  lamps: 1.5,
  snow: 1,
}

const coats = { captain: Stuff.coat, guest: Stuff.red } as const

const openingShot = (share: number, seconds: number): Moment => {
  const out = mix(-6, 6, share)
  return {
    eye: [mix(-3, 2, share), mix(2.6, 3.4, eased(share)), mix(30, 24, share)],
    target: [mix(2, 4, share), 4.6, -30],
    zoom: 0.78,
    solids: [tower(21, -34), afloat(out, 3, 0.25, seconds), afloat(-19, -26, 2.6, seconds)],
    wakes: [{ x: out, z: 3, yaw: 0.25 }],
    beam: { at: [21, 15.4, -34], yaw: seconds * 0.75 + 2 },
  }
}

const talkAtSea = (share: number, seconds: number): Moment => {
  const nod = Math.max(0, Math.sin(seconds * 2.3)) * 0.8
  const other = Math.max(0, Math.sin(seconds * 1.7 + 2)) * 0.5
  const captain = stands(0.95, 0.72, -0.1, 0, coats.captain, nod)
  const guest = stands(2.05, 0.72, 0.15, Math.PI, coats.guest, other)
  const crew: Field = (x, y, z) => {
    captain(x, y, z)
    guest(x, y, z)
  }
  return {
    eye: [mix(4.6, 3, share), 2.5 + 0.06 * Math.sin(seconds * 0.9), mix(6.6, 6.1, share)],
    target: [mix(0.9, 0.7, share), 2.05, 0],
    zoom: 0.8,
    solids: [afloat(0, 0, 0.12, seconds, crew), tower(-26, -70), afloat(17, -34, 0.5, seconds)],
    wakes: [{ x: 0, z: 0, yaw: 0.12 }],
    beam: undefined,
  }
}

const alongTheQuay = (share: number, seconds: number): Moment => {
  const along = mix(-7, 3, eased(share))
  const captain = stands(-1.6, 1.4, -1.6, 0, coats.captain, Math.max(0, Math.sin(seconds * 2)) * 0.7)
  const guest = stands(-0.4, 1.4, -1.5, Math.PI, coats.guest, Math.max(0, Math.sin(seconds * 1.6 + 1)) * 0.5)
  const people: Solid = {
    low: [-2.6, 1.3, -2.6],
    high: [0.6, 3.4, -0.6],
    field: (x, y, z) => {
      captain(x, y, z)
      guest(x, y, z)
    },
  }
  return {
    eye: [along, mix(3.2, 2.8, share), mix(15, 12, share)],
    target: [along * 0.55 + 1, 3.9, -4],
    zoom: 0.86,
    solids: [row, people, afloat(7.5, 3.4, Math.PI, seconds), afloat(-13, 3.6, 0.05, seconds)],
    wakes: [],
    beam: undefined,
  }
}

const aroundTheTower = (share: number, seconds: number): Moment => {
  const turn = mix(0.35, 1.25, share)
  const sail = mix(-16, -6, share)
  return {
    eye: [Math.sin(turn) * 33, mix(19, 14, share), Math.cos(turn) * 33],
    target: [0, 7.2, 0],
    zoom: 0.8,
    solids: [tower(0, 0), afloat(sail, -13, 0.3, seconds), afloat(16, -24, 2.4, seconds)],
    wakes: [{ x: sail, z: -13, yaw: 0.3 }],
    beam: undefined,
  }
}

const winterEvening = (share: number, seconds: number): Moment => ({
  eye: [mix(1, -2, share), mix(2.6, 5.4, eased(share)), mix(13, 23, eased(share))],
  target: [mix(0, 1, share), mix(3.8, 4.4, share), -6],
  zoom: 0.84,
  solids: [row, afloat(5.6, 3.5, Math.PI, seconds), afloat(-9, 3.7, 0, seconds)],
  wakes: [],
  beam: undefined,
})

/** Each as long as the others. */
export const shots: readonly Shot[] = [
  { weather: dawn, at: openingShot },
  { weather: sunrise, at: talkAtSea },
  { weather: morning, at: alongTheQuay },
  { weather: noon, at: aroundTheTower },
  { weather: winter, at: winterEvening },
]
