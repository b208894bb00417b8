import { execFileSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { planSpectrogram } from '#core/media/plans/spectrogram.ts'
import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSrt, writeSrt } from '#core/subtitle/formats/srt/srt.ts'

const folder = mkdtempSync(join(tmpdir(), 'cuelane-late-'))
const video = join(folder, 'late.mkv')

/** When a tone sounds, in seconds of the sound itself, which begins three seconds after the picture. */
const TONES = [1, 3.2, 4.1, 7.7, 9, 13.3, 14.6, 18, 19.1, 23.5, 26, 27.4].map((from) => ({ from, to: from + 0.7 }))
const LATE_MS = 3000

beforeAll(() => {
  const when = TONES.map(({ from, to }) => `between(t\\,${from}\\,${to.toFixed(1)})`).join('+')
  const picture = ['-f', 'lavfi', '-i', 'color=s=64x64:r=5:d=33']
  const sound = ['-itsoffset', '3', '-f', 'lavfi', '-i', `aevalsrc=sin(300*2*PI*t)*(${when}):s=16000:d=30`]
  execFileSync('ffmpeg', ['-v', 'error', ...picture, ...sound, '-c:a', 'pcm_s16le', video])
})
afterAll(() => rmSync(folder, { recursive: true }))

test('lines are matched to the time of the video', () => {
  const cues = TONES.map(({ from, to }, at) => makeCue(`c${at}`, from * 1000, to * 1000, 'Words'))
  const [lines, out] = ['lines.srt', 'out.srt'].map((name) => join(folder, name))
  writeFileSync(lines!, writeSrt(cues))
  execFileSync(process.execPath, ['cli/cuelane.mjs', 'sync', '--audio', video, lines!, '-o', out!])
  const moved = readSrt(readFileSync(out!, 'utf8'), sequentialIds('c')).cues
  for (const [at, { start }] of cues.entries()) {
    expect(Math.abs((moved[at]?.start ?? 0) - start - LATE_MS)).toBeLessThanOrEqual(100)
  }
})

test('the spectrogram shows it there', () => {
  const output = join(folder, 'spectrogram.gray')
  const [width, height] = [60, 16]
  const args = planSpectrogram({ source: video, output, range: { start: 0, end: 6000 }, width, height })
  execFileSync('ffmpeg', ['-v', 'error', '-y', ...args])
  const picture = readFileSync(output)
  const columns = Array.from({ length: width }, (_, x) =>
    Math.max(...Array.from({ length: height }, (_, y) => picture[y * width + x] ?? 0)),
  )
  const shown = columns.flatMap((level, x) => (level > 128 ? [x] : []))
  // The first tone begins at 4 s and ends at 4.7 s; nothing is to be seen before.
  expect(Math.abs((shown[0] ?? 0) - 40)).toBeLessThanOrEqual(2)
  expect(Math.abs((shown.at(-1) ?? 0) - 47)).toBeLessThanOrEqual(2)
})
