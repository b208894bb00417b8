import { bar } from './bars.ts'
import type { Smoothness } from './driven.ts'
import type { PlainBench } from './pages/plain.tsx'
import type { PlainPage } from './plain-page.ts'
import { median, number, printTable } from './table.ts'

const REPEATS = 3
/** How smoothly a canvas shows one image per frame. */
export async function imageSmoothness({ page, driven }: PlainPage): Promise<Smoothness> {
  return driven.smoothness(() => page.evaluate(() => plainBench.images(120)))
}

const PREVIEW_FRAMES = 240

declare const plainBench: PlainBench

/** Main-thread cost of a page where libass draws each frame, and where it draws one image. */
export async function benchPreview({ page, driven }: PlainPage): Promise<void> {
  await page.evaluate(() => plainBench.openSubtitles())
  const [ours, image]: [number[], number[]] = [[], []]
  const ofOne = async (work: (count: number) => Promise<void>): Promise<number> =>
    (await driven.costOf(() => page.evaluate(work, PREVIEW_FRAMES))) / PREVIEW_FRAMES
  for (let repeat = 0; repeat <= REPEATS; repeat++) {
    image.push(await ofOne((count) => plainBench.images(count)))
    ours.push(await ofOne((count) => plainBench.subtitles(count)))
  }
  const costs = [median(ours.slice(1)), median(image.slice(1))] as const
  printTable(
    'Subtitles that move, drawn at each frame: main thread, milliseconds a frame',
    ['libass in its worker', 'one image drawn'],
    [costs.map(number)],
  )
  bar('libass preview, a frame (ms)', costs[0], 'one image drawn', costs[1], 1)
}
