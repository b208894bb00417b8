/**
 * Makes the sample project: five shots of a harbour, two synthetic speakers, cues in two languages, and assets. `npm run
 * sample` takes a quarter of an hour; the results are committed.
 */
import { execFileSync, spawn } from 'node:child_process'
import { once } from 'node:events'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { timelineLimits } from '#core/domain/limits.ts'
import { BUCKET_VALUES, BucketReducer } from '#core/media/buckets.ts'
import { Peaks, PEAKS_PER_SECOND } from '#core/media/peaks.ts'
import { writePeaks } from '#core/media/peaks-file.ts'
import { keyFrameList, planStrip } from '#core/media/plans/thumbnails.ts'
import { planPeaks } from '#core/media/plans/peaks.ts'
import { planShotChanges } from '#core/media/plans/shot-changes.ts'
import { readScores } from '#core/media/shot-changes.ts'
import { STRIP_COLUMNS, thumbnailCount, thumbnailTimes, thumbnailWidth } from '#core/media/thumbnails.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { writeSrt } from '#core/subtitle/formats/srt/srt.ts'
import { type Clip, writeFrames } from './sample/frames.ts'
import { Picture } from './sample/picture.ts'
import { shots } from './sample/scenes.ts'

const clip: Clip = { width: 640, height: 360, rate: 25, seconds: 40 }
const durationMs = clip.seconds * 1000
/** The moment of the video's cover. */
const COVER_S = 4
const LEAD_MS = 800
const PAUSE_MS = 900

const out = join(import.meta.dirname, '../assets/sample')
const folder = mkdtempSync(join(tmpdir(), 'cuelane-sample-'))

/** Flite's voices: slt is a woman, rms a man. Plain words, so that small recognisers succeed. */
const script: [voice: 'slt' | 'rms', text: string, chinese: string][] = [
  ['slt', 'Good morning and welcome to the harbor.', '早上好，欢迎来到港口。'],
  ['rms', 'The first boats leave before the sun comes up.', '第一批船在日出前就出海了。'],
  ['slt', 'How long have you been working on the water?', '您在海上工作多久了？'],
  ['rms', 'My father taught me when I was seven years old.', '我七岁时父亲就开始教我。'],
  ['slt', 'What do people ask you about most often?', '人们最常问您什么？'],
  ['rms', 'They want to know about the weather and the price of fish.', '他们想知道天气和鱼的价格。'],
  ['slt', 'And what do you tell them every time?', '那您每次怎么回答？'],
  ['rms', 'The weather is free, but the fish is not.', '天气免费，鱼可不免费。'],
  ['slt', 'Thank you for taking us along today.', '谢谢您今天带我们出海。'],
  ['rms', 'Come back in the winter and bring a warm coat.', '冬天再来吧，记得带件暖和的外套。'],
]

const AUDIO_RATE = 48_000
const quiet = ['-hide_banner', '-nostdin', '-v', 'error', '-y']

function ffmpeg(...args: readonly string[]): void {
  execFileSync('ffmpeg', [...quiet, ...args], { cwd: folder, stdio: 'inherit' })
}

function lengthMs(file: string): number {
  const args = ['-v', 'error', '-show_entries', 'format=duration', '-of', 'csv=p=0', file]
  return Math.round(Number(execFileSync('ffprobe', args, { cwd: folder, encoding: 'utf8' })) * 1000)
}

function speak(): Cue[] {
  let at = LEAD_MS
  return script.map(([voice, text], index) => {
    const file = `line${index}.wav`
    writeFileSync(join(folder, 'line.txt'), text)
    ffmpeg('-f', 'lavfi', '-i', `flite=textfile=line.txt:voice=${voice}`, '-ar', `${AUDIO_RATE}`, file)
    const cue = makeCue(`s${index + 1}`, at, at + lengthMs(file), text)
    at = cue.end + PAUSE_MS
    return cue
  })
}

function mixSpeech(cues: readonly Cue[]): void {
  const inputs = cues.flatMap((_, index) => ['-i', `line${index}.wav`])
  const delayed = cues.map((cue, index) => `[${index}:a]adelay=${cue.start}|${cue.start}[d${index}]`)
  const all = cues.map((_, index) => `[d${index}]`).join('')
  const mix = `${all}amix=inputs=${cues.length}:normalize=0,apad,atrim=0:${clip.seconds},volume=1.4[a]`
  ffmpeg(...inputs, '-filter_complex', [...delayed, mix].join(';'), '-map', '[a]', '-ac', '1', 'speech.wav')
}

