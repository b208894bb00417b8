/**
 * `npm run faults`: kills every step of every kind of task once with kill -9, and makes every kind of engine fail in
 * every way. Exit code 1 if a task was lost, done twice or charged wrongly.
 */
import { spawn, spawnSync } from 'node:child_process'
import { chmodSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { type Fault, faults, type Order, type Outcome } from './order.ts'

const root = join(import.meta.dirname, '../..')
const dataDir = mkdtempSync(join(tmpdir(), 'cuelane-faults-'))
const video = join(dataDir, 'clip.mp4')
const sample = join(root, 'assets/sample/harbour.mp4')
const pair = { source_language: 'en', to_language: 'es' }
const SECONDS = 10
/** More deaths than any kind has steps. */
const MAX_DEATHS = 60

const english = { source_language: 'en' }
const kinds: readonly { type: string; name?: string; config: Record<string, unknown>; ports: readonly string[] }[] = [
  { type: 'video_ingest', config: {}, ports: [] },
  { type: 'video_extract', config: english, ports: ['asr', 'vad'] },
  { type: 'video_extract', name: 'text', config: { ...english, subtitle_extract_mode: 'text' }, ports: ['ocr'] },
  { type: 'video_extract', name: 'both', config: { ...english, subtitle_extract_mode: 'both' }, ports: [] },
  { type: 'subtitle_translate', config: pair, ports: ['translate'] },
  { type: 'video_translate', config: { ...pair, synthesis_type: 'soft' }, ports: [] },
  { type: 'video_dubbing_only', config: english, ports: ['tts'] },
  { type: 'video_dubbing', config: pair, ports: ['translate', 'tts'] },
  { type: 'video_erase', config: {}, ports: ['ocr'] },
  { type: 'video_synthesis', config: { synthesis_type: 'burn' }, ports: [] },
]

/** Fake programs in place of ffmpeg: only version and filters are queried. */
const broken = {
  'ends with a fault': 'exit 1',
  'is killed': 'kill -SEGV $$',
  'says nonsense':
    'for last; do :; done; case "$last" in /*) head -c 3000 /dev/urandom > "$last";; esac; head -c 3000 /dev/urandom; exit 0',
} as const

let wrong = 0

async function child(order: Order, env: Record<string, string> = {}): Promise<{ outcome?: Outcome; deaths: number }> {
  for (let deaths = 0; deaths <= MAX_DEATHS; deaths++) {
    const { output, signal } = await once(order, env)
    if (signal === 'SIGKILL') continue
    const line = output.trim().split('\n').at(-1) ?? ''
    return { deaths, ...(line.startsWith('{') && { outcome: JSON.parse(line) as Outcome }) }
  }
  return { deaths: MAX_DEATHS }
}

function once(order: Order, env: Record<string, string>): Promise<{ output: string; signal: string | null }> {
  return new Promise((resolve) => {
    const program = spawn(process.execPath, ['bench/faults/child.ts', JSON.stringify(order)], {
      cwd: root,
      env: { ...process.env, ENGINE_ATTEMPTS: '1', ENGINE_LONGEST_SECONDS: '10', ...env },
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    let output = ''
    program.stdout.setEncoding('utf8').on('data', (text: string) => (output += text))
    program.on('close', (_, signal) => resolve({ output, signal }))
  })
}

function tell(
  kind: string,
  what: string,
  { outcome, deaths }: Awaited<ReturnType<typeof child>>,
  mustSucceed: boolean,
): void {
  const ending = { 1: 'succeeded', 2: 'failed' }[outcome?.state ?? 0] ?? 'lost'
  const credits = outcome?.credits.join(' + ') ?? ''
  const isFree = kind.startsWith('video_ingest')
  const paid = { succeeded: 'hold + settle', failed: 'hold + release', lost: 'nothing' }[ending]
  const isRight =
    outcome !== undefined &&
    ending !== 'lost' &&
    (!mustSucceed || ending === 'succeeded') &&
    outcome.twice === 0 &&
    (ending === 'succeeded' || outcome.message !== '') &&
    (isFree
      ? credits === ''
      : new RegExp(`^${paid?.replaceAll(' + ', '( \\+ hold)* \\+ ')}( \\+ \\w+)*$`).test(credits))
  if (!isRight) wrong++
  const done = outcome ? `${outcome.steps - outcome.interrupted} of ${outcome.steps} steps, ${outcome.twice} twice` : ''
  const flags = outcome?.flagged ? `${outcome.flagged} flagged; ` : ''
  const cells = [kind, what, `${deaths} kills`, ending, credits, done, flags + (outcome?.message ?? '')]
  process.stdout.write(`${isRight ? '' : 'WRONG '}| ${cells.join(' | ')} |\n`)
}

function cut(): void {
  // With lines in the picture, for tasks that read or erase them.
  const look = `subtitles=${join(root, 'assets/sample/harbour.en.srt')}:force_style='Fontsize=20'`
  const args = [
    ...['-v', 'error', '-nostdin', '-t', String(SECONDS), '-i', sample, '-vf', look, '-c:v', 'libx264'],
    ...['-preset', 'veryfast', '-pix_fmt', 'yuv420p', '-c:a', 'copy', '-movflags', '+faststart', video],
  ]
  const { status, stderr } = spawnSync('ffmpeg', args)
  if (status !== 0) throw new Error(stderr.toString())
}

async function killRuns(wanted: (type: string) => boolean, base: Pick<Order, 'dataDir' | 'video'>): Promise<void> {
  for (const { type, name = '', config } of kinds.filter((kind) => wanted(kind.type))) {
    const order = { ...base, type, config, kills: true, name: `${type} ${name} killed` }
    tell(`${type} ${name}`, 'each step killed once', await child(order), true)
  }
}

async function engineRuns(wanted: (type: string) => boolean, base: Pick<Order, 'dataDir' | 'video'>): Promise<void> {
  for (const { type, config, ports } of kinds.filter((kind) => wanted(kind.type))) {
    for (const port of ports) {
      for (const fault of faults) {
        const order = {
          ...base,
          type,
          config: fresh(config, fault),
          kills: false,
          name: `${type} ${port} ${fault}`,
          port,
          fault,
        }
        tell(type, `${port}: ${fault}`, await child(order), fault === 'busy')
      }
    }
  }
  const names = Object.keys(broken)
  for (const [name, text] of Object.entries(broken)) {
    const program = join(dataDir, `ffmpeg ${name}`)
    const passes = 'case "$*" in *-version*|*-filters*|*-encoders*) exec ffmpeg "$@";; esac'
    writeFileSync(program, `#!/bin/sh\n${passes}\n${text}\n`)
    chmodSync(program, 0o755)
    for (const type of ['video_ingest', 'video_synthesis'].filter(wanted)) {
      // In a distinct look: an existing burn would need no ffmpeg.
      const style = { ...usualBurnStyle, size: usualBurnStyle.size + 1 + names.indexOf(name) / 2 }
      const config = type === 'video_synthesis' ? { synthesis_type: 'burn', style } : {}
      const order = { ...base, type, config, kills: false, name: `${type} ${name}` }
      tell(type, `ffmpeg ${name}`, await child(order, { FFMPEG_PATH: program }), false)
    }
  }
}

/** An existing step would need no engine: each run has a distinct target if possible. */
function fresh(config: Record<string, unknown>, fault: Fault): Record<string, unknown> {
  return 'to_language' in config ? { ...config, to_language: ['it', 'fr'][faults.indexOf(fault) % 2] } : config
}

const only = process.argv.slice(2)
const wanted = (type: string): boolean => only.length === 0 || only.includes(type)
const base = { dataDir: join(dataDir, 'data'), video }
try {
  cut()
  await child({ ...base, type: 'prepare', config: {}, kills: false, name: 'prepare' })
  process.stdout.write(
    '| kind | what went wrong | kills | outcome | credits | steps | message |\n|---|---|---|---|---|---|---|\n',
  )
  // First, while no step has a result yet.
  await killRuns(wanted, base)
  await engineRuns(wanted, base)
} finally {
  rmSync(dataDir, { recursive: true, force: true })
}
process.exitCode = wrong > 0 ? 1 : 0
