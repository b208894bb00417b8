/** Diarisation error on mixes of synthetic voices with known truth. */
import { execFileSync } from 'node:child_process'
import { mkdtemp, rm, writeFile } from 'node:fs/promises'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { speakerError } from '#tests/support/speaker-errors.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { findEngines } from '#server/engines/registry.ts'
import { realData } from '#tests/support/real-files.ts'
import { makeMix, mixPlans } from '#tests/support/voice-mixes.ts'
import { writeWav } from '#tests/support/wav.ts'
import { goal } from './goals.ts'
import { number, printTable } from './table.ts'

/** Recordings whose only known truth is the number of voices. */
const recordings: readonly { readonly path: string; readonly voices: number }[] = [
  { path: 'audio/lucier-100s.mp3', voices: 1 },
  { path: 'audio/two-speakers-meeting.opus', voices: 2 },
  { path: 'audio/fr-podcast.mp3', voices: 1 },
  { path: 'video/free-voice-timecode-42s.mp4', voices: 1 },
]

const signal = AbortSignal.timeout(600_000)

export async function benchSpeakers(): Promise<void> {
  const engines = await findEngines(process.env, engineAdapters)
  const folder = await mkdtemp(join(tmpdir(), 'cuelane-bench-'))
  try {
    for (const { name, engine } of engines.inOrder('diarise', {})) {
      const rows: string[][] = []
      const errors: number[] = []
      for (const plan of mixPlans) {
        const { samples, truth } = await makeMix(engines, plan)
        const wav = join(folder, 'mix.wav')
        await writeFile(wav, writeWav({ samples, rate: 16_000 }))
        const begin = performance.now()
        const found = await engine.turns(wav, { signal })
        const speed = samples.length / 16 / (performance.now() - begin)
        const given = await engine.turns(wav, { speakers: plan.voices.length, signal })
        const count = new Set(found.turns.map(({ speaker }) => speaker)).size
        const error = 100 * speakerError(truth, found.turns)
        errors.push(error)
        const shares = [error, 100 * speakerError(truth, given.turns), 100 * (found.sure ?? 1)]
        rows.push([
          plan.name,
          `${count} of ${plan.voices.length}`,
          ...shares.map((share) => `${number(share)} %`),
          number(speed),
        ])
      }
      for (const { path, voices } of realData ? recordings : []) {
        const wav = join(folder, 'recording.wav')
        execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', join(realData ?? '', path), '-ac', '1', '-ar', '16000', wav])
        const { turns, sure = 1, maybe } = await engine.turns(wav, { signal })
        const found = String(new Set(turns.map(({ speaker }) => speaker)).size)
        const count = maybe === undefined ? found : `${found} or ${maybe}`
        rows.push([path, `${count} of ${voices}`, '', '', `${number(100 * sure)} %`, ''])
      }
      printTable(
        `Who speaks, by ${name}`,
        ['', 'speakers found', 'error', 'error, number given', 'sure', 'speed'],
        rows,
      )
      goal(`who speaks (${name}), error on the worst mix`, Math.max(...errors), { most: 20 }, ' %')
    }
  } finally {
    await rm(folder, { recursive: true })
  }
}
