import { expect, inject, test } from 'vitest'
import { MIX_RATE, mixPlan } from '#core/media/mix.ts'
import { MixGraph } from '#src/editor/features/mix/mix-graph.ts'
import { MixSounds } from '#src/editor/features/mix/mix-sounds.ts'
import { mountMedia } from '#src/media/media.ts'
import { address, never } from '#tests/support/videos.ts'

const fixture = inject('media').mix

test('the preview is the rendered mix, with levels of speakers and of the background', async () => {
  const { durationMs, said, levels, voiceDb } = fixture
  const lines = fixture.lines.map((line) => ({ ...line, rate: 1, isSpoken: true, url: address(line.file) }))
  const plan = mixPlan(lines, { said, under: 'original' })
  expect(plan.missing).toBe(0)

  const media = mountMedia({ url: address(fixture.source) }, never)
  const bytesOf = async (url: string) => new Uint8Array(await (await fetch(url)).arrayBuffer())
  let ready = (): void => undefined
  const sounds = new MixSounds({
    take: bytesOf,
    under: (range, signal) => media.sound({ ...range, isStereo: true }, signal),
    onReady: (fault) => (fault ? expect.fail(String(fault)) : ready()),
  })
  const context = new OfflineAudioContext(2, (durationMs * MIX_RATE) / 1000, MIX_RATE)
  const graph = new MixGraph(context, sounds)
  graph.output.connect(context.destination)
  graph.setVoiceDb(voiceDb)
  graph.setLevels(levels, () => false)
  graph.start({ atS: 0, ms: 0, pace: 1 })
  do {
    const next = new Promise<void>((resolve) => (ready = resolve))
    if (graph.schedule(plan, 0, durationMs)) break
    await next
  } while (true)
  const made = await context.startRendering()

  const rendered = new Float32Array((await bytesOf(address(fixture.mix))).buffer)
  let off = 0
  let power = 0
  for (let at = 0; at < made.length; at++) {
    for (const channel of [0, 1]) {
      const wanted = rendered[2 * at + channel]!
      off += (made.getChannelData(channel)[at]! - wanted) ** 2
      power += wanted ** 2
    }
  }
  const differenceDb = 10 * Math.log10(off / power)
  expect(differenceDb).toBeLessThan(-50)
  media.close()
  sounds.close()
})
