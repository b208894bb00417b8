/** Draws one picture: rays from the eye to water, things and sky, their light and mirror images. */
import { nearest } from './models.ts'
import { numbers, waveTiles } from './noise.ts'
import type { Moment, Shot, Solid, Weather } from './scenes.ts'
import { Sky } from './sky.ts'
import { colorOf, shineOf, type Surface } from './surfaces.ts'

const { slopeX, slopeZ } = waveTiles(256, 3)
const [ripplesX, ripplesZ] = [slopeX.levels(), slopeZ.levels()]
const FAR = 400
const lampLight = [1.6, 0.82, 0.28] as const
/** Where the lamps of the quay stand: every so many metres, beginning here. */
const lamps = { first: 4, every: 12.4, y: 4.95, z: -1.1 }

export class Picture {
  private readonly weather: Weather
  private readonly moment: Moment
  private readonly seconds: number
  private readonly sky: Sky
  private readonly width: number
  private readonly height: number
  private readonly surface: Surface = { x: 0, y: 0, z: 0, nx: 0, ny: 0, nz: 0, stuff: 0 }
  private readonly mirror = new Float64Array(3)
  private readonly color = new Float64Array(3)
  /** Right, up and forward of the camera. */
  private readonly axes: readonly [number, number, number][]

  constructor(shot: Shot, share: number, seconds: number, width: number, height: number) {
    this.weather = shot.weather
    this.moment = shot.at(share, seconds)
    this.seconds = seconds
    this.width = width
    this.height = height
    this.sky = new Sky(shot.weather, this.moment.eye, seconds, this.moment.zoom / height)
    this.axes = axesOf(this.moment)
  }

  /** The picture as rows of red, green and blue bytes. */
  draw(): Uint8Array {
    const { width, height } = this
    const bytes = new Uint8Array(width * height * 3)
    for (let y = 0; y < height; y++) for (let x = 0; x < width; x++) this.put(bytes, x, y, [[0.5, 0.5]])
    for (const [x, y] of edgesOf(bytes, width, height)) this.put(bytes, x, y, corners)
    if (this.weather.snow > 0) this.addSnow(bytes)
    return bytes
  }

  /** Writes a pixel: the mean of its samples. */
  private put(bytes: Uint8Array, x: number, y: number, samples: readonly (readonly [number, number])[]): void {
    let [red, green, blue] = [0, 0, 0]
    for (const [right, down] of samples) {
      this.sample(x + right, y + down)
      red += shown(this.color[0])
      green += shown(this.color[1])
      blue += shown(this.color[2])
    }
    const at = (y * this.width + x) * 3
    bytes[at] = red / samples.length
    bytes[at + 1] = green / samples.length
    bytes[at + 2] = blue / samples.length
  }

  private sample(x: number, y: number): void {
    const { zoom, eye } = this.moment
    const right = this.axes[0]
    const up = this.axes[1]
    const forward = this.axes[2]
    const across = ((x - this.width / 2) / this.height) * zoom
    const over = ((this.height / 2 - y) / this.height) * zoom
    let dx = forward[0] + right[0] * across + up[0] * over
    let dy = forward[1] + right[1] * across + up[1] * over
    let dz = forward[2] + right[2] * across + up[2] * over
    const length = Math.sqrt(dx * dx + dy * dy + dz * dz)
    dx /= length
    dy /= length
    dz /= length
    const far = this.see(eye[0], eye[1], eye[2], dx, dy, dz)
    this.addBeam(dx, dy, dz, far)
    const corner = across * across + over * over
    const { exposure } = this.weather
    for (let c = 0; c < 3; c++) this.color[c] *= exposure * (1 - 0.26 * corner)
  }

  /** Puts what is seen along a ray into `color`; returns how far it is. */
  private see(x: number, y: number, z: number, dx: number, dy: number, dz: number): number {
    const toWater = dy < -1e-4 ? -y / dy : FAR
    const toSolid = this.trace(x, y, z, dx, dy, dz, Math.min(toWater, FAR))
    if (toSolid < toWater && toSolid < FAR) {
      this.shade(x + dx * toSolid, y + dy * toSolid, z + dz * toSolid, toSolid, this.color)
    } else if (toWater < FAR * 20 && dy < -1e-4) {
      this.shadeWater(x + dx * toWater, z + dz * toWater, dx, dy, dz, toWater)
    } else {
      this.sky.look(dx, dy, dz, this.color, false)
      return FAR
    }
    const distance = Math.min(toSolid, toWater)
    this.addHaze(dx, dy, dz, distance, this.color)
    return distance
  }

