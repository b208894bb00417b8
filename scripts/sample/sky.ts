/** Sky, clouds and hills: what is seen where nothing else is. */
import { cloudTile } from './noise.ts'
import type { Point, Weather } from './scenes.ts'

const clouds = cloudTile(256, 5)
const ridges = cloudTile(256, 9)
const DIRECTIONS = 1440

/** Height of the hills over the horizon, by direction: a far range and a near one, which pass by at different rates. */
interface Hills {
  readonly far: Float64Array
  readonly near: Float64Array
}

function hillsFrom([x, , z]: Point): Hills {
  const [far, near] = [new Float64Array(DIRECTIONS + 1), new Float64Array(DIRECTIONS + 1)]
  for (let at = 0; at <= DIRECTIONS; at++) {
    const turn = at / DIRECTIONS
    far[at] = 0.015 + 0.1 * ridges.at(turn * 2 + x * 2e-5, 0.2 + z * 2e-5) ** 1.5 + 0.012 * ridges.at(turn * 11, 0.7)
    const bay = ridges.at(turn * 1 + 0.4 + x * 8e-5, 0.55)
    near[at] = -0.01 + 0.06 * bay ** 2 + 0.012 * ridges.at(turn * 17 + x * 8e-5, 0.1) * bay
  }
  return { far, near }
}

const soft = (low: number, high: number, value: number): number => {
  const share = Math.min(Math.max((value - low) / (high - low), 0), 1)
  return share * share * (3 - 2 * share)
}

/** The sky of one picture. */
export class Sky {
  private readonly weather: Weather
  private readonly hills: Hills
  private readonly drift: number
  /** Height of a pixel, as slope: edges are as soft as that. */
  private readonly pixel: number
  private readonly paint = new Float64Array(3)

  constructor(weather: Weather, eye: Point, seconds: number, pixel: number) {
    this.weather = weather
    this.hills = hillsFrom(eye)
    this.drift = seconds * 0.0016
    this.pixel = pixel
  }

  /** Puts the colour in a direction into `out`; mirrored on water the sun itself is left out. */
  look(dx: number, dy: number, dz: number, out: Float64Array, isMirrored: boolean): void {
    const { sun, zenith, horizon, glow, sunlight } = this.weather
    const towards = Math.max(0, dx * sun[0] + dy * sun[1] + dz * sun[2])
    const up = Math.max(dy, 0)
    const high = Math.pow(up, 0.55)
    const near = Math.pow(towards, 7) * 0.5 * Math.exp(-up * 3) + Math.pow(towards, 60) * 0.55
    const disc = isMirrored ? 0 : soft(0.99925, 0.99965, towards) * 5
    for (let c = 0; c < 3; c++) {
      out[c] = horizon[c] + (zenith[c] - horizon[c]) * Math.min(high * 1.15, 1) + glow[c] * near + sunlight[c] * disc
    }
    if (dy > 0.005) this.addClouds(dx, dy, dz, towards, out)
    if (dy < 0.13) this.addHills(dx, dy, dz, towards, out)
  }

  private addClouds(dx: number, dy: number, dz: number, towards: number, out: Float64Array): void {
    const { cloud, clouds: amount, glow } = this.weather
    const flat = 0.16 / (dy + 0.09)
    const u = dx * flat * 0.55 + this.drift
    const v = dz * flat
    const density = clouds.at(u, v) * 0.72 + clouds.at(u * 3.3 + 0.3, v * 3.3) * 0.28
    const cover = soft(0.8 - amount * 0.55, 1.02 - amount * 0.4, density) * soft(0.01, 0.14, dy) * 0.9
    const lit = 0.75 + 0.35 * (1 - density)
    const rim = Math.pow(towards, 5) * 0.35
    for (let c = 0; c < 3; c++) out[c] += (cloud[c] * lit + glow[c] * rim - out[c]) * cover
  }

  private addHills(dx: number, dy: number, dz: number, towards: number, out: Float64Array): void {
    const { hills, horizon, glow } = this.weather
    const slope = dy / Math.sqrt(dx * dx + dz * dz)
    const turn = (Math.atan2(dx, -dz) / (2 * Math.PI) + 0.5) * DIRECTIONS
    const warm = Math.pow(towards, 10) * 0.22
    const { paint } = this
    for (let c = 0; c < 3; c++) paint[c] = hills[c] * 0.45 + horizon[c] * 0.5 + glow[c] * warm
    this.addRange(this.hills.far, turn, slope, out)
    for (let c = 0; c < 3; c++) paint[c] = hills[c] * 0.75 + horizon[c] * 0.16 + glow[c] * warm * 0.5
    this.addRange(this.hills.near, turn, slope, out)
  }

  /** Draws a range of hills in the colour of `paint`. */
  private addRange(range: Float64Array, turn: number, slope: number, out: Float64Array): void {
    const at = Math.floor(turn)
    const top = range[at] + ((range[at + 1] ?? range[0]) - range[at]) * (turn - at)
    const cover = Math.min(Math.max((top - slope) / this.pixel + 0.5, 0), 1)
    if (cover === 0) return
    // Mist lies at the foot of the hills.
    const mist = Math.max(0, 1 - slope / Math.max(top, 0.01)) * 0.4
    const { horizon } = this.weather
    for (let c = 0; c < 3; c++) {
      const seen = this.paint[c]
      out[c] += (seen + (horizon[c] * 0.8 - seen) * mist - out[c]) * cover
    }
  }
}
