/** Keystrokes of everyday work, counted from real key events; peers' counts are from their key tables. */
import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

export function benchKeystrokes(): void {
  const report = join(mkdtempSync(join(tmpdir(), 'cuelane-keys-')), 'keystrokes.txt')
  const cli = join(root, 'node_modules/@playwright/test/cli.js')
  const { status } = spawnSync(process.execPath, [cli, 'test', '-c', 'e2e/playwright.config.ts', 'keystrokes'], {
    cwd: root,
    stdio: ['ignore', 'ignore', 'inherit'],
    env: { ...process.env, CUELANE_KEYSTROKES: report },
  })
  if (status !== 0) throw new Error('The keystroke test failed: run it by itself to see why')
  console.log(`\n${readFileSync(report, 'utf8')}`)
}
