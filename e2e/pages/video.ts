import { execFileSync } from 'node:child_process'
import { join } from 'node:path'

interface Facts {
  durationMs: number
  rate: number
  codecs: string[]
}

export function factsOf(path: string): Facts {
  const text = execFileSync('ffprobe', ['-v', 'error', '-show_streams', '-of', 'json', path], {
    encoding: 'utf8',
  })
  const { streams } = JSON.parse(text) as {
    streams: { codec_type: string; codec_name: string; avg_frame_rate: string; duration: string }[]
  }
  const video = streams.find((stream) => stream.codec_type === 'video')!
  const [num, den] = video.avg_frame_rate.split('/').map(Number)
  return {
    // Of the picture: headers of real files declare other lengths than their streams have.
    durationMs: Number(video.duration) * 1000,
    rate: num! / den!,
    codecs: streams.map((stream) => stream.codec_name),
  }
}

/** Text that tesseract reads in the upper or lower part of one frame: white letters with a dark outline. */
export function readFrame(path: string, ms: number, part: 'top' | 'bottom', folder: string): string {
  const picture = join(folder, `frame-${ms}-${part}.png`)
  const crop = part === 'top' ? 'crop=iw:ih*0.28:0:0' : 'crop=iw:ih*0.28:0:ih*0.72'
  const filter = `${crop},scale=iw*3:-1:flags=bicubic,format=gray,lutyuv=y='if(gt(val,185),0,255)'`
  execFileSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    '-ss',
    String(ms / 1000),
    '-i',
    path,
    '-frames:v',
    '1',
    '-vf',
    filter,
    picture,
  ])
  return execFileSync('tesseract', [picture, '-', '--psm', '6', '-l', 'eng'], {
    encoding: 'utf8',
    stdio: ['ignore', 'pipe', 'ignore'],
  })
}

/** The subtitle track of a video as SubRip. */
export function trackOf(path: string): string {
  return execFileSync('ffmpeg', ['-v', 'error', '-i', path, '-map', '0:s:0', '-f', 'srt', '-'], { encoding: 'utf8' })
}
