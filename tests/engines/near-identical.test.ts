import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { LanguageCode } from '#core/domain/languages.ts'
import { textLines, textOf } from '#core/media/text-lines.ts'
import { probeMedia } from '#server/engines/probe.ts'
import { type EngineRegistry, findEngines } from '#server/engines/registry.ts'
import { findText } from '#server/tasks/picture-text/find-text.ts'
import { readText } from '#server/tasks/picture-text/read-text.ts'
import { adaptersOf } from '#tests/support/engines.ts'
import { realFiles } from '#tests/support/real-files.ts'
import { runWithout } from '#tests/support/run-without.ts'

const [WIDTH, HEIGHT, RATE] = [640, 360, 25]
let folder: string
let engines: EngineRegistry
beforeAll(async () => {
  engines = await findEngines(process.env, adaptersOf('ffmpeg', 'ocr'))
  folder = mkdtempSync(join(tmpdir(), 'cuelane-near-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const clock = (seconds: number): string => `0:00:${seconds.toFixed(2).padStart(5, '0')}`

/** A clip of lines one after another, each as long as that, in front of bars that move; with more lines of SubStation. */
function clipOf(lines: readonly string[], seconds: number, scene: readonly string[] = [], cut = ''): string {
  const [script, clip] = [join(folder, 'text.ass'), join(folder, 'clip.mp4')]
  const dialogue = lines.map(
    (text, at) => `Dialogue: 0,${clock(1 + at * seconds)},${clock(1 + (at + 1) * seconds)},D,${text}`,
  )
  const styles = [
    'Name',
    'Fontname',
    'Fontsize',
    'PrimaryColour',
    'OutlineColour',
    'Outline',
    'Shadow',
    'Alignment',
    'MarginV',
  ]
  writeFileSync(
    script,
    [
      ...['[Script Info]', `PlayResX: ${WIDTH}`, `PlayResY: ${HEIGHT}`, '', '[V4+ Styles]'],
      ...[`Format: ${styles.join(', ')}`, 'Style: D,DejaVu Sans,26,&H00FFFFFF,&H00000000,1.5,0,2,20'],
      ...['', '[Events]', 'Format: Layer, Start, End, Style, Text', ...dialogue, ...scene, ''],
    ].join('\n'),
  )
  const length = String(2 + lines.length * seconds)
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', `testsrc=s=${WIDTH}x${HEIGHT}:r=${RATE}:d=${length}`],
    ...[
      '-vf',
      `hue=s=0,lutyuv=y=val*0.6,ass=${script}${cut}`,
      '-c:v',
      'libx264',
      '-preset',
      'ultrafast',
      '-pix_fmt',
      'yuv420p',
      clip,
    ],
  ])
  return clip
}

/** The lines of a clip as a task reads them. */
async function linesOf(path: string, language: LanguageCode): Promise<string[]> {
  const info = await probeMedia('ffprobe', path)
  const video = { content_hash: path, duration_ms: info.durationMs, blob_key: path, info }
  const run = runWithout(engines, mkdtempSync(join(folder, 'steps-')))
  const { place } = await findText(run, { video, share: [0, 0.2] })
  if (!place) return []
  const { texts } = await readText(run, { video, place, language, share: [0.2, 1] })
  return textLines(texts, language).map((line) => `${line.start}-${line.end} ${textOf(line)}`)
}

test('lines that differ in a letter are two, and a line that stays is one', async () => {
  const lines = ['Born in 1949', 'Born in 1950', 'Wait for room 1', 'Wait for room 2', 'I saw her hat', 'I saw her hut']
  const expected = lines.map((text, at) => `${1000 + at * 1000}-${2000 + at * 1000} ${text}`)
  expect(await linesOf(clipOf(lines, 1), 'en')).toEqual(expected)
})

test('small letters of the scene are no line and cut none in two', async () => {
  const lines = [
    'Good evening to you',
    'How are you today',
    'Never mind the rain',
    'We should go home now',
    'All right then',
  ]
  const title = `Dialogue: 0,${clock(1.2)},${clock(1.8)},D,{\\fs11\\b1\\an5\\pos(320,300)}RECORDED AT THE STUDIO`
  const expected = lines.map((text, at) => `${1000 + at * 1000}-${2000 + at * 1000} ${text}`)
  expect(await linesOf(clipOf(lines, 1, [title]), 'en')).toEqual(expected)
})

test('a strip that was cut to its subtitles is read', async () => {
  const lines = ['Good evening to you', 'How are you today', 'Never mind the rain']
  const expected = lines.map((text, at) => `${1000 + at * 1000}-${2000 + at * 1000} ${text}`)
  expect(await linesOf(clipOf(lines, 1, [], ',crop=640:64:0:288'), 'en')).toEqual(expected)
})

const [real] = realFiles('cases/29-ocr-near-identical').filter(({ name }) => name.endsWith('near-identical-2.mp4'))

test.skipIf(!real)('near-identical lines of a clip from elsewhere (needs CUELANE_TEST_DATA)', async () => {
  const said = async (language: LanguageCode): Promise<string[]> =>
    (await linesOf(real?.path ?? '', language)).map((line) => line.replace(/^\S+ /, ''))
  expect(await said('en')).toEqual([
    ...['Born in 1949', 'Born in 1950', 'He is in the car', 'He is on the car', '我不去', '我要去', 'Three...'],
    ...['Two...', 'One...', 'Take 10 of them', 'Take 11 of them', 'Is it you', 'Is it you, Tom'],
  ])
  expect(await said('zh_cn')).toEqual(expect.arrayContaining(['我不去', '我要去']))
})