  private addHaze(dx: number, dy: number, dz: number, distance: number, out: Float64Array): void {
    const { haze, horizon, glow, sun } = this.weather
    const share = 1 - Math.exp(-haze * distance)
    const warm = Math.pow(Math.max(0, dx * sun[0] + dy * sun[1] + dz * sun[2]), 8) * 0.4
    for (let c = 0; c < 3; c++) out[c] += (horizon[c] * 0.75 + glow[c] * warm - out[c]) * share
  }

  /** Distance to the first solid thing, FAR where there is none before `end`; its stuff is left in `surface`. */
  private trace(x: number, y: number, z: number, dx: number, dy: number, dz: number, end: number): number {
    let found = FAR
    const { solids } = this.moment
    for (let one = 0; one < solids.length; one++) {
      const solid = solids[one]
      const begin = entry(solid, x, y, z, dx, dy, dz)
      if (begin < 0) continue
      const stop = Math.min(end, found, exit[0])
      let at = begin
      for (let step = 0; step < 90 && at < stop; step++) {
        nearest[0] = 1e9
        solid.field(x + dx * at, y + dy * at, z + dz * at)
        if (nearest[0] < 0.0015 + 0.0005 * at) {
          found = at
          this.surface.stuff = nearest[1]!
          break
        }
        at += nearest[0]
      }
    }
    return found
  }

  /** Distance from a point to the nearest solid thing around it. */
  private distance(x: number, y: number, z: number): number {
    nearest[0] = 1e9
    const { solids } = this.moment
    for (let at = 0; at < solids.length; at++) {
      const { low, high, field } = solids[at]
      const isInside =
        x > low[0] - 1 && y > low[1] - 1 && z > low[2] - 1 && x < high[0] + 1 && y < high[1] + 1 && z < high[2] + 1
      if (isInside) field(x, y, z)
    }
    return nearest[0]
  }

  /** Share of the sunlight that reaches a point. */
  private sunAt(x: number, y: number, z: number): number {
    const { solids } = this.moment
    const sx = this.weather.sun[0]
    const sy = this.weather.sun[1]
    const sz = this.weather.sun[2]
    let light = 1
    for (let one = 0; one < solids.length; one++) {
      const solid = solids[one]
      const begin = entry(solid, x, y, z, sx, sy, sz)
      if (begin < 0) continue
      const stop = Math.min(exit[0], 30)
      for (let step = 0, at = Math.max(begin, 0.05); step < 28 && at < stop; step++) {
        nearest[0] = 1e9
        solid.field(x + sx * at, y + sy * at, z + sz * at)
        light = Math.min(light, (12 * nearest[0]) / at)
        if (light < 0.02) return 0
        at += Math.max(nearest[0], 0.05)
      }
    }
    return Math.max(light, 0)
  }

  /** Puts the colour of the solid thing at a point into `out`. */
  private shade(x: number, y: number, z: number, distance: number, out: Float64Array): void {
    const { surface, weather } = this
    this.face(x, y, z, 0.002 + distance * 0.0006)
    const { nx, ny, nz } = surface
    const { sun, sunlight, zenith, horizon, water } = weather
    const facing = Math.max(0, nx * sun[0] + ny * sun[1] + nz * sun[2])
    const direct = facing > 0 ? facing * this.sunAt(x + nx * 0.03, y + ny * 0.03, z + nz * 0.03) : 0
    const near = this.distance(x + nx * 0.3, y + ny * 0.3, z + nz * 0.3)
    const open = 0.35 + 0.65 * Math.min(Math.max(near / 0.3, 0), 1)
    const up = 0.5 + 0.5 * ny
    const paint = colorOf(surface)
    const shine = shineOf(surface) * weather.lamps
    const white = weather.snow * Math.min(Math.max((ny - 0.45) * 4, 0), 1) * (y > 0.5 ? 1 : 0)
    const lamp = weather.lamps > 0.5 ? this.lampAt(x, y, z, nx, ny, nz) * weather.lamps : 0
    for (let c = 0; c < 3; c++) {
      const sky = (horizon[c] * 0.6 + zenith[c] * 0.75) * up + (water[c] + horizon[c] * 0.25) * (1 - up)
      const base = paint[c] + (0.82 - paint[c]) * white
      out[c] = base * (sunlight[c] * direct + sky * open + lampLight[c] * lamp) + lampLight[c] * shine
    }
  }

