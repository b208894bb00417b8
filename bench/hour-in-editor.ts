/** The measured editor: an hour of video, its cues, and the visible ones. */
import { spawnSync } from 'node:child_process'
import { existsSync, mkdirSync, renameSync } from 'node:fs'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { type EditorPage, LibraryPage, signIn } from '../e2e/pages/app.ts'
import type { Point } from './driven.ts'

const HOUR_MS = 3_600_000

export async function openHour(page: Page, url: string): Promise<void> {
  await signIn(page, url)
  await page.goto(`${url}/lab/library`)
  const library = new LibraryPage(page)
  await library.newFolder('Bench')
  await library.upload(hourOfVideo())
  await library.ready(900_000)
  await library.card.getByRole('link').first().click()
  await page.waitForURL('**/lab/pro/srt-edit**')
}

/** Kept for the next run. */
function hourOfVideo(): string {
  const folder = join(import.meta.dirname, '..', '.cache', 'bench')
  const path = join(folder, 'hour.mp4')
  if (existsSync(path)) return path
  mkdirSync(folder, { recursive: true })
  const made = join(folder, 'hour.part.mp4')
  const picture = ['-f', 'lavfi', '-i', 'testsrc2=size=256x144:rate=10']
  const sound = ['-f', 'lavfi', '-i', 'anoisesrc=color=pink:amplitude=0.3:sample_rate=16000']
  const coded = [
    '-c:v',
    'libx264',
    '-preset',
    'ultrafast',
    '-g',
    '20',
    '-pix_fmt',
    'yuv420p',
    '-c:a',
    'aac',
    '-b:a',
    '48k',
  ]
  const { status, stderr } = spawnSync('ffmpeg', [
    '-v',
    'error',
    '-y',
    ...picture,
    ...sound,
    '-t',
    '3600',
    ...coded,
    made,
  ])
  if (status !== 0) throw new Error(`ffmpeg: ${stderr.toString()}`)
  renameSync(made, path)
  return path
}

export function linesOf(count: number, durationMs = HOUR_MS): string {
  const slot = durationMs / count
  const time = (ms: number) => {
    const hours = Math.floor(ms / HOUR_MS)
    const rest = new Date(Math.round(ms % HOUR_MS)).toISOString().slice(14, 23).replace('.', ',')
    return `${String(hours).padStart(2, '0')}:${rest}`
  }
  return Array.from({ length: count }, (_, at) => {
    return `${at + 1}\n${time(at * slot)} --> ${time((at + 0.8) * slot)}\nLine ${at + 1} of the video\n`
  }).join('\n')
}

/** Milliseconds between cues: if an hour has no room for draggable cues, the video is longer. */
const slotOf = (count: number): number => Math.max(HOUR_MS / count, 300)

export async function openLocal(page: Page, url: string, count: number): Promise<void> {
  await page.goto(`${url}/lab/pro/srt-edit`)
  const buffer = Buffer.from(linesOf(count, count * slotOf(count)))
  await page.getByTestId('local-files').setInputFiles({ name: 'long.srt', mimeType: 'application/x-subrip', buffer })
  await page.getByRole('button', { name: 'Open', exact: true }).click()
  await page.locator('.row').first().waitFor()
  await page.waitForTimeout(2000)
}

/** Whether an hour's cues can be moved; else their neighbours stop them. */
export const hasRoom = (count: number): boolean => HOUR_MS / count >= 1000

const PANS = 40

/** The first end of a cue well inside the timeline; pans until there is one. */
export async function edgeInView(editor: EditorPage, count: number, after = 0): Promise<Point & { line: number }> {
  const { timeline, page } = editor
  const box = (await timeline.boundingBox())!
  for (let pan = 0; pan < PANS; pan++) {
    const view = await editor.drawnView()
    const [at, x] = await timeline.evaluate(
      (element, [slot, lines, least, { startMs, pxPerMs }]) => {
        const last = element.clientWidth - 60
        for (let index = least; index < lines; index++) {
          const end = (Math.round((index + 0.8) * slot) - startMs) * pxPerMs
          if (end > 60) return end < last ? [index, end] : []
        }
        return []
      },
      [slotOf(count), count, after, view] as const,
    )
    if (at !== undefined && x !== undefined) return { x: box.x + x - 2, y: box.y + box.height - 22, line: at + 1 }
    await page.mouse.move(box.x + box.width / 2, box.y + 60)
    await page.mouse.wheel(box.width / 2, 0)
    await page.waitForTimeout(300)
  }
  throw new Error('No line has an edge in view')
}
