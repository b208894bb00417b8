/**
 * Makes the sample project: five moving scenes with hard cuts, two synthetic speakers, burned-in subtitles, and the
 * subtitle file that says what is spoken when. Run it with `npm run sample`; the results are committed.
 */
import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { type Cue, makeCue } from '#core/subtitle/cue.ts'
import { defaultBurnStyle, writeBurnAss } from '#core/subtitle/burn.ts'
import { writeSrt } from '#core/subtitle/srt.ts'

const WIDTH = 640
const HEIGHT = 360
const RATE = 25
const DURATION_S = 40
const LEAD_MS = 800
const PAUSE_MS = 900

const out = join(import.meta.dirname, '../assets/sample')
const folder = mkdtempSync(join(tmpdir(), 'cuelane-sample-'))

/** Flite's voices: slt is a woman, rms a man. Plain words, so that small recognisers understand them. */
const script: [voice: 'slt' | 'rms', text: string][] = [
  ['slt', 'Good morning and welcome to the harbor.'],
  ['rms', 'The first boats leave before the sun comes up.'],
  ['slt', 'How long have you been working on the water?'],
  ['rms', 'My father taught me when I was seven years old.'],
  ['slt', 'What do people ask you about most often?'],
  ['rms', 'They want to know about the weather and the price of fish.'],
  ['slt', 'And what do you tell them every time?'],
  ['rms', 'The weather is free, but the fish is not.'],
  ['slt', 'Thank you for taking us along today.'],
  ['rms', 'Come back in the winter and bring a warm coat.'],
]

const scenes = [
  'gradients=s=640x360:r=25:c0=0x0b3d66:c1=0xf2a65a:x0=0:y0=0:x1=640:y1=360:nb_colors=2:speed=0.02:seed=7',
  'mandelbrot=s=640x360:r=25:start_scale=1.2:end_scale=0.2:end_pts=400:inner=black',
  'gradients=s=640x360:r=25:c0=0x0a7f6f:c1=0xe8f1f2:c2=0x134074:x0=0:y0=360:x1=640:y1=0:nb_colors=3:speed=0.03:seed=3',
  'sierpinski=s=640x360:r=25:seed=4:jump=40,gblur=3,hue=h=200',
  'gradients=s=640x360:r=25:c0=0x3a1c71:c1=0xffaf7b:c2=0xd76d77:x0=320:y0=0:x1=320:y1=360:nb_colors=3:speed=0.025:seed=11',
]

function ffmpeg(...args: string[]): void {
  execFileSync('ffmpeg', ['-hide_banner', '-nostdin', '-v', 'error', '-y', ...args], { cwd: folder, stdio: 'inherit' })
}

function durationMs(file: string): number {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]
  return Math.round(Number(execFileSync('ffprobe', args, { cwd: folder, encoding: 'utf8' })) * 1000)
}

function speak(): Cue[] {
  let at = LEAD_MS
  return script.map(([voice, text], index) => {
    const file = `line${index}.wav`
    writeFileSync(join(folder, 'line.txt'), text)
    ffmpeg('-f', 'lavfi', '-i', `flite=textfile=line.txt:voice=${voice}`, '-ar', '48000', file)
    const cue = makeCue(`s${index + 1}`, at, at + durationMs(file), text)
    at = cue.end + PAUSE_MS
    return cue
  })
}

function mixSpeech(cues: readonly Cue[]): void {
  const inputs = cues.flatMap((_, index) => ['-i', `line${index}.wav`])
  const delayed = cues.map((cue, index) => `[${index}:a]adelay=${cue.start}|${cue.start}[d${index}]`)
  const all = cues.map((_, index) => `[d${index}]`).join('')
  const mix = `${all}amix=inputs=${cues.length}:normalize=0,apad,atrim=0:${DURATION_S},volume=1.4[a]`
  ffmpeg(...inputs, '-filter_complex', [...delayed, mix].join(';'), '-map', '[a]', '-ac', '1', 'speech.wav')
}

function renderScenes(): void {
  const length = DURATION_S / scenes.length
  const inputs = scenes.flatMap((scene) => ['-f', 'lavfi', '-t', String(length), '-i', scene])
  const joined = scenes.map((_, index) => `[${index}:v]setsar=1,format=yuv420p[v${index}]`)
  const list = scenes.map((_, index) => `[v${index}]`).join('')
  const graph = [...joined, `${list}concat=n=${scenes.length}:v=1:a=0[v]`].join(';')
  ffmpeg(
    ...inputs,
    '-filter_complex',
    graph,
    '-map',
    '[v]',
    '-r',
    String(RATE),
    '-c:v',
    'libx264',
    '-crf',
    '12',
    'scenes.mp4',
  )
}

const cues = speak()
mixSpeech(cues)
renderScenes()
writeFileSync(join(folder, 'cues.ass'), writeBurnAss(cues, { ...defaultBurnStyle(WIDTH, HEIGHT), fontSize: 22 }))
ffmpeg(
  ...['-i', 'scenes.mp4', '-i', 'speech.wav', '-map', '0:v', '-map', '1:a', '-vf', 'subtitles=filename=cues.ass'],
  ...['-c:v', 'libx264', '-preset', 'slow', '-crf', '27', '-maxrate', '520k', '-bufsize', '1M', '-pix_fmt', 'yuv420p'],
  ...[
    '-g',
    '100',
    '-c:a',
    'aac',
    '-b:a',
    '80k',
    '-t',
    String(DURATION_S),
    '-movflags',
    '+faststart',
    join(out, 'harbour.mp4'),
  ],
)
ffmpeg('-ss', '2', '-i', join(out, 'harbour.mp4'), '-frames:v', '1', '-q:v', '4', join(out, 'harbour.jpg'))
writeFileSync(join(out, 'harbour.en.srt'), writeSrt(cues))
rmSync(folder, { recursive: true })