  /** Finds where the surface at a point looks. */
  private face(x: number, y: number, z: number, step: number): void {
    const { surface } = this
    const { stuff } = surface
    const a = this.distance(x + step, y - step, z - step)
    const b = this.distance(x - step, y - step, z + step)
    const c = this.distance(x - step, y + step, z - step)
    const d = this.distance(x + step, y + step, z + step)
    const nx = a - b - c + d
    const ny = -a - b + c + d
    const nz = -a + b - c + d
    const length = Math.sqrt(nx * nx + ny * ny + nz * nz) || 1
    surface.x = x
    surface.y = y
    surface.z = z
    surface.nx = nx / length
    surface.ny = ny / length
    surface.nz = nz / length
    surface.stuff = stuff
  }

  /** Light of the nearest lamp of the quay. */
  private lampAt(x: number, y: number, z: number, nx: number, ny: number, nz: number): number {
    const lx = lamps.first + Math.round((x - lamps.first) / lamps.every) * lamps.every - x
    const ly = lamps.y - y
    const lz = lamps.z - z
    const square = lx * lx + ly * ly + lz * lz
    const facing = (nx * lx + ny * ly + nz * lz) / Math.sqrt(square)
    return (Math.max(0, facing) * 4.5) / (1 + square)
  }

  private shadeWater(x: number, z: number, dx: number, dy: number, dz: number, distance: number): void {
    const { weather, color, mirror, seconds } = this
    const grain = (distance * this.moment.zoom) / this.height / Math.sqrt(Math.max(-dy, 0.02))
    const calm = weather.waves / (1 + distance * 0.012)
    let sx = 0
    let sz = 0
    for (let swell = 0; swell < swells.length; swell++) {
      const { size, amount, driftX, driftZ } = swells[swell]
      const level = Math.min(Math.max(Math.floor(Math.log2((grain * 256) / size)), 0), ripplesX.length - 1)
      const u = (x + seconds * driftX) / size
      const v = (z + seconds * driftZ) / size
      sx += ripplesX[level].at(u, v) * amount
      sz += ripplesZ[level].at(u, v) * amount
    }
    sx *= calm
    sz *= calm
    const length = Math.sqrt(sx * sx + sz * sz + 1)
    const cos = Math.max(0.02, (dx * sx + dz * sz - dy) / length)
    const rx = dx + (2 * cos * -sx) / length
    const ry = Math.max(0.015, dy + (2 * cos) / length)
    const rz = dz + (2 * cos * -sz) / length
    const scale = 1 / Math.sqrt(rx * rx + ry * ry + rz * rz)
    this.reflect(x, z, rx * scale, ry * scale, rz * scale)
    const glance = 0.03 + 0.97 * Math.pow(1 - cos, 5)
    const foam = this.foamAt(x, z)
    const { water, sunlight, sun, horizon } = weather
    const lit = 0.12 + 0.5 * Math.max(0, sun[1])
    for (let c = 0; c < 3; c++) {
      const deep = water[c] * (1 + sunlight[c] * lit)
      color[c] = deep + (mirror[c] - deep) * glance
      color[c] += (horizon[c] * 0.55 + sunlight[c] * 0.14 - color[c]) * foam
    }
  }