/** The drawn shots: hardly compressed, with close keyframes. */
async function renderShots(): Promise<void> {
  const { width, height, rate } = clip
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-r', `${rate}`, '-i', 'pipe:0']
  const coded = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '8', '-g', '12', '-pix_fmt', 'yuv420p', 'shots.mp4']
  const encoder = spawn('ffmpeg', ['-hide_banner', '-v', 'error', '-y', ...raw, ...coded], {
    cwd: folder,
    stdio: ['pipe', 'inherit', 'inherit'],
  })
  const ended = once(encoder, 'close')
  await writeFrames(clip, encoder.stdin)
  await ended
}

/** The editor's assets, in the server's file formats. */
function derive(video: string): void {
  const peaks = new Peaks(durationMs)
  let at = 0
  const reducer = new BucketReducer({ rate: AUDIO_RATE, perSecond: PEAKS_PER_SECOND }, (buckets) => {
    peaks.fill(at, buckets)
    at += buckets.length / BUCKET_VALUES
  })
  const sound = execFileSync('ffmpeg', [...quiet, ...planPeaks({ source: video, output: 'pipe:1' })], {
    maxBuffer: 2 ** 28,
  })
  reducer.write(new Int16Array(Uint8Array.from(sound).buffer))
  reducer.end()
  writeFileSync(join(out, 'harbour.peaks'), new Uint8Array(writePeaks(peaks)))
  const { maxThumbnails, thumbnailHeightPx: height } = timelineLimits
  const count = thumbnailCount(durationMs, maxThumbnails)
  writeFileSync(
    join(folder, 'list.ffconcat'),
    keyFrameList(join(folder, 'shots.mp4'), thumbnailTimes(durationMs, count)),
  )
  const width = thumbnailWidth(clip, height)
  const rows = Math.ceil(count / STRIP_COLUMNS)
  ffmpeg(...planStrip({ list: 'list.ffconcat', output: join(out, 'harbour.strip.jpg'), width, height, rows }))
  const scores = execFileSync('ffmpeg', [...quiet, ...planShotChanges({ source: video, output: '-' })], {
    encoding: 'utf8',
    maxBuffer: 2 ** 28,
  })
  writeFileSync(join(out, 'harbour.shots.json'), `${JSON.stringify(readScores(scores, 0))}\n`)
}

/** The cover again, large enough for half a window: shown beside the login. */
function drawStill(): void {
  const [width, height] = [1920, 1080]
  const [shot] = shots
  const share = COVER_S / (clip.seconds / shots.length)
  const bytes = new Picture(shot, share, COVER_S, width, height).draw()
  const raw = ['-f', 'rawvideo', '-pix_fmt', 'rgb24', '-s', `${width}x${height}`, '-i', 'pipe:0']
  const made = ['-frames:v', '1', '-q:v', '4', join(out, 'harbour-still.jpg')]
  execFileSync('ffmpeg', [...quiet, ...raw, ...made], { input: bytes })
}

const cues = speak()
mixSpeech(cues)
await renderShots()
const video = join(out, 'harbour.mp4')
ffmpeg(
  ...['-i', 'shots.mp4', '-i', 'speech.wav', '-map', '0:v', '-map', '1:a', '-c:v', 'libx264', '-preset', 'slow'],
  ...['-crf', '25', '-maxrate', '600k', '-bufsize', '1200k', '-pix_fmt', 'yuv420p', '-g', '100'],
  ...['-c:a', 'aac', '-b:a', '80k', '-t', `${clip.seconds}`, '-movflags', '+faststart', video],
)
ffmpeg('-ss', `${COVER_S}`, '-i', video, '-frames:v', '1', '-q:v', '3', join(out, 'harbour.jpg'))
drawStill()
writeFileSync(join(out, 'harbour.en.srt'), writeSrt(cues))
const chinese = cues.map((cue, index) => ({ ...cue, text: script[index]?.[2] ?? '' }))
writeFileSync(join(out, 'harbour.zh_cn.srt'), writeSrt(chinese))
derive(video)
rmSync(folder, { recursive: true })
