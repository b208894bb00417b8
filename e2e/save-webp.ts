import { execFileSync } from 'node:child_process'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import type { Page } from 'playwright'
import { painted } from './pages/painted.ts'

/** Saves what a page shows, once it stands still, as WebP of a quality from 0 to 100. */
export async function saveWebp(page: Page, path: string, quality: number): Promise<void> {
  await painted(page)
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-picture-'))
  try {
    const raw = join(folder, 'raw.png')
    await page.screenshot({ path: raw })
    const coded = ['-c:v', 'libwebp', '-quality', String(quality), '-preset', 'text']
    execFileSync('ffmpeg', ['-v', 'error', '-y', '-i', raw, ...coded, path])
  } finally {
    rmSync(folder, { recursive: true, force: true })
  }
}