  /** Puts what the water mirrors into `mirror`. */
  private reflect(x: number, z: number, rx: number, ry: number, rz: number): void {
    const { mirror, weather } = this
    const at = this.trace(x, 0.01, z, rx, ry, rz, 90)
    if (at < FAR) {
      this.shade(x + rx * at, 0.01 + ry * at, z + rz * at, at + 10, mirror)
      return
    }
    this.sky.look(rx, ry, rz, mirror, true)
    const { sun, sunlight } = weather
    const glint = Math.pow(Math.max(0, rx * sun[0] + ry * sun[1] + rz * sun[2]), 260) * 3.2
    for (let c = 0; c < 3; c++) mirror[c] += sunlight[c] * glint
  }

  /** How much foam the wakes of boats leave at a place. */
  private foamAt(x: number, z: number): number {
    let foam = 0
    const { wakes } = this.moment
    for (let one = 0; one < wakes.length; one++) {
      const wake = wakes[one]
      const cos = Math.cos(wake.yaw)
      const sin = Math.sin(wake.yaw)
      const along = -((x - wake.x) * cos + (z - wake.z) * sin)
      const across = Math.abs((z - wake.z) * cos - (x - wake.x) * sin)
      if (along < -5 || along > 30) continue
      const arm = Math.abs(across - 0.9 - (along + 3) * 0.22)
      const noise = 0.5 + 0.5 * Math.sin(x * 5.1 + z * 3.7 + this.seconds) * Math.sin(z * 6.3 - x * 2.9)
      const trail = Math.max(0, 1 - across / 1.3) * (along > 3 ? 1 : 0)
      const edge = Math.max(0, 1 - arm / 0.5) * (along > -3.5 ? 1 : 0)
      foam = Math.max(foam, (trail * 0.5 + edge * 0.7) * Math.max(0, 1 - along / 30) * noise)
    }
    return foam
  }

  /** Adds the beam of the lighthouse: brighter where the ray passes close to it. */
  private addBeam(dx: number, dy: number, dz: number, far: number): void {
    const { beam, eye } = this.moment
    if (!beam) return
    const { at, yaw } = beam
    const bx = Math.cos(yaw)
    const bz = Math.sin(yaw)
    const wx = eye[0] - at[0]
    const wy = eye[1] - at[1]
    const wz = eye[2] - at[2]
    const between = dx * bx + dz * bz
    const d = dx * wx + dy * wy + dz * wz
    const e = bx * wx + bz * wz
    const rest = 1 - between * between
    const onRay = Math.min(Math.max((between * e - d) / rest, 0), far)
    const onBeam = (e - between * d) / rest
    if (onBeam < 0) return
    const away = Math.hypot(wx + dx * onRay - bx * onBeam, wy + dy * onRay, wz + dz * onRay - bz * onBeam)
    const wide = 0.5 + onBeam * 0.05
    const bright = 0.55 * Math.exp(-((away / wide) ** 2) - onBeam * 0.022)
    for (let c = 0; c < 3; c++) this.color[c] += lampLight[c] * bright
  }

  /** Adds flakes between the eye and the houses: soft dots that fall and sway. */
  private addSnow(bytes: Uint8Array): void {
    const { width, height, seconds } = this
    const { eye, zoom } = this.moment
    const [right, up, forward] = this.axes
    const next = numbers(77)
    for (let flake = 0; flake < 2600; flake++) {
      const [a, b, c, speed] = [next(), next(), next(), next()]
      const wrap = (value: number, size: number): number => value - Math.floor(value / size) * size
      const px = wrap(a * 24 + 0.5 * Math.sin(seconds * (0.6 + speed) + a * 40) - eye[0], 24) - 12
      const py = wrap(b * 14 - seconds * (0.9 + speed * 0.7) - eye[1], 14) - 6
      const pz = wrap(c * 24 - eye[2], 24) - 24
      const depth = px * forward[0] + py * forward[1] + pz * forward[2]
      if (depth < 0.8) continue
      const x = width / 2 + ((px * right[0] + py * right[1] + pz * right[2]) / depth / zoom) * height
      const y = height / 2 - ((px * up[0] + py * up[1] + pz * up[2]) / depth / zoom) * height
      dot(bytes, { x, y, radius: Math.min(2.6, (0.022 * height) / depth), width, height })
    }
  }
}

