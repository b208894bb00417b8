/** How scripts of the product's languages are burned in: drawn with the application's fonts and looked at. */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { languageCodes } from '#core/domain/languages.ts'
import { voiceSamples } from '#core/domain/voices.ts'
import { planBurn } from '#core/media/plans/burn.ts'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { burnFontsFolder } from '#server/engines/burn-fonts.ts'
import { probeHeldPicture } from '#server/engines/probe.ts'
import { usualLook } from '#tests/support/burn-look.ts'

const WIDTH = 640
const HEIGHT = 360
/** A place of Unicode that no font has a glyph for. */
const NOBODYS = '\u{10FFF0}'

let folder: string
let fontsFolder: string
beforeAll(async () => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-scripts-'))
  fontsFolder = await burnFontsFolder(folder)
})
afterAll(() => rmSync(folder, { recursive: true }))

const ffmpeg = (...args: string[]): Buffer =>
  execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder, maxBuffer: 1e9 })

/** Each text in a separate grey picture. */
function drawn(texts: readonly string[], language: string): Buffer[] {
  const cues = texts.map((text, at) => makeCue(`cue-${at}`, at * 1000, at * 1000 + 1000, text))
  writeFileSync(join(folder, 'cues.ass'), writeBurnAss(cues, usualLook(WIDTH, HEIGHT, language)))
  const ground = `color=c=black:s=${WIDTH}x${HEIGHT}:r=1:d=${texts.length}`
  const filter = `setpts=PTS+0.5/TB,ass=filename=cues.ass:fontsdir=${fontsFolder}`
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'gray', 'pipe:1']
  const pictures = ffmpeg('-f', 'lavfi', '-i', ground, '-vf', filter, '-fps_mode', 'passthrough', ...raw)
  return texts.map((_, at) => pictures.subarray(at * WIDTH * HEIGHT, (at + 1) * WIDTH * HEIGHT))
}

test.each(languageCodes)(
  '%s: each sign of a sentence is drawn, none as the box for signs that a font lacks',
  (language) => {
    const signs = [...new Set(voiceSamples[language].replace(/[\s\p{M}]/gu, ''))]
    const [missing, ...pictures] = drawn([NOBODYS, ...signs], language)
    const wrong = signs.filter((_, at) => {
      const picture = pictures[at]!
      return picture.equals(missing!) || picture.every((value) => value < 64)
    })
    expect(wrong).toEqual([])
    expect(pictures).toHaveLength(signs.length)
  },
)

test('emoji are drawn, also such as are joined of several', () => {
  const single = ['😀', '🎉', '🚀', '🐶']
  const joined = ['❤️', '👍🏽', '👩‍👩‍👧', '🇫🇷', '1️⃣', '👨‍⚕️']
  // After a letter: libass takes a line of nothing but emoji apart.
  const pictures = drawn(
    [...single, ...joined].map((sign) => `a ${sign}`),
    'en',
  )
  // Signs that a font lacks are boxes, one like the other.
  expect(new Set(pictures.map((picture) => picture.toString('base64'))).size).toBe(pictures.length)
  const widths = pictures.map(inkWidth)
  const [one = 0] = widths
  expect(one).toBeGreaterThan(20)
  expect(Math.max(...widths)).toBeLessThan(1.3 * one)
})

function inkWidth(picture: Buffer): number {
  const columns = Array.from({ length: WIDTH }, (_, x) => x).filter((x) =>
    Array.from({ length: HEIGHT }, (_, y) => picture[y * WIDTH + x]!).some((value) => value > 64),
  )
  return (columns.at(-1) ?? -1) - (columns[0] ?? 0) + 1
}

/** Where the ink of a picture's lower half begins, and how high the first and the last thing in it are. */
function heightsAtEdges(picture: Buffer): { left: number; right: number } {
  const heights = Array.from(
    { length: WIDTH },
    (_, x) => Array.from({ length: HEIGHT }, (_, y) => picture[y * WIDTH + x]!).filter((value) => value > 200).length,
  )
  const things: number[][] = []
  for (const [x, height] of heights.entries()) {
    if (height === 0) continue
    if (heights[x - 1]) things.at(-1)!.push(height)
    else things.push([height])
  }
  return { left: Math.max(...things[0]!), right: Math.max(...things.at(-1)!) }
}

