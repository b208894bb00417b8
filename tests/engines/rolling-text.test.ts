import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { bandFrames, planBand } from '#core/media/plans/picture-text.ts'
import { TextGate } from '#core/media/text-gate.ts'
import { strokeOf } from '#core/media/text-ink.ts'
import { RollFilter } from '#core/media/text-rolls.ts'
import { readFrames } from '#server/engines/frames.ts'

const [WIDTH, HEIGHT, RATE, SECONDS, LINE] = [640, 360, 25, 7, 24]
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-rolls-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** A clip of one line of SubStation text, with its tags, on a dark ground. */
function clipOf(text: string): string {
  const [script, clip] = [join(folder, 'text.ass'), join(folder, 'clip.mp4')]
  const lines = [
    ...['[Script Info]', `PlayResX: ${WIDTH}`, `PlayResY: ${HEIGHT}`, '', '[V4+ Styles]'],
    ...['Format: Name, Fontname, Fontsize, PrimaryColour, Outline, Shadow', 'Style: D,DejaVu Sans,24,&H00FFFFFF,0,0'],
    ...['', '[Events]', 'Format: Layer, Start, End, Style, Text', `Dialogue: 0,0:00:00.00,0:00:09.00,D,${text}`, ''],
  ]
  writeFileSync(script, lines.join('\n'))
  execFileSync('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-y', '-f', 'lavfi', '-i', `color=0x203060:s=${WIDTH}x${HEIGHT}:r=${RATE}`],
    ...['-t', String(SECONDS), '-vf', `ass=${script}`, '-c:v', 'libx264', '-preset', 'ultrafast', clip],
  ])
  return clip
}

/** What the gate makes of the lower part of a clip, in seconds. */
async function seenIn(clip: string): Promise<string[]> {
  const region = { x: 0.05, y: 0.8, width: 0.9, height: 0.18 }
  const band = bandFrames(region, { width: WIDTH, height: HEIGHT, rate: [RATE, 1] })
  const said: string[] = []
  const tell =
    (word: string) =>
    ({ first, end }: { readonly first: number; readonly end: number }) =>
      said.push(`${word} ${Math.round(first / RATE)}-${Math.round(end / RATE)}`)
  const filter = new RollFilter({ lineHeight: LINE, rate: RATE }, { stands: tell('stands'), rolls: tell('rolls') })
  const ink = { isLight: true, level: 150, stroke: strokeOf(LINE) }
  const gate = new TextGate({ ...band, ink, lineHeight: LINE }, (segment) => filter.take(segment))
  const range = { start: 0, end: SECONDS * 1000 }
  const run = { program: 'ffmpeg', signal: new AbortController().signal, durationMs: range.end }
  await readFrames(
    planBand({ source: clip, videoIndex: 0 }, { region, band, range }),
    band,
    (frame) => gate.push(frame),
    run,
  )
  gate.end()
  filter.end()
  return said
}

const news = 'Storm reaches the coast tonight, city council votes on the new bridge, prices of fish rise again'

test.each([
  ['a ticker', `{\\an1\\move(20,350,-340,350,0,7000)}${news}`, ['rolls 0-7']],
  ['a line that stands', '{\\an2\\pos(320,350)}Storm reaches the coast', ['stands 0-7']],
])('%s', async (_, text, expected) => {
  expect(await seenIn(clipOf(text))).toEqual(expected)
})
