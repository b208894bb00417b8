import { expect, inject, test } from 'vitest'
import { MIX_RATE, type MixPlan, mixPlan } from '#core/media/mix.ts'
import { MixGraph } from '#src/editor/features/mix/mix-graph.ts'
import { MixSounds } from '#src/editor/features/mix/mix-sounds.ts'
import { mountMedia } from '#src/media/media.ts'
import { address, never } from '#tests/support/videos.ts'

const { durationMs, lines, said, levels, voiceDb, source, mix } = inject('media').mix

const bytesOf = async (url: string): Promise<Uint8Array<ArrayBuffer>> =>
  new Uint8Array(await (await fetch(url)).arrayBuffer())

/** The fixture's mix, with a line later by some milliseconds. */
function planOf(moved = '', byMs = 0): MixPlan {
  const placed = lines.map(({ file, start, end, ...line }) => {
    const by = line.id === moved ? byMs : 0
    return { ...line, start: start + by, end: end + by, rate: 1, isSpoken: true, url: address(file) }
  })
  return mixPlan(placed, { said, under: 'original' })
}

/** Renders the preview of some speakers; `undefined` is the background. `later` is the plan from one second on. */
async function rendered(heard: readonly (string | undefined)[], later?: MixPlan): Promise<AudioBuffer> {
  const media = mountMedia({ url: address(source) }, never)
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
  graph.setLevels(levels, (speaker) => !heard.includes(speaker))
  graph.start({ atS: 0, ms: 0, pace: 1 })
  const plan = planOf()
  expect(plan.missing).toBe(0)
  for (;;) {
    const next = new Promise<void>((resolve) => (ready = resolve))
    if (graph.schedule(plan, 0, durationMs)) break
    await next
  }
  if (later)
    void context.suspend(1).then(() => {
      graph.schedule(later, 1000, durationMs)
      return context.resume()
    })
  const made = await context.startRendering()
  media.close()
  sounds.close()
  return made
}

test('the preview is the rendered mix, with levels of speakers and of the background', async () => {
  const made = await rendered([undefined, 'a', 'b'])
  const wanted = new Float32Array((await bytesOf(address(mix))).buffer)
  let off = 0
  let power = 0
  for (const channel of [0, 1]) {
    for (const [at, value] of made.getChannelData(channel).entries()) {
      off += (value - wanted[2 * at + channel]!) ** 2
      power += wanted[2 * at + channel]! ** 2
    }
  }
  // Measured: -72 dB.
  expect(10 * Math.log10(off / power)).toBeLessThan(-50)
})

test('a line that is moved while the mix plays is heard at its new place, without a gap in the others', async () => {
  const later = planOf('three', 400)
  const [before, after] = [await rendered(['a', 'b']), await rendered(['a', 'b'], later)]
  const [was, is] = [before.getChannelData(0), after.getChannelData(0)]
  const until = 5600 * (MIX_RATE / 1000)
  expect(is.subarray(0, until)).toEqual(was.subarray(0, until))
  const moved = 400 * (MIX_RATE / 1000)
  const power = (sound: Float32Array) => sound.reduce((sum, value) => sum + value ** 2, 0)
  expect(power(is.subarray(until, until + moved / 2))).toBe(0)
  const difference = is.subarray(until + moved, -moved).map((value, at) => value - was[until + at]!)
  expect(power(difference) / power(was.subarray(until, -moved))).toBeLessThan(1e-3)
})
