import { createHash } from 'node:crypto'
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { machineFonts } from '#core/domain/burn-fonts.ts'
import { planBurn } from '#core/media/plans/burn.ts'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { burnFontsFolder, machineFont } from '#server/engines/burn-fonts.ts'
import { type BurnCase, burnCases, burnFrame } from './burn-cases.ts'

/** Frames that the machine's ffmpeg burned, and the fonts that it had for them. */
export interface BurnedFrames {
  /** Folder with the frames as PNG, and with the machine's fonts under `machine/fonts/`. */
  readonly folder: string
  /** Name of each case's frame, in the order of the cases. */
  readonly frames: readonly string[]
  readonly hasMachineFonts: boolean
}

/** Burns every case in as the server does, and cuts out the frame that the test looks at; kept until a script changes. */
export async function makeBurnedFrames(root: string): Promise<BurnedFrames> {
  const folder = join(root, '.cache', 'fixtures', 'burned')
  mkdirSync(join(folder, 'machine', 'fonts'), { recursive: true })
  const paths = await Promise.all(machineFonts.map(machineFont))
  for (const [at, path] of paths.entries()) {
    const place = join(folder, 'machine', 'fonts', machineFonts[at]!)
    rmSync(place, { force: true })
    if (path) symlinkSync(path, place)
  }
  const frames: string[] = []
  for (const one of burnCases) frames.push(await burnedFrame(folder, one))
  return { folder, frames, hasMachineFonts: paths.every((path) => path !== undefined) }
}

async function burnedFrame(folder: string, { cues, look, styles, atMs, words }: BurnCase): Promise<string> {
  const script = writeBurnAss(cues, look, styles, words)
  const name = `${createHash('sha256').update(`${script} ${atMs}`).digest('hex').slice(0, 16)}.png`
  if (existsSync(join(folder, name))) return name
  const { width, height, color, seconds } = burnFrame
  const run = (...args: string[]): Buffer =>
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder })
  const size = `color=c=0x${color.slice(1)}:s=${width}x${height}:r=25:d=${seconds}`
  if (!existsSync(join(folder, 'plain.mp4')))
    run('-f', 'lavfi', '-i', size, '-c:v', 'libx264', '-qp', '4', '-pix_fmt', 'yuv420p', 'plain.mp4')
  writeFileSync(join(folder, 'cues.ass'), script)
  const fontsFolder = await burnFontsFolder(folder, styles?.fonts)
  run(
    ...planBurn({
      source: 'plain.mp4',
      output: 'burned.mp4',
      ass: 'cues.ass',
      fontsFolder,
      streams: [{ kind: 'video', codec: 'h264' }],
    }),
  )
  run('-ss', String(atMs / 1000), '-i', 'burned.mp4', '-frames:v', '1', name)
  return name
}
