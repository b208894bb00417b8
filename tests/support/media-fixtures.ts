import { execFileSync } from 'node:child_process'
import {
  closeSync,
  existsSync,
  ftruncateSync,
  mkdirSync,
  mkdtempSync,
  openSync,
  readFileSync,
  renameSync,
  rmSync,
  writeFileSync,
  writeSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { recordedWebm } from './recorded-webm.ts'

/** Changes with the fixtures: then the folder is remade. */
const VERSION = '11'

/** Where the cuts of `cuts.mp4` are, in milliseconds: every shot is a whole number of its 40 ms frames. */
export const cutTimes = [2000, 4480, 7200, 9960]
/** Where the tones of the fixtures' sound begin, in milliseconds; each is half a second long. */
export const toneTimes = [1000, 4000, 8000]

/** Makes small videos of every kind that the media core has to read; returns their folder. */
export function makeMediaFixtures(root: string): string {
  const folder = join(root, '.cache', 'fixtures', `media-${VERSION}`)
  if (existsSync(folder)) return folder
  mkdirSync(dirname(folder), { recursive: true })
  // Renamed when complete: tests in two processes may need it at once.
  const making = mkdtempSync(`${folder}-`)
  makeInto(making)
  try {
    renameSync(making, folder)
  } catch (error) {
    if (!existsSync(folder)) throw error
    rmSync(making, { recursive: true })
  }
  return folder
}

function makeInto(folder: string): void {
  const make = (name: string, ...args: string[]): string => {
    const path = join(folder, name)
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args, path], { stdio: ['ignore', 'ignore', 'inherit'] })
    return path
  }
  const h264 = ['-c:v', 'libx264', '-preset', 'veryfast', '-g', '25', '-pix_fmt', 'yuv420p']
  const cuts = make('cuts.mp4', ...shots(), ...h264, '-c:a', 'aac', '-movflags', '+faststart')
  const copies = ['-i', cuts, '-c', 'copy']
  // Its sound is made again: joined copies have a little hole at each seam.
  const both = ['-map', '0:v', '-map', '1:a', '-c:v', 'copy', '-c:a', 'aac', '-movflags', '+faststart']
  make('long.mp4', '-stream_loop', '9', '-i', cuts, '-f', 'lavfi', '-i', tones(120), ...both)
  make('late.mp4', '-i', cuts, '-c', 'copy', '-output_ts_offset', '0.5', '-movflags', '+faststart')
  // Without sound that has to begin before 0, which Matroska can't hold: everything would be later by it.
  make('cuts.mkv', '-i', cuts, '-c:v', 'copy', '-c:a', 'flac')
  make('cuts.ts', ...copies)
  make('cuts.flv', ...copies)
  make('cuts.avi', '-i', cuts, '-c:v', 'mpeg4', '-q:v', '4', '-g', '25', '-c:a', 'libmp3lame')
  make('cuts.webm', '-i', cuts, '-c:v', 'libvpx-vp9', '-b:v', '400k', '-cpu-used', '8', '-g', '25', '-c:a', 'libopus')
  make(
    'av1.mp4',
    '-t',
    '4',
    '-i',
    cuts,
    '-c:v',
    'libaom-av1',
    '-cpu-used',
    '8',
    '-g',
    '25',
    '-b:v',
    '300k',
    '-c:a',
    'aac',
  )
  make(
    'hevc.mp4',
    '-t',
    '4',
    '-i',
    cuts,
    '-c:v',
    'libx265',
    '-preset',
    'ultrafast',
    '-x265-params',
    'log-level=error:keyint=25',
    '-an',
  )
  // Each frame carries its number as bars, the lowest bit to the left; only the first is a key frame.
  const bits = String.raw`geq=lum='16+219*mod(floor(N/pow(2\,floor(X/32)))\,2)':cb=128:cr=128`
  const numbers = ['-f', 'lavfi', '-i', 'color=black:s=320x180:r=25:d=12', '-vf', bits, '-pix_fmt', 'yuv420p']
  make('numbered.mp4', ...numbers, '-c:v', 'libx264', '-preset', 'veryfast', '-g', '300', '-movflags', '+faststart')
  make('numbered.avi', ...numbers, '-c:v', 'mpeg4', '-q:v', '3', '-g', '300')
  writeFileSync(join(folder, 'recorded.webm'), recordedWebm())
  make('mute.mp4', '-i', cuts, '-an', '-c', 'copy')
  make('sound.m4a', '-i', cuts, '-vn', '-c', 'copy')
  const twenty = ['-stream_loop', '99', '-i', join(folder, 'sound.m4a'), '-c', 'copy']
  make('twenty-minutes.m4a', ...twenty, '-movflags', '+faststart')
  make('sound.mp3', '-i', cuts, '-vn', '-c:a', 'libmp3lame')
  make('sound.flac', '-i', cuts, '-vn')
  make('turned.mp4', '-i', cuts, '-c', 'copy', '-metadata:s:v:0', 'rotate=90')
  make('wide.mp4', '-i', cuts, '-vf', 'scale=352:288,setsar=16/11', ...h264, '-c:a', 'copy')
  make('ntsc.mp4', '-i', cuts, '-vf', 'fps=24000/1001', ...h264, '-an')
  make('variable.mp4', '-i', cuts, '-vf', String.raw`select=not(mod(n\,5))+lt(t\,3)`, '-vsync', 'vfr', ...h264, '-an')
  const text = join(folder, 'lines.srt')
  writeFileSync(
    text,
    '1\n00:00:01,000 --> 00:00:02,500\nGrüße aus\n<i>Bremen</i>\n\n2\n00:00:04,000 --> 00:00:05,000\n你好\n',
  )
  const tracks = ['-i', cuts, '-i', text, '-map', '0', '-map', '1', '-map', '1', '-c', 'copy']
  make(
    'texts.mkv',
    ...tracks,
    '-c:a',
    'flac',
    '-c:s:0',
    'srt',
    '-c:s:1',
    'ass',
    '-metadata:s:s:0',
    'language=ger',
    '-metadata:s:s:1',
    'language=chi',
  )
  make('texts.mp4', '-i', cuts, '-i', text, '-map', '0', '-map', '1', '-c', 'copy', '-c:s', 'mov_text')
  make('dub.wav', '-f', 'lavfi', '-i', 'sine=f=1500:r=48000:d=2', '-af', 'adelay=5000:all=1,apad=whole_dur=12')
  writeFileSync(join(folder, 'truncated.mp4'), readFileSync(cuts).subarray(0, readFileSync(cuts).length * 0.55))
  writeFileSync(join(folder, 'empty.mp4'), '')
  writeFileSync(join(folder, 'words.mp4'), 'no video at all '.repeat(2000))
  writeHuge(make('plain.mp4', ...copies), join(folder, 'huge.mp4'))
}

