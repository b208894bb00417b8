import { describe, expect, test } from 'vitest'
import dejavuUrl from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf?url'
import { audioOf, videoOf } from '#core/media/facts.ts'
import type { FontFile } from '#workers/media/exports.ts'
import {
  difference,
  faultOf,
  local,
  loudFrom,
  loudness,
  never,
  open,
  pixels,
  readPeaks,
  remote,
} from '#tests/support/videos.ts'

const quiet = (): void => undefined
const font = async (): Promise<FontFile> => ({
  name: 'DejaVu Sans',
  bytes: new Uint8Array(await (await fetch(dejavuUrl)).arrayBuffer()),
})

const ass = (text: string): string => `[Script Info]
ScriptType: v4.00+
PlayResX: 640
PlayResY: 360

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Default,DejaVu Sans,60,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,0,5,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.00,0:00:01.00,Default,,0,0,0,,${text}
`

describe('made of a video in the browser', () => {
  test.each(['mp3', 'm4a', 'wav'] as const)('its sound as %s', async (format) => {
    const media = await open(await local('cuts.mp4'))
    const shares: number[] = []
    const { blob } = await media.make({ kind: 'sound', format, start: 500, end: 6000 }, never, (share) =>
      shares.push(share),
    )
    const made = await open({ file: blob })
    expect(videoOf(made.facts)).toBeUndefined()
    expect(Math.abs(made.facts.durationMs - 5500)).toBeLessThan(120)
    const tones = loudFrom(await readPeaks(made))
    expect(tones).toHaveLength(2)
    expect(Math.abs(tones[0]! - 500)).toBeLessThan(60)
    expect(shares.every((share, at) => share >= (shares[at - 1] ?? 0) && share <= 1)).toBe(true)
  })

  test('a clip with subtitles burned in, readable by a player', async () => {
    const media = await open(await local('cuts.mp4'))
    const request = { kind: 'clip', fonts: [await font()], height: 360, start: 4500, end: 6500 } as const
    const [plain, written] = [
      await media.make({ ...request, ass: ass('') }, never, quiet),
      await media.make({ ...request, ass: ass('Hello') }, never, quiet),
    ]
    expect(written.missingGlyphs).toEqual([])
    const made = await open({ file: written.blob })
    expect(videoOf(made.facts)).toMatchObject({ width: 640, height: 360, codec: 'h264' })
    expect(audioOf(made.facts)).toBeDefined()
    expect(Math.abs(made.facts.durationMs - 2000)).toBeLessThan(100)
    const pictures = async (blob: Blob): Promise<ImageBitmap> => {
      const found: ImageBitmap[] = []
      await (
        await open({ file: blob })
      ).thumbnails({ times: [0], height: 360, level: 'video' }, never, ({ image }) => found.push(image))
      return found[0]!
    }
    const [without, withText] = [await pictures(plain.blob), await pictures(written.blob)]
    expect(difference(without, withText)).toBeGreaterThan(0.5)
    // Counts white letters with a black outline in the middle of the picture.
    const white = (image: ImageBitmap): number => {
      const data = pixels(image)
      let count = 0
      for (let y = 150; y < 210; y++)
        for (let x = 200; x < 440; x++)
          if (Math.min(...data.subarray((y * 640 + x) * 4, (y * 640 + x) * 4 + 3)) > 235) count++
      return count
    }
    expect(white(withText)).toBeGreaterThan(white(without) + 500)
    const video = document.createElement('video')
    video.src = URL.createObjectURL(written.blob)
    await new Promise((resolve, reject) => {
      video.onloadeddata = resolve
      video.onerror = () => reject(new Error(video.error?.message))
    })
    expect(video.videoWidth).toBe(640)
  })

  test('letters that no font has are reported', async () => {
    const media = await open(remote('cuts.mp4'))
    const request = { kind: 'clip', fonts: [await font()], height: 180, start: 0, end: 200 } as const
    const { missingGlyphs } = await media.make({ ...request, ass: ass('你好') }, never, quiet)
    expect(missingGlyphs).toContain('你')
  })

  test('a dub over the original, which steps back while it speaks', async () => {
    const media = await open(remote('cuts.mp4'))
    const { blob } = await media.make({ kind: 'mix', dub: await local('dub.wav'), start: 0, end: 12_000 }, never, quiet)
    const peaks = await readPeaks(await open({ file: blob }))
    // The tone of the original, then that of the dub.
    expect(loudness(peaks, 1100, 1400).max).toBeGreaterThan(5000)
    expect(loudness(peaks, 5100, 5900).rms).toBeGreaterThan(1500)
    expect(loudness(peaks, 2500, 3500).max).toBeLessThan(1500)
  })

  test('can be ended', async () => {
    const media = await open(remote('long.mp4'))
    const control = new AbortController()
    const made = media.make({ kind: 'sound', format: 'mp3', start: 0, end: 120_000 }, control.signal, () =>
      control.abort(),
    )
    expect((await faultOf(made)).fault).toBe('cancelled')
    expect((await media.detail(0, never)).length).toBeGreaterThan(0)
  })
})

test('a file of this computer has the hash that the server counts', async () => {
  const source = await local('cuts.mkv')
  const media = await open(source)
  const digest = new Uint8Array(await crypto.subtle.digest('SHA-256', await source.file.arrayBuffer()))
  expect(await media.hash(never, quiet)).toBe([...digest].map((byte) => byte.toString(16).padStart(2, '0')).join(''))
  expect((await faultOf((await open(remote('cuts.mkv'))).hash(never, quiet))).fault).toBe('unsupported')
})
