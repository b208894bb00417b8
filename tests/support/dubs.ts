import { execFileSync } from 'node:child_process'
import { z } from 'zod'
import { LoudnessReader, planLoudness } from '#core/media/plans/dub.ts'
import { readWav } from '#core/media/wav.ts'
import { EngineError } from '#server/engines/engine-error.ts'
import { defineEngine } from '#server/engines/ports.ts'
import { fileTasks } from '#server/tasks/index.ts'
import { knownAdapters } from './engines.ts'
import { readyClip, signUp, startServer } from './server.ts'

/** A voice that hums for a text's length, is silent for `hush`, fails at `fail` and stops within `half`. */
const hummer = defineEngine({
  port: 'tts',
  name: 'hummer',
  settings: z.object({}),
  probe: async () => ({ serves: { languages: ['fi'], voices: [humming] }, detail: '' }),
  open: () => ({
    version: 'hummer-1',
    voices: [humming],
    async speak({ text }) {
      if (text.includes('fail')) throw new EngineError('content', 'hummer', 'not this text')
      const rate = 16_000
      const samples = new Int16Array(Math.round((text.length * rate) / 15))
      const loudness = (at: number): number => Math.min(9000, 3 * (samples.length - at))
      if (!text.includes('hush')) samples.forEach((_, at) => (samples[at] = loudness(at) * Math.sin(at / 16)))
      return { samples: text.includes('half') ? samples.subarray(0, samples.length >> 1) : samples, rate }
    },
  }),
})
const humming = {
  id: 'hummer/one',
  name: 'One',
  engine: 'hummer',
  languages: ['fi'],
  gender: 'male',
  age: 'youth',
  style: 'calm',
  sample: 'mm',
} as const

/** A server with a humming voice, a user, and that much of the sample to dub: over 30 seconds cost twice as much. */
export async function startDubs(seconds: number) {
  const server = await startServer({}, { adapters: [...knownAdapters, hummer], tasks: fileTasks })
  const token = await signUp(server)
  const place = await readyClip(server, token, seconds)
  const { deps } = server.services
  return {
    server,
    token,
    place,

    /** Adds a version of lines `[start, end, text]`. */
    addLines: async (language: 'es' | 'en' | 'fi' | 'de', lines: readonly (readonly [number, number, string])[]) => {
      const content = lines
        .map(([start, end, text], at) => `${at + 1}\n${stamp(start)} --> ${stamp(end)}\n${text}`)
        .join('\n\n')
      return (await server.ok('addVersion', { ...place, name: 'lines', language, content }, token)).file_id
    },

    fileOf: async (taskId: string): Promise<string> => {
      const tasks = deps.db.selectFrom('task').select('result_blob')
      const row = await tasks.where('id', '=', taskId).executeTakeFirstOrThrow()
      return deps.blobs.localPath(row.result_blob!, deps.workDir)
    },

    /** How often steps of a name really ran. */
    steps: async (step: string): Promise<number> => {
      return (await deps.db.selectFrom('step_run').select('key').where('step', '=', step).execute()).length
    },
  }
}
export type Dubs = Awaited<ReturnType<typeof startDubs>>

let keys = 0
export const key = (): string => `key-${++keys}-of-a-dub`

const stamp = (ms: number): string =>
  `00:00:${String(Math.floor(ms / 1000)).padStart(2, '0')},${String(ms % 1000).padStart(3, '0')}`

export const output = (program: string, ...args: string[]) =>
  execFileSync(program, args, { encoding: 'utf8', maxBuffer: 1e9 })
export const probe = (path: string, ...args: string[]) =>
  output('ffprobe', '-v', 'error', '-of', 'csv=p=0', ...args, path).trim()

/** A file's sound with one channel. */
export function soundOf(path: string) {
  const args = [
    '-v',
    'error',
    '-i',
    path,
    '-map',
    '0:a:0',
    '-ac',
    '1',
    '-ar',
    '16000',
    '-c:a',
    'pcm_s16le',
    '-f',
    'wav',
    '-',
  ]
  return readWav(execFileSync('ffmpeg', args, { maxBuffer: 1e9 }))!
}

export function loudness(path: string): number | undefined {
  const meter = new LoudnessReader()
  const { stderr } = spawnText('ffmpeg', ['-hide_banner', '-nostats', ...planLoudness(path)])
  for (const line of stderr.split('\n')) meter.take(line)
  return meter.lufs
}

function spawnText(program: string, args: readonly string[]) {
  return { stderr: output('sh', '-c', '"$0" "$@" 2>&1 >/dev/null', program, ...args) }
}

export const spanish = [
  [1000, 3200, 'Buenos días y bienvenidos al puerto.'],
  [3400, 6000, 'Hoy hablamos de los barcos que llegan por la mañana.'],
  [6200, 8000, '[música]'],
  [9000, 11_500, 'Cada uno trae pescado de muy lejos.'],
  [11_600, 13_000, 'Y después, bueno, vuelven a salir al mar abierto.'],
] as const
