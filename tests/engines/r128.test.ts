import { execFileSync, spawnSync } from 'node:child_process'
import { expect, test } from 'vitest'
import { LoudnessReader, planLoudness } from '#core/media/plans/dub.ts'
import { R128Meter, StepPowers } from '#core/media/r128.ts'

test('loudness is what ffmpeg measures, for noise, a tone and a pause in turn', () => {
  // Loud and quiet noise with a tone of three seconds each, and a pause.
  const level = '(0.3*lt(mod(t\\,9)\\,3)+0.02*between(mod(t\\,9)\\,3\\,6))'
  const tone = '0.1*between(mod(t\\,9)\\,1\\,4)*sin(2*PI*440*t)'
  const source = `aevalsrc=${level}*(random(0)-0.5)+${tone}|${level}*(random(1)-0.5):s=48000:d=30`
  const lavfi = ['-nostdin', '-f', 'lavfi', '-i', source]
  const reader = new LoudnessReader()
  const { stderr } = spawnSync('ffmpeg', [...lavfi, ...planLoudness('').slice(3)], { encoding: 'utf8' })
  for (const line of stderr.split('\n')) reader.take(line)
  const raw = execFileSync('ffmpeg', ['-v', 'error', ...lavfi, '-f', 'f32le', '-'], { maxBuffer: 1e8 })
  const all = new Float32Array(raw.buffer, raw.byteOffset, raw.length / 4)
  const [left, right] = [0, 1].map((channel) => all.filter((_, at) => at % 2 === channel))
  const meter = new R128Meter()
  for (const power of new StepPowers(48_000).take([left!, right!])) meter.add(power)
  expect(reader.lufs).toBeGreaterThan(-40)
  expect(Math.abs(meter.reading.integrated! - reader.lufs!)).toBeLessThanOrEqual(0.1)
})
