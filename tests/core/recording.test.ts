import fc from 'fast-check'
import { expect, test } from 'vitest'
import { readWav, wavOfFloats } from '#core/media/wav.ts'
import { bandWords, cutPassage, isClipped, lineRecording, type Recording, speechIn } from '#core/speech/recording.ts'

const rate = 8000

/** Sound by parts of milliseconds: `.` is silence, `n` noise, `v` a voice, `V` one that is too loud. */
function sound(notation: string): Recording {
  const samples: number[] = []
  const levels: Readonly<Record<string, number>> = { '.': 0, n: 0.002, v: 0.3, V: 1.5 }
  for (const [, kind = '', ms = ''] of notation.matchAll(/([.nvV])(\d+)/g)) {
    for (let left = (Number(ms) * rate) / 1000; left > 0; left--) {
      const at = samples.length
      // Two tones and a slow swell, so that the level moves as that of speech.
      const swell = kind === 'v' ? 0.6 + 0.4 * Math.sin(at / 170) : 1
      const tone = Math.sin(at * 0.21) + 0.3 * Math.sin(at * 0.83)
      samples.push(Math.max(-1, Math.min(1, (levels[kind] ?? 0) * swell * tone)))
    }
  }
  return { samples: Float32Array.from(samples), rate }
}
const shift = (n: number, { samples }: Recording): Recording => ({
  samples: Float32Array.from([...new Float32Array(n), ...samples]),
  rate,
})
const found = (notation: string): string => {
  const line = lineRecording(sound(notation))
  if (line.kind === 'empty') return 'empty'
  const { samples } = line.recording
  return `${Math.round(line.onsetMs / 10) * 10} ${Math.round(samples.length / rate / 0.1) / 10}${line.isClipped ? ' clipped' : ''}`
}

test.each([
  ['n500 v800 n700', '500 0.9'],
  ['.500 v800 .700', '500 0.9'],
  ['n300 v400 n400 v500 n300', '300 1.4'],
  ['n400 V600 n400', '400 0.7 clipped'],
  ['.900', 'empty'],
  ['n2000', 'empty'],
  ['n500 v20 n500', 'empty'],
  ['n300 v20 n300 v500 n200', '620 0.6'],
])('%s is a take with onset, seconds and fault %s', (notation, expected) => {
  expect(found(notation)).toBe(expected)
})

const random = fc.array(fc.tuple(fc.constantFrom('.', 'n', 'v', 'V'), fc.integer({ min: 5, max: 400 })), {
  minLength: 1,
  maxLength: 8,
})
const notationOf = (parts: readonly (readonly [string, number])[]): string => parts.map(([a, b]) => a + b).join(' ')

test('silence before a sound moves its onset and nothing else', () => {
  fc.assert(
    fc.property(random, fc.integer({ min: 0, max: 3000 }), (parts, n) => {
      const before = sound(notationOf(parts))
      const moved = speechIn(shift(n, before))
      expect(moved).toEqual(speechIn(before).map(({ from, to }) => ({ from: from + n, to: to + n })))
    }),
  )
})

test('the gate raises no sample, and a take is no longer than its recording', () => {
  fc.assert(
    fc.property(random, (parts) => {
      const recording = sound(notationOf(parts))
      const line = lineRecording(recording)
      if (line.kind === 'empty') return
      const { samples } = line.recording
      expect(samples.length).toBeLessThanOrEqual(recording.samples.length)
      const from = Math.max(0, Math.round((line.onsetMs * rate) / 1000) - Math.round((15 * rate) / 1000))
      const raised = samples.findIndex((sample, at) => Math.abs(sample) > Math.abs(recording.samples[from + at] ?? 0))
      expect(raised).toBe(-1)
    }),
  )
})

test('arbitrary samples are read without fault', () => {
  fc.assert(
    fc.property(fc.float32Array({ noNaN: true, min: -1, max: 1, maxLength: 4000 }), (samples) => {
      const line = lineRecording({ samples, rate })
      if (line.kind === 'take') expect(line.recording.samples.length).toBeLessThanOrEqual(samples.length)
      for (const { from, to } of speechIn({ samples, rate }))
        expect(from >= 0 && from < to && to <= samples.length).toBe(true)
    }),
  )
})

test('a passage is cut in its pauses, one part for each line, and loses no sample', () => {
  const recording = sound('v900 n200 v1500 n100 v600')
  const lines = [
    { start: 10_000, end: 11_000 },
    { start: 11_200, end: 12_600 },
    { start: 12_700, end: 13_300 },
  ]
  const parts = cutPassage(recording, 10_000, lines)
  const lengths = parts.map(({ samples }) => (samples.length * 1000) / rate)
  expect(lengths[0]).toBeGreaterThan(899)
  expect(lengths[0]).toBeLessThan(1101)
  expect(lengths[0]! + lengths[1]!).toBeGreaterThan(2599)
  fc.assert(
    fc.property(
      random,
      fc.array(fc.tuple(fc.integer({ min: 0, max: 500 }), fc.integer({ min: 1, max: 900 })), { minLength: 1 }),
      (sounds, gaps) => {
        let at = 0
        const ranges = gaps.map(([gap, ms]) => ({ start: (at += gap), end: (at += ms) }))
        const whole = sound(notationOf(sounds))
        const cut = cutPassage(whole, 0, ranges)
        expect(cut).toHaveLength(ranges.length)
        expect(cut.flatMap(({ samples }) => [...samples])).toEqual([...whole.samples])
      },
    ),
    { numRuns: 40 },
  )
})

test('the band has each word once, from the start of the line to its end', () => {
  const words = bandWords('Hello  there,\nfriend', { start: 1000, end: 3000 })
  expect(words.map(({ text, start, end }) => `${text} ${Math.round(start)}-${Math.round(end)}`)).toEqual([
    'Hello 1000-1600',
    'there, 1600-2300',
    'friend 2300-3000',
  ])
  expect(bandWords('你好吗', { start: 0, end: 300 }).map(({ text }) => text)).toEqual(['你', '好', '吗'])
  expect(bandWords(' ', { start: 0, end: 300 })).toEqual([])
})

test('a file of floats is read as its samples', () => {
  const samples = Float32Array.from([0, 0.5, -0.5, 1, -1, 2])
  expect([...readWav(wavOfFloats(samples, rate))!.samples]).toEqual([0, 16_384, -16_383, 32_767, -32_767, 32_767])
  expect(isClipped(samples.subarray(3))).toBe(true)
})