test('a full stop ends a row on the left where it is written from the right, and on the right elsewhere', () => {
  const [arabic, english] = drawn(['لا أعلم.', 'No idea.'], 'ar')
  const [from, other] = [heightsAtEdges(arabic!), heightsAtEdges(english!)]
  expect(from.left).toBeLessThan(from.right / 2)
  expect(other.right).toBeLessThan(other.left / 2)
})

const streams = [{ kind: 'video' as const, codec: 'h264', language: '' }]

test('a picture with odd sides', () => {
  ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=321x181:r=5:d=1', '-c:v', 'ffv1', '-pix_fmt', 'yuv444p', 'odd.mkv')
  writeFileSync(join(folder, 'odd.ass'), writeBurnAss([makeCue('a', 0, 900, 'Odd')], usualLook(321, 181)))
  ffmpeg(...planBurn({ source: 'odd.mkv', output: 'even.mp4', ass: 'odd.ass', fontsFolder, streams }))
  const size = ['-v', 'error', '-count_frames', '-show_entries', 'stream=width,height,nb_read_frames', '-of', 'csv=p=0']
  expect(execFileSync('ffprobe', [...size, 'even.mp4'], { cwd: folder, encoding: 'utf8' }).trim()).toBe('320,180,5')
})

const probed = (...args: string[]): string =>
  execFileSync('ffprobe', ['-v', 'error', ...args], { cwd: folder, encoding: 'utf8' }).trim()

test('a film with pixels that are not square is burned at the size it is shown with', () => {
  ffmpeg('-f', 'lavfi', '-i', 'testsrc=s=360x288:r=5:d=1,setsar=64/45', 'wide.mp4')
  writeFileSync(join(folder, 'wide.ass'), writeBurnAss([makeCue('a', 0, 900, 'Wide')], usualLook(512, 288)))
  ffmpeg(...planBurn({ source: 'wide.mp4', output: 'square.mp4', ass: 'wide.ass', fontsFolder, streams }))
  const entries = ['-show_entries', 'stream=width,height,sample_aspect_ratio', '-of', 'csv=p=0']
  expect(probed(...entries, 'square.mp4')).toBe('512,288,1:1')
})

test('the last picture of a variable rate stands as long as in the source, and so do subtitles over it', async () => {
  const long = "setts=duration='if(eq(N,9),20000,DURATION)'"
  ffmpeg('-f', 'lavfi', '-i', 'color=black:s=320x180:r=10:d=1', '-bf', '0', 'even-rate.mp4')
  ffmpeg('-i', 'even-rate.mp4', '-c', 'copy', '-bsf:v', long, 'held.mp4')
  const facts = { durationMs: 2900, rate: [10, 1] as const, streams }
  const held = await probeHeldPicture('ffprobe', join(folder, 'held.mp4'), facts)
  expect(held).toEqual({ start: 0.9, end: 2.853125, usual: 0.1 })
  writeFileSync(join(folder, 'held.ass'), writeBurnAss([makeCue('a', 1500, 2500, 'Late')], usualLook(320, 180)))
  const burn = { ass: 'held.ass', fontsFolder, streams, held }
  ffmpeg(...planBurn({ source: 'held.mp4', output: 'kept.mp4', ...burn }))
  expect(Number(probed('-show_entries', 'format=duration', '-of', 'csv=p=0', 'kept.mp4'))).toBeCloseTo(2.9, 0)
  const bright = (at: string): boolean => {
    const frame = ['-ss', at, '-i', 'kept.mp4', '-frames:v', '1', '-f', 'rawvideo', '-pix_fmt', 'gray', '-']
    return execFileSync('ffmpeg', ['-v', 'error', ...frame], { cwd: folder }).some((value) => value > 200)
  }
  expect([bright('1.0'), bright('2.0'), bright('2.7')]).toEqual([false, true, false])
})