/** Five different moving pictures one after another, with a tone now and then over faint noise. */
function shots(): string[] {
  const ends = [...cutTimes, 12_000]
  const pictures = ['testsrc2', 'mandelbrot', 'smptebars', 'testsrc', 'rgbtestsrc']
  const inputs = ends.flatMap((end, at) => {
    const seconds = (end - (ends[at - 1] ?? 0)) / 1000
    return ['-f', 'lavfi', '-t', String(seconds), '-i', `${pictures[at]}=s=640x360:r=25`]
  })
  const joined = ends.map((_, at) => `[${at}:v]format=yuv420p,setsar=1[v${at}]`).join(';')
  const all = `${joined};${ends.map((_, at) => `[v${at}]`).join('')}concat=n=${ends.length}[v]`
  return [...inputs, '-f', 'lavfi', '-i', tones(12), '-filter_complex', all, '-map', '[v]', '-map', `${ends.length}:a`]
}

/** Tones over faint noise, the same every twelve seconds. */
function tones(seconds: number): string {
  const beeps = toneTimes.map((ms) => `between(mod(t,12),${ms / 1000},${ms / 1000 + 0.5})`).join('+')
  return `aevalsrc=exprs='0.5*sin(2*PI*440*t)*(${beeps})+0.002*random(0)':s=44100:d=${seconds}`
}

const HOLE_BYTES = 10 * 1024 ** 3

/** A video of more than 10 GB, ten of them empty between pictures and index, as a sparse file. */
function writeHuge(from: string, to: string): void {
  const bytes = readFileSync(from)
  const index = boxStart(bytes, 'moov')
  // A box that players skip, with a length of eight bytes.
  const free = Buffer.alloc(16)
  free.writeUInt32BE(1, 0)
  free.write('free', 4, 'latin1')
  free.writeBigUInt64BE(BigInt(HOLE_BYTES), 8)
  const file = openSync(to, 'w')
  writeSync(file, Buffer.concat([bytes.subarray(0, index), free]))
  ftruncateSync(file, index + HOLE_BYTES)
  writeSync(file, bytes.subarray(index), 0, bytes.length - index, index + HOLE_BYTES)
  closeSync(file)
}

function boxStart(bytes: Buffer, name: string): number {
  let at = 0
  while (bytes.toString('latin1', at + 4, at + 8) !== name) at += bytes.readUInt32BE(at)
  return at
}
