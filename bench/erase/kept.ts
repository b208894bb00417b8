/** Clips that an automatic erasure has to leave as they are: without text, or with text in the scene alone. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { maskedTexts } from '#core/media/erase/mask.ts'
import { engineAdapters } from '#server/engines/index.ts'
import { findEngines } from '#server/engines/registry.ts'
import { findTexts } from '#server/tasks/video-erase/find.ts'
import { goal } from '../goals.ts'
import { number, printTable } from '../table.ts'
import { CLIP_SECONDS, type ClipPlan, plainClips } from './plain-clips.ts'
import { sceneClips } from './scene-clips.ts'

interface Kept {
  readonly name: string
  /** Frames in which something would be erased. */
  readonly changed: number
  readonly erased: readonly string[]
  /** Texts that were found and stay. */
  readonly stay: number
  /** Of looking for text, in seconds. */
  readonly seconds: number
}

export async function benchKept(folder: string, data: string): Promise<void> {
  mkdirSync(folder, { recursive: true })
  const plain = await measureAll(plainClips(data), folder, 'plain')
  const scene = await measureAll(sceneClips, folder, 'scene')
  const cells = ({ name, changed, erased, stay, seconds }: Kept): string[] => [
    ...[name, String(changed), String(stay), `${number(seconds)} s`],
    erased.join(', '),
  ]
  const head = ['clip', 'frames changed', 'texts that stay', 'time', 'erased']
  printTable(`Clips without text (${plain.length})`, head, plain.map(cells))
  printTable(`Clips with text in the scene (${scene.length})`, head, scene.map(cells))
  const sum = (all: readonly Kept[]): number => all.reduce((total, { changed }) => total + changed, 0)
  goal(`erase: frames changed of ${plain.length} clips without text`, sum(plain), { most: 0 })
  goal(`erase: frames changed of ${scene.length} clips with text in the scene`, sum(scene), { most: 0 })
  const longest = Math.max(...plain.map(({ seconds }) => seconds)) / CLIP_SECONDS
  goal('erase: longest look at a clip without text', longest, { most: 4 }, ' × the clip')
  drawSheet(folder, plain.length)
}

async function measureAll(plans: readonly ClipPlan[], folder: string, kind: string): Promise<Kept[]> {
  const engines = await findEngines(process.env, engineAdapters)
  const { signal } = new AbortController()
  const made: Kept[] = []
  for (const [at, plan] of plans.entries()) {
    const path = clipPath(folder, kind, at)
    makeClip(plan, path)
    const [width = 0, height = 0] = sizeOf(path)
    const begin = performance.now()
    const request = {
      path,
      videoIndex: 0,
      durationMs: CLIP_SECONDS * 1000,
      shown: { width, height },
      region: undefined,
    }
    // Finding needs nothing of a run but its engines and its signal.
    const run = { deps: { engines }, signal } as unknown as Parameters<typeof findTexts>[0]
    const found = await findTexts(run, { ...request, findsMarks: false, language: '', onProgress: () => undefined })
    const erased = maskedTexts(found)
    made.push({
      name: plan.name,
      changed: found.times.filter((_, frame) => erased.some(({ first, last }) => first <= frame && frame <= last))
        .length,
      erased: erased.map(({ reading }) => reading?.text ?? ''),
      stay: found.texts.length - erased.length,
      seconds: (performance.now() - begin) / 1000,
    })
  }
  return made
}

const clipPath = (folder: string, kind: string, at: number): string =>
  join(folder, `${kind}-${String(at).padStart(2, '0')}.mp4`)

function makeClip({ input, filters }: ClipPlan, path: string): void {
  if (existsSync(path)) return
  const encoder = ['-c:v', 'libx264', '-preset', 'veryfast', '-crf', '18']
  const format = `${filters},scale=640:-2,format=yuv420p`
  const args = ['-v', 'error', '-y', '-nostdin', ...input, '-t', String(CLIP_SECONDS), '-an', '-vf', format]
  execFileSync('ffmpeg', [...args, ...encoder, path])
}

function sizeOf(path: string): number[] {
  const args = ['-v', 'error', '-select_streams', 'v:0', '-show_entries', 'stream=width,height', '-of', 'csv=p=0', path]
  return execFileSync('ffprobe', args, { encoding: 'utf8' }).trim().split(',').map(Number)
}

/** One frame of each clip without text, in a sheet to look at. */
function drawSheet(folder: string, clips: number): void {
  const inputs = Array.from({ length: clips }, (_, at) => ['-ss', '1', '-i', clipPath(folder, 'plain', at)]).flat()
  const scaled = Array.from({ length: clips }, (_, at) => `[${at}:v]scale=240:136,setsar=1,trim=end_frame=1[s${at}]`)
  const joined = Array.from({ length: clips }, (_, at) => `[s${at}]`).join('')
  const graph = `${scaled.join(';')};${joined}concat=n=${clips},tile=8x${Math.ceil(clips / 8)}[sheet]`
  const args = ['-v', 'error', '-y', '-nostdin', ...inputs, '-filter_complex', graph, '-map', '[sheet]']
  execFileSync('ffmpeg', [...args, '-frames:v', '1', join(folder, 'sheet.png')])
}