/** Size in metres, height, and drift along x and z of what the waves are made of. */
const swells = [
  { size: 23, amount: 0.5, driftX: 0.9, driftZ: 0.5 },
  { size: 7.3, amount: 0.42, driftX: -0.4, driftZ: 0.8 },
  { size: 2.9, amount: 0.22, driftX: 0.5, driftZ: -0.3 },
] as const
const corners = [
  [0.25, 0.12],
  [0.88, 0.25],
  [0.75, 0.88],
  [0.12, 0.75],
] as const

/** Where the ray of the last `entry` leaves its box. */
const exit = new Float64Array(1)

/** Where a ray enters the box around something, 0 from inside; -1 where it misses it. */
function entry(solid: Solid, x: number, y: number, z: number, dx: number, dy: number, dz: number): number {
  const { low, high } = solid
  const x0 = (low[0] - x) / dx
  const x1 = (high[0] - x) / dx
  const y0 = (low[1] - y) / dy
  const y1 = (high[1] - y) / dy
  const z0 = (low[2] - z) / dz
  const z1 = (high[2] - z) / dz
  const begin = Math.max(Math.min(x0, x1), Math.min(y0, y1), Math.min(z0, z1), 0)
  const end = Math.min(Math.max(x0, x1), Math.max(y0, y1), Math.max(z0, z1))
  exit[0] = end
  return begin < end ? begin : -1
}

function axesOf({ eye, target }: Moment): [number, number, number][] {
  const forward = unit([target[0] - eye[0], target[1] - eye[1], target[2] - eye[2]])
  const right = unit([-forward[2], 0, forward[0]])
  const up: [number, number, number] = [
    right[1] * forward[2] - right[2] * forward[1],
    right[2] * forward[0] - right[0] * forward[2],
    right[0] * forward[1] - right[1] * forward[0],
  ]
  return [right, up, forward]
}

function unit([x, y, z]: [number, number, number]): [number, number, number] {
  const length = Math.hypot(x, y, z)
  return [x / length, y / length, z / length]
}

/** Light as a byte: a filmic tone curve (Narkowicz's fit of ACES), then the screen's gamma. */
const curve = Float64Array.from({ length: 4097 }, (_, at) => {
  const light = (at / 4096) ** 2 * 6
  const curve = (light * (2.51 * light + 0.03)) / (light * (2.43 * light + 0.59) + 0.14)
  return 255 * Math.min(curve, 1) ** (1 / 2.2)
})

function shown(light: number): number {
  return curve[Math.min(4096, Math.max(0, Math.round(Math.sqrt(Math.max(light, 0) / 6) * 4096)))]
}

/** Pixels that differ much from the next ones: they are drawn more finely. */
function edgesOf(bytes: Uint8Array, width: number, height: number): [x: number, y: number][] {
  const found: [number, number][] = []
  const lightAt = (at: number): number => bytes[at] * 0.3 + bytes[at + 1] * 0.6 + bytes[at + 2] * 0.1
  for (let y = 1; y < height - 1; y++) {
    for (let x = 1; x < width - 1; x++) {
      const at = (y * width + x) * 3
      const light = lightAt(at)
      const most = Math.max(
        Math.abs(light - lightAt(at + 3)),
        Math.abs(light - lightAt(at - 3)),
        Math.abs(light - lightAt(at + width * 3)),
        Math.abs(light - lightAt(at - width * 3)),
      )
      if (most > 16) found.push([x, y])
    }
  }
  return found
}

function dot(
  bytes: Uint8Array,
  { x, y, radius, width, height }: { x: number; y: number; radius: number; width: number; height: number },
): void {
  const reach = Math.ceil(radius + 0.5)
  const [left, top] = [Math.floor(x), Math.floor(y)]
  for (let row = Math.max(0, top - reach); row <= Math.min(height - 1, top + reach); row++) {
    for (let column = Math.max(0, left - reach); column <= Math.min(width - 1, left + reach); column++) {
      const away = Math.hypot(column + 0.5 - x, row + 0.5 - y)
      const cover = Math.min(Math.max(radius + 0.5 - away, 0), 1) * Math.min(1, radius) * 0.8
      const at = (row * width + column) * 3
      for (let c = 0; c < 3; c++) bytes[at + c] = bytes[at + c] + (225 + 10 * c - bytes[at + c]) * cover
    }
  }
}
