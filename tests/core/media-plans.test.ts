import { readdirSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import type { VideoFacts } from '#core/media/facts.ts'
import { planBurn, planClip } from '#core/media/plans/burn.ts'
import { coverPlans } from '#core/media/plans/cover.ts'
import { damageArgs, DamageReader } from '#core/media/plans/damage.ts'
import { planDubMix } from '#core/media/plans/dub-mix.ts'
import { planDubbedVideo } from '#core/media/plans/dub.ts'
import { planEmbeddedSubtitle } from '#core/media/plans/embedded-subtitle.ts'
import { planParts, planPatch, planSamples } from '#core/media/plans/erase.ts'
import { assumedColours } from '#core/media/colours.ts'
import { canCopyToHls, planHls } from '#core/media/plans/hls.ts'
import { type Args, cutArgs, even } from '#core/media/plans/parts.ts'
import { planPeaks } from '#core/media/plans/peaks.ts'
import { planPictureAndSound } from '#core/media/plans/picture-and-sound.ts'
import { planBand, planTextSamples } from '#core/media/plans/picture-text.ts'
import { frameTimesArgs } from '#core/media/plans/probe.ts'
import { planProxy } from '#core/media/plans/proxy.ts'
import { planShotChanges } from '#core/media/plans/shot-changes.ts'
import { planSilence, SilenceReader } from '#core/media/plans/silence.ts'
import { planSlowDown } from '#core/media/plans/slow-down.ts'
import { breakLongLines, planSoftTrack, softTrackExtension } from '#core/media/plans/soft-track.ts'
import { planSound } from '#core/media/plans/sound.ts'
import { planAudioPiece, planSpeechAudio, planSpeechSamples } from '#core/media/plans/speech-audio.ts'
import {
  keyFrameList,
  keyFrameOf,
  planFrame,
  planKeyFrames,
  planListedPictures,
  planStrip,
} from '#core/media/plans/thumbnails.ts'

const files = { source: '/in.mp4', videoIndex: 0, output: '/out' }
const range = { start: 1500, end: 4000 }
const root = join(import.meta.dirname, '..', '..')
const video: VideoFacts = {
  kind: 'video',
  index: 0,
  codec: 'h264',
  language: '',
  title: '',
  isDefault: true,
  startMs: 0,
  durationMs: 10_000,
  codedWidth: 1920,
  codedHeight: 1080,
  width: 1920,
  height: 1080,
  rotation: 0,
  pixelAspect: [1, 1],
  rate: [25, 1],
  isVariableRate: false,
  isRateKnown: true,
  assumedColours: undefined,
}
/** The value behind an option; the place of the last one where an option comes twice. */
const after = (args: Args, option: string): string | undefined => args[args.lastIndexOf(option) + 1]

describe('a range', () => {
  test('is read from its start, which is left out at 0', () => {
    expect(cutArgs(range)).toEqual(['-ss', '1.500', '-t', '2.500'])
    expect(cutArgs({ start: 0, end: 4000 })).toEqual(['-t', '4.000'])
  })

  test('comes before the source where the file has an index, else behind it', () => {
    const [quick, slow] = [true, false].map((hasIndex) => planPeaks({ ...files, range, hasIndex }))
    expect(quick!.indexOf('-ss')).toBeLessThan(quick!.indexOf('-i'))
    expect(slow!.indexOf('-ss')).toBeGreaterThan(slow!.indexOf('-i'))
  })
})

test('sizes that a picture can have are even and at least 2', () => {
  expect([0, 1, 2.9, 359, 360, 361.2].map(even)).toEqual([2, 2, 2, 360, 360, 362])
})

describe('what browser and server both make', () => {
  test('differs in where it reads and writes alone', () => {
    const server = planShotChanges({ source: '/video.mp4', videoIndex: 0, output: '-' })
    const browser = planShotChanges({ source: '/source/video', videoIndex: 0, output: '/dev/cuelane' })
    const moved = browser.map((arg) =>
      arg.replace('/source/video', '/video.mp4').replace('file=/dev/cuelane', 'file=-'),
    )
    expect(moved).toEqual(server)
    expect(after(server, '-vf')).toBe('scale=320:-2:flags=fast_bilinear,scdet=threshold=100,metadata=print:file=-')
    expect(planPeaks({ source: '/a', output: '/b' })).toEqual(
      planPeaks({ source: '/a', output: '/b', hasIndex: false }),
    )
  })

  test('is planned nowhere else', () => {
    for (const folder of ['workers', 'server/tasks', 'server/jobs']) {
      const sources = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      for (const name of sources.filter((path) => path.endsWith('.ts'))) {
        expect(readFileSync(join(root, folder, name), 'utf8'), name).not.toMatch(/'-(?:i|vf|af|map|c:v|c:a)'/)
      }
    }
  })
})

describe('the video of a file', () => {
  const clip = { ...files, videoIndex: 3 }
  const streams = ['audio', 'other', 'audio', 'video'].map((kind) => ({ kind, codec: 'h264' }))
  const fourth = { ...video, index: 3 }
  const size = { width: 320, height: 180 }
  const box = { ...size, x: 0, y: 0 }
  const part = { parts: [box], start: { frame: 0 }, count: 2 } as const
  const colours = { space: '', primaries: '', transfer: '' }
  const band = { ...size, rate: 25 }
  const packets = { packets: '/p.adts', count: 9, rest: 7, language: 'eng' }
  const dubbed = { output: '/out.mp4', extension: 'mp4' } as const
  const slow = { spans: [], durationMs: 9, hasAudio: false, hasRubberband: false, chapters: undefined }
  const plans: Record<string, Args | readonly Args[]> = {
    burn: planBurn({ ...files, ass: 'a', fontsFolder: 'f', streams }),
    clip: planClip({ ...files, range, video: fourth, hasAudio: false, height: 90, ass: 'a', fontsFolder: 'f' }),
    cover: coverPlans({ ...clip, width: 320, durationMs: 9000 }),
    damage: damageArgs(3),
    dub: planDubbedVideo({ ...clip, subtitles: 'none' }, packets, dubbed),
    frame: planFrame({ ...files, ...size, video: fourth, atMs: 0 }),
    'frame times': frameTimesArgs(3),
    hls: planHls(clip),
    'listed pictures': planListedPictures({ ...files, ...size, video: fourth, count: 1 }),
    parts: planParts({ ...clip, ...part }),
    patch: planPatch({ ...clip, ...part, shift: 0, colours }),
    'picture and sound': planPictureAndSound({ picture: '/p', videoIndex: 3, sound: '/s', output: '/out.mp4' }),
    proxy: planProxy({ ...clip, ...size }),
    samples: planSamples({ ...clip, ...size, every: 1 }),
    'shot changes': planShotChanges(clip),
    'slow-down': planSlowDown({ ...clip, ...slow }),
    'soft track': planSoftTrack({ ...files, tracks: [], streams, extension: 'mkv' }),
    'text band': planBand(clip, { region: box, band, range }),
    'text samples': planTextSamples(clip, size, { everyMs: 40, keyFrames: true }),
  }

  test.each(Object.entries(plans))('is read by its index for %s', (_, plan) => {
    for (const args of Array.isArray(plan[0]) ? (plan as readonly Args[]) : [plan as Args])
      expect(args.join(' ')).toMatch(/(?:-map |\[)0:3\b|-select_streams 3 /)
  })

  test('is never the first one by name', () => {
    for (const folder of ['core/media/plans', 'server/engines', 'server/tasks', 'workers/media']) {
      const sources = readdirSync(join(root, folder), { recursive: true, encoding: 'utf8' })
      for (const name of sources.filter((path) => path.endsWith('.ts')))
        expect(readFileSync(join(root, folder, name), 'utf8'), name).not.toMatch(/\bv:0/i)
    }
  })
})

describe('thumbnails', () => {
  test('a list names each moment; quotes in a path do no harm', () => {
    expect(keyFrameList("/it's", [1500]).split('\n')).toEqual([
      'ffconcat version 1.0',
      String.raw`file '/it'\''s'`,
      'inpoint 1.500',
      'outpoint 1.520',
      '',
    ])
  })

  test('a line of showinfo names the key frame, other lines none', () => {
    const line = '[Parsed_showinfo_1 @ 0x1e] n:   3 pts:   7000 pts_time:7       duration: 1000 fmt:rgba'
    expect(keyFrameOf(line)).toBe(7)
    expect(keyFrameOf('frame= 3 time=00:00:07')).toBeUndefined()
  })

  test('are turned upright, and read as BT.709 where the file declares no colours', () => {
    const look = {
      ...files,
      video: { ...video, rotation: 90, assumedColours: 'smpte170m' as const },
      width: 40,
      height: 70,
    }
    expect(after(planKeyFrames(look), '-vf')).toBe(
      'scale=70:40:flags=fast_bilinear:in_color_matrix=bt709,transpose=1,showinfo=checksum=0',
    )
    expect(after(planListedPictures({ ...look, count: 3 }), '-frames:v')).toBe('3')
    const strip = planStrip({ list: '/l', output: '/s.jpg', width: 124, height: 70, rows: 12 })
    expect(after(strip, '-vf')).toMatch(/scale=124:70:flags=fast_bilinear,setsar=1,tile=10x12$/)
  })
})

describe('the copies for library and editor', () => {
  test('a cover is no wider than 640 and never wider than the video', () => {
    for (const plan of coverPlans({ ...files, width: 1920, durationMs: 60_000 }))
      expect(after(plan, '-vf')).toMatch(/^scale=640:-2(?:,|$)/)
    const small = coverPlans({ ...files, width: 321, durationMs: 60_000 })
    for (const plan of small) expect(after(plan, '-vf')).toMatch(/^scale=322:-2(?:,|$)/)
    expect(small.slice(0, 2).map((plan) => after(plan, '-ss'))).toEqual(['6.000', '0.000'])
    expect(small[2]).not.toContain('-ss')
  })

  test('a proxy fits into 640 by 640 and is never larger than the video', () => {
    const size = (width: number, height: number) => after(planProxy({ ...files, width, height }), '-vf')
    expect([size(1920, 1080), size(1080, 1920), size(320, 240)]).toEqual([
      'scale=640:360,setsar=1',
      'scale=360:640,setsar=1',
      'scale=320:240,setsar=1',
    ])
  })

  test('copies of a video without declared colours declare those that players assume of its size', () => {
    expect([360, 480, 719, 720, 1080].map(assumedColours)).toEqual([
      'smpte170m',
      'smpte170m',
      'smpte170m',
      'bt709',
      'bt709',
    ])
    const hd = { ...files, videoIndex: 0, width: 1920, height: 1080, assumedColours: assumedColours(1080) }
    expect(after(planProxy(hd), '-vf')).toBe(
      'scale=640:360,setsar=1,setparams=colorspace=bt709:color_primaries=bt709:color_trc=bt709',
    )
    const sd = { ...files, videoIndex: 0, assumedColours: assumedColours(360) }
    expect(after(planHls(sd), '-bsf:v')).toBe(
      'h264_metadata=colour_primaries=6:transfer_characteristics=6:matrix_coefficients=6',
    )
    expect(planHls({ ...files, videoIndex: 0 })).not.toContain('-bsf:v')
  })

  test('streams go into HLS as they are only where players know them and the container keeps times', () => {
    const h264 = { kind: 'video', codec: 'h264' }
    const aac = { kind: 'audio', codec: 'aac' }
    expect(canCopyToHls({ format: 'mov,mp4,m4a', streams: [h264, aac] })).toBe(true)
    expect(canCopyToHls({ format: 'mov,mp4,m4a', streams: [h264] })).toBe(true)
    expect(canCopyToHls({ format: 'avi', streams: [h264, aac] })).toBe(false)
    expect(canCopyToHls({ format: 'matroska,webm', streams: [h264, { kind: 'audio', codec: 'opus' }] })).toBe(false)
    const plan = planHls({ source: '/a', videoIndex: 0, output: '/hls/index.m3u8' })
    expect(after(plan, '-hls_segment_filename')).toBe('/hls/part%04d.ts')
  })
})

describe('results', () => {
  const streams = [
    { kind: 'video', codec: 'h264' },
    { kind: 'audio', codec: 'aac' },
  ]
  const odd = [...streams, { kind: 'audio', codec: 'pcm_s16le' }]

  const burn = { ass: 'cues.ass', fontsFolder: 'fonts' }
  test('burning keeps the sound where MP4 holds it, and encodes it elsewhere', () => {
    expect(after(planBurn({ ...files, ...burn, streams }), '-c:a')).toBe('copy')
    expect(after(planBurn({ ...files, ...burn, streams: odd }), '-c:a')).toBe('aac')
    expect(after(planBurn({ ...files, ...burn, streams }), '-vf')).toMatch(
      /^crop=.*,setsar=1,ass=filename=cues.ass:fontsdir=fonts$/,
    )
  })

  test('the source’s own subtitle tracks stay where the container holds them', () => {
    const tracks = ['subrip', 'hdmv_pgs_subtitle', 'mov_text', 'eia_608'].map((codec) => ({ kind: 'subtitle', codec }))
    const own = [...streams, ...tracks]
    const maps = (args: readonly string[]) => args.filter((_, at) => args[at - 1] === '-map').slice(2)
    expect(maps(planBurn({ ...files, ...burn, streams: own }))).toEqual(['0:2', '0:4'])
    const soft = (extension: 'mp4' | 'mkv') =>
      planSoftTrack({ ...files, tracks: [{ path: '/s.srt', language: 'deu' }], streams: own, extension })
    expect(maps(soft('mp4'))).toEqual(['1:s:0', '0:2', '0:4'])
    expect(maps(soft('mkv'))).toEqual(['1:s:0', '0:2', '0:3', '0:4'])
    expect([1, 2, 3].map((at) => after(soft('mkv'), `-c:s:${at}`))).toEqual(['copy', 'copy', 'srt'])
    expect(softTrackExtension(own)).toBe('mkv')
  })

  test('a clip is no higher than asked for, with even sides', () => {
    const clip = { ...files, range, video, hasAudio: false, ass: '/c.ass', fontsFolder: '/fonts' }
    expect(after(planClip({ ...clip, height: 361 }), '-vf')).toMatch(/^scale=644:362:.*,ass=filename=\/c\.ass:fontsdir/)
    expect(after(planClip({ ...clip, height: 4000 }), '-vf')).toMatch(/^scale=1920:1080:/)
    expect(planClip({ ...clip, height: 360 })).not.toContain('0:a:0')
  })

  test('a soft track goes into MP4, and into Matroska where MP4 can not hold a stream', () => {
    const plan = (extension: 'mp4' | 'mkv') =>
      planSoftTrack({ ...files, tracks: [{ path: '/s.srt', language: 'deu' }], streams, extension })
    expect([softTrackExtension(streams), softTrackExtension(odd)]).toEqual(['mp4', 'mkv'])
    expect([softTrackExtension(streams, ['short', 'x'.repeat(65_001)])]).toEqual(['mkv'])
    expect(
      breakLongLines(`a\n${'é'.repeat(9000)}`)
        .split('\n')
        .map(({ length }) => length),
    ).toEqual([1, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000, 1000])
    expect([after(plan('mp4'), '-c:s'), after(plan('mkv'), '-c:s')]).toEqual(['mov_text', 'srt'])
    expect(after(plan('mkv'), '-metadata:s:s:0')).toBe('language=deu')
  })

  test('SubStation tracks keep their styles, others become SubRip', () => {
    const plan = (codec: string) => planEmbeddedSubtitle({ ...files, index: 2, codec, keepsTimes: true })
    expect([after(plan('ass'), '-f'), after(plan('mov_text'), '-f')]).toEqual(['ass', 'srt'])
    expect([after(plan('ass'), '-map'), plan('ass')[0]]).toEqual(['0:2', '-copyts'])
  })

  test('a dub is mixed over the video’s sound, and stands alone where there is none', () => {
    const graph = (hasOriginal: boolean) =>
      after(planDubMix({ ...files, dub: '/dub.wav', range, hasOriginal }), '-filter_complex')
    expect(graph(true)).toContain('[0:a:0]aresample=48000:async=1:first_pts=0,')
    expect(graph(true)).toContain('sidechaincompress')
    expect(graph(false)).toBe('[1:a:0]aresample=48000,aformat=channel_layouts=stereo[m]')
  })
})

describe('sound', () => {
  test('for recognition is 16 kHz mono; a piece of it is cut without loss', () => {
    const plan = planSpeechAudio({ ...files, track: 0 })
    expect([after(plan, '-ar'), after(plan, '-ac'), after(plan, '-c:a')]).toEqual(['16000', '1', 'pcm_s16le'])
    expect(after(plan, '-map')).toBe('0:a:0')
    const right = planSpeechAudio({ ...files, track: 2, channel: 1 })
    expect([after(right, '-map'), after(right, '-af')]).toEqual(['0:a:2', expect.stringMatching(/,pan=mono\|c0=c1$/)])
    expect(planAudioPiece({ ...files, range }).slice(0, 4)).toEqual(['-ss', '1.500', '-t', '2.500'])
    const bare = planSpeechSamples({ ...files, range })
    expect([after(bare, '-ss'), after(bare, '-ar'), after(bare, '-ac'), after(bare, '-f')]).toEqual([
      ...['1.500', '16000', '1', 's16le'],
    ])
    expect(after(planSound({ ...files, range, format: 'mp3' }), '-f')).toBe('mp3')
  })

  test('silences are read from what the filter prints, one that does not end is left out', () => {
    expect(planSilence('/a.wav')).toContain('silencedetect=noise=-35dB:d=0.3')
    const reader = new SilenceReader()
    for (const line of ['silence_start: -0.01', 'x silence_end: 1.5 | silence_duration: 1.5', 'silence_start: 9']) {
      reader.take(line)
    }
    expect(reader.silences).toEqual([{ start: 0, end: 1500 }])
  })
})

describe('damage', () => {
  /** `k`, `p`: a key picture and another one, 40 ms apart; in capitals the decoder complained; `.` is missing. */
  const damageOf = (pictures: string, startMs = 0) => {
    const reader = new DamageReader({ startMs, durationMs: pictures.length * 40, rate: [25, 1] })
    for (const [at, kind] of [...pictures].entries()) {
      if (kind === '.') continue
      const time = `pts_time=${((at * 40 + startMs) / 1000).toFixed(6)}`
      const complaint = kind < 'a' ? ['[LOG]', 'message=[h264 @ 0x1] error while decoding', '[/LOG]'] : []
      const lines = ['[FRAME]', `key_frame=${/k/i.test(kind) ? 1 : 0}`, time, ...complaint, '[/FRAME]']
      for (const line of lines) reader.take(line)
    }
    return reader.end().map(({ start, end }) => [start, end])
  }
  const good = 'kppppppppppppp'

  test.each([
    ['none', good + good, []],
    ['up to the next key picture', `kpppPpppppp${good}`, [[160, 440]]],
    ['a key picture that is whole after missing ones', `kppp${'.'.repeat(20)}K${good}`, [[160, 960]]],
    ['a broken key picture', `${good}Kppp${good}`, [[560, 720]]],
    ['at the start, without a word', `${'.'.repeat(20)}${good}`, [[0, 800]]],
    ['to the end', `${good}Pppp`, [[560, 720]]],
    ['near places are one', `kpPpk${'p'.repeat(10)}Pk`, [[80, 640]]],
    [
      'far places are two',
      `kpPpk${'p'.repeat(30)}Pk`,
      [
        [80, 160],
        [1400, 1440],
      ],
    ],
    ['a few missing pictures', `kppp....${good}`, []],
  ])('%s', (_, pictures, expected) => {
    expect(damageOf(pictures)).toEqual(expected)
    expect(damageOf(pictures, 1480)).toEqual(expected)
  })
})
