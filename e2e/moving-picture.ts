/**
 * `npm run moving-picture`: the editor at work, as an animated picture for the README, into docs/pictures. Each picture is
 * taken between two steps, so a slow machine makes the same one.
 */
import { execFileSync } from 'node:child_process'
import { mkdirSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { chromium, type Page } from 'playwright'
import { spawnServer } from '#tests/support/process.ts'
import { EditorPage, enterText, openEditor, rowText, signIn, videoIsReady } from './pages/app.ts'

const SIZE = { width: 1120, height: 640 }
const FRAMES_A_SECOND = 6
const QUALITY = '45'
const folder = join(import.meta.dirname, '..', 'docs', 'pictures')

class Reel {
  private readonly page: Page
  private readonly frames: string
  private count = 0

  constructor(page: Page, frames: string) {
    this.page = page
    this.frames = frames
  }

  /** Takes the page so many times: a still part. */
  async take(times = 1): Promise<void> {
    for (let time = 0; time < times; time++) {
      const name = `${String(this.count++).padStart(4, '0')}.png`
      await this.page.screenshot({ path: join(this.frames, name) })
    }
  }

  async point(x: number, y: number): Promise<void> {
    await this.page.mouse.move(x, y)
    await this.page.evaluate(
      ([left, top]) => {
        const known = document.querySelector<HTMLElement>('.pointer-shown')
        const pointer = known ?? document.body.appendChild(document.createElement('div'))
        pointer.className = 'pointer-shown'
        pointer.style.cssText = `position:fixed;z-index:9999;pointer-events:none;left:${left}px;top:${top}px;width:14px;height:20px;background:#fff;clip-path:polygon(0 0,0 80%,28% 60%,52% 100%,70% 92%,48% 54%,86% 54%);filter:drop-shadow(0 0 1px #000)`
      },
      [x, y] as const,
    )
  }

  /** Draws the pointer from one place to another, a picture for each step. */
  async draw(from: { x: number; y: number }, to: { x: number; y: number }, steps: number): Promise<void> {
    for (let step = 0; step <= steps; step++) {
      await this.point(from.x + ((to.x - from.x) * step) / steps, from.y + ((to.y - from.y) * step) / steps)
      await this.take()
    }
  }

  write(path: string): void {
    const input = ['-framerate', String(FRAMES_A_SECOND), '-i', join(this.frames, '%04d.png')]
    const output = ['-c:v', 'libwebp_anim', '-loop', '0', '-quality', QUALITY, '-preset', 'text']
    execFileSync('ffmpeg', ['-v', 'error', '-y', ...input, ...output, path])
  }
}

async function play(reel: Reel, editor: EditorPage): Promise<void> {
  await editor.timeline.focus()
  await editor.page.keyboard.press('Space')
  for (let picture = 0; picture < 12; picture++) {
    await editor.playsOn(1000 / FRAMES_A_SECOND)
    await reel.take()
  }
  await editor.page.keyboard.press('Space')
  await reel.take(2)
}

async function dragEdge(reel: Reel, editor: EditorPage): Promise<void> {
  const [edge, neighbour] = [await editor.at(3015), await editor.at(4600)]
  await reel.draw({ x: edge.x + 60, y: edge.y - 60 }, { x: edge.x - 3, y: edge.y }, 4)
  await editor.page.mouse.down()
  await reel.draw({ x: edge.x - 3, y: edge.y }, { x: neighbour.x, y: edge.y }, 9)
  await editor.page.mouse.up()
  await reel.take(3)
}

async function type(reel: Reel, editor: EditorPage): Promise<void> {
  const text = rowText(editor.page, 2)
  const box = (await text.boundingBox()) ?? { x: 0, y: 0, height: 0 }
  await reel.point(box.x + 40, box.y + box.height / 2)
  await enterText(editor.page, 2)
  await editor.page.keyboard.press('End')
  await reel.take(2)
  for (const _ of 'comes up.') await editor.page.keyboard.press('Backspace')
  await reel.take()
  for (const letter of 'rises.') {
    await editor.page.keyboard.type(letter)
    await reel.take()
  }
  await reel.take(4)
}

const data = mkdtempSync(join(tmpdir(), 'cuelane-moving-'))
const frames = mkdtempSync(join(tmpdir(), 'cuelane-frames-'))
const server = await spawnServer({ CUELANE_DATA: data })
const browser = await chromium.launch({
  executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
  args: ['--no-sandbox'],
})
try {
  const context = await browser.newContext({ viewport: SIZE, reducedMotion: 'reduce', colorScheme: 'dark' })
  await context.addInitScript(() => {
    localStorage.setItem('cuelane-tour', 'seen')
    localStorage.setItem('theme', 'dark')
  })
  const page = await context.newPage()
  const client = await signIn(page, server.url, { name: 'Anna', email: 'anna@example.org' })
  const { video_id } = await client.ok('openSample', { sample_id: 'harbour' })
  await videoIsReady(client, video_id)
  const { list } = await client.ok('listVersions', await client.ok('openSample', { sample_id: 'harbour' }))
  const english = list.find(({ language }) => language === 'en')
  const editor = await openEditor(page, server.url, { video: video_id, file: english?.file_id ?? '' })
  const reel = new Reel(page, frames)
  await reel.take(3)
  await play(reel, editor)
  await dragEdge(reel, editor)
  await type(reel, editor)
  mkdirSync(folder, { recursive: true })
  reel.write(join(folder, 'editor.webp'))
} finally {
  await browser.close()
  await server.stop()
  for (const made of [data, frames]) rmSync(made, { recursive: true, force: true })
}
