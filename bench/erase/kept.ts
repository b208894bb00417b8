/** Clips that an automatic erasure must leave unchanged: without text, or with scene text only. */
import { execFileSync } from 'node:child_process'
import { existsSync, mkdirSync } from 'node:fs'
import { join } from 'node:path'
import { type FoundTexts, maskedTexts } from '#core/media/erase/mask.ts'
import { translateMessage } from '#server/app/messages.ts'
import { goal } from '../goals.ts'
import { number, printTable } from '../table.ts'
import { CLIP_SECONDS, type ClipPlan, plainClips } from './plain-clips.ts'
import { sceneClips } from './scene-clips.ts'
import { drawSheet } from './sheet.ts'
import { eraseEngines, runErase } from './whole-run.ts'

interface Kept {
  readonly name: string
  /** Frames in which something would be erased. */
  readonly changed: number
  readonly erased: readonly string[]
  /** Texts that were found and stay. */
  readonly stay: number
  /** Of the task, in seconds. */
  readonly seconds: number
  readonly source: string
  /** The resulting video, or why there is none. */
  readonly result: { readonly path: string } | { readonly fault: string }
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
  goal('erase: longest task on a clip without text', longest, { most: 4 }, ' × the clip')
  drawSheet(plain, join(folder, 'sheet.png'))
}

/** Each clip through the whole task. */
async function measureAll(plans: readonly ClipPlan[], folder: string, kind: string): Promise<Kept[]> {
  const engines = await eraseEngines()
  const made: Kept[] = []
  for (const [at, plan] of plans.entries()) {
    const source = clipPath(folder, kind, at)
    makeClip(plan, source)
    const path = source.replace('.mp4', '-erased.mp4')
    const { fault, ms, results } = await runErase(engines, { source, output: path, type: 'basic' })
    const found = results[0] as FoundTexts
    const erased = maskedTexts(found)
    made.push({
      name: plan.name,
      changed: found.times.filter((_, frame) => erased.some(({ first, last }) => first <= frame && frame <= last))
        .length,
      erased: erased.map(({ reading }) => reading?.text ?? ''),
      stay: found.texts.length - erased.length,
      seconds: ms / 1000,
      source,
      result: fault === undefined ? { path } : { fault: translateMessage('en', fault) },
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
