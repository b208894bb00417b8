import { describe, expect, test } from 'vitest'
import { audioOf, leadMs, type MediaFacts, videoOf } from '#core/media/facts.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { faultOf, fixtures, local, never, open, remote } from '#tests/support/videos.ts'

describe('facts', () => {
  test.each([
    ['cuts.mp4', { width: 640, height: 360, rate: [25, 1], isVariableRate: false, rotation: 0 }],
    ['turned.mp4', { width: 360, height: 640, codedWidth: 640, rotation: 270 }],
    ['wide.mp4', { width: 512, height: 288, codedWidth: 352, pixelAspect: [16, 11] }],
    ['ntsc.mp4', { rate: [24_000, 1001], isVariableRate: false }],
    ['variable.mp4', { isVariableRate: true }],
    ['cuts.avi', { codec: 'mpeg4', rate: [25, 1] }],
    ['cuts.webm', { codec: 'vp9', rate: [25, 1] }],
    ['cuts.flv', { codec: 'h264' }],
    ['cuts.ts', { codec: 'h264', rate: [25, 1] }],
    ['cuts.mkv', { codec: 'h264' }],
    ['hevc.mp4', { codec: 'hevc' }],
    ['av1.mp4', { codec: 'av1', width: 640 }],
  ])('%s', async (name, wanted) => {
    const { facts } = await open(remote(name))
    expect(videoOf(facts)).toMatchObject(wanted)
    expect(facts.durationMs).toBeGreaterThan(3900)
  })

  test('of what a browser recorded are measured: its length and its rate stand nowhere', async () => {
    const { facts } = await open(remote('recorded.webm'))
    expect(Math.abs(facts.durationMs - 5500)).toBeLessThan(60)
    const [num, den] = videoOf(facts)!.rate
    expect(Math.abs(num / den - 25)).toBeLessThan(0.5)
  })

  test('sound alone, pictures alone, a late start', async () => {
    const sound = (await open(remote('sound.m4a'))).facts
    expect([videoOf(sound), audioOf(sound)?.rate]).toEqual([undefined, 44_100])
    expect(audioOf((await open(remote('mute.mp4'))).facts)).toBeUndefined()
    // The sound starts a frame before the pictures, since its codec needs a first packet.
    expect(leadMs((await open(remote('late.mp4'))).facts)).toBe(476)
  })

  test('what is no video and what is damaged are different faults', async () => {
    for (const name of ['words.mp4', 'empty.mp4', 'truncated.mkv.missing']) {
      const { fault } = await faultOf(open(name.endsWith('missing') ? remote('nowhere.mp4') : await local(name)))
      expect(fault, name).toBe(name.endsWith('missing') ? 'source_lost' : 'unreadable')
    }
  })
})

/** Subtitle streams that have text. */
const textTracksOf = (facts: MediaFacts) =>
  facts.streams.filter((stream) => stream.kind === 'subtitle').filter(({ isText }) => isText)

describe('embedded subtitles', () => {
  test('become texts with their times', async () => {
    const media = await open(await local('texts.mkv'))
    const tracks = textTracksOf(media.facts)
    expect(tracks.map(({ codec, language }) => [codec, language])).toEqual([
      ['subrip', 'ger'],
      ['ass', 'chi'],
    ])
    for (const { index, codec } of tracks) {
      const text = await media.subtitle(index, never)
      const { cues } = readSubtitle(text, sequentialIds('c'), { format: codec === 'ass' ? 'ass' : 'srt' })
      expect(cues.map(({ start, end }) => [start, end])).toEqual([
        [1000, 2500],
        [4000, 5000],
      ])
      expect(cues[0]!.text).toContain('Grüße aus')
      expect(cues[1]!.text).toContain('你好')
    }
  })

  test('of MP4 too; sound is none', async () => {
    const media = await open(remote('texts.mp4'))
    const [track] = textTracksOf(media.facts)
    expect(await media.subtitle(track!.index, never)).toContain('Bremen')
    expect((await faultOf(media.subtitle(audioOf(media.facts)!.index, never))).fault).toBe('unsupported')
  })
})

describe.skipIf(fixtures.real.length === 0)('real files (CUELANE_TEST_DATA)', () => {
  test.each(fixtures.real.filter(({ facts }) => facts.streams.length > 0))('$name', async ({ name, facts: wanted }) => {
    const opened = open(remote(name))
    const isVideo = wanted.streams.some(
      ({ type }) => type === 'audio' || (type === 'video' && !/_pipe/.test(wanted.container)),
    )
    if (!isVideo) return expect((await faultOf(opened)).fault).toBe('unsupported')
    const { facts } = await opened
    expect(facts.container).toBe(wanted.container)
    expect(Math.abs(facts.durationMs - wanted.duration_s * 1000)).toBeLessThanOrEqual(60)
    expect(facts.streams.map(({ codec }) => codec)).toEqual(wanted.streams.map(({ codec }) => codec ?? ''))
    const picture = wanted.streams.find(({ type }) => type === 'video')
    if (picture) {
      const video = videoOf(facts)!
      expect([video.codedWidth, video.codedHeight]).toEqual([picture.w, picture.h])
      expect(video.rotation).toBe(((-(picture.rotation ?? 0) % 360) + 360) % 360)
      const [num, den] = picture.r!.split('/').map(Number)
      if (!video.isVariableRate && !picture.avg?.startsWith('0/'))
        expect(video.rate[0] / video.rate[1]).toBeCloseTo(num! / den!, 1)
    }
    const sound = wanted.streams.find(({ type }) => type === 'audio')
    if (sound) expect(audioOf(facts)).toMatchObject({ rate: Number(sound.hz), channels: sound.ch })
  })

  test.each(fixtures.real.filter(({ facts }) => facts.streams.length === 0))(
    '$name can not be read',
    async ({ name }) => {
      expect((await faultOf(open(remote(name)))).fault).toBe('unreadable')
    },
  )
})
