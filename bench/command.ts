/** Duration of the built `cuelane` command for a small file against an empty program of the same Node, interleaved. */
import { execFileSync, spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { printTable } from './table.ts'

const ROUNDS = 20

export function benchCommand(): void {
  const root = join(import.meta.dirname, '..')
  execFileSync(process.execPath, [join(root, 'scripts/build-command.mjs')])
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-command-'))
  const [file, empty] = [join(folder, 'a.srt'), join(folder, 'empty.mjs')]
  writeFileSync(file, '1\n00:00:01,000 --> 00:00:02,000\nHello\n')
  writeFileSync(empty, '')
  const command = join(root, 'cli', 'cuelane.mjs')
  const runs = {
    'an empty program': [empty],
    'cuelane info': [command, 'info', file],
    'cuelane --version': [command, '--version'],
  }
  const times = Object.entries(runs).map(([name, args]) => ({ name, args, all: [] as number[] }))
  for (let round = 0; round < ROUNDS; round++) {
    for (const { args, all } of times) {
      const from = performance.now()
      spawnSync(process.execPath, args)
      all.push(performance.now() - from)
    }
  }
  const median = (all: readonly number[]): number => all.toSorted((a, b) => a - b)[all.length >> 1] ?? 0
  const base = median(times[0]?.all ?? [])
  const rows = times.map(({ name, all }) => [
    name,
    `${Math.round(Math.min(...all))} ms`,
    `${Math.round(median(all))} ms`,
    (median(all) / base).toFixed(2),
  ])
  printTable('The command on a small file', ['program', 'best', 'median', 'ratio of medians'], rows)
  rmSync(folder, { recursive: true })
}
