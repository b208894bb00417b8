/** Memory and speed of `cuelane convert` on files read in parts; Linux only. */
import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { closeSync, mkdtempSync, openSync, readFileSync, rmSync, statSync, writeSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { setTimeout as pause } from 'node:timers/promises'
import { printTable } from './table.ts'

const SIZES_MB = [20, 200]
const LOOK_MS = 50

export async function benchLarge(): Promise<void> {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-large-'))
  const rows: string[][] = []
  for (const size of SIZES_MB) {
    const file = join(folder, `${size}.srt`)
    writeLarge(file, size * 1e6)
    for (const args of [
      ['convert', file, '-o', join(folder, 'out.vtt')],
      ['info', file],
    ]) {
      const { ms, bytes, code } = await measured(args)
      const megabytes = statSync(file).size / 1e6
      const rate = `${((megabytes * 1000) / ms).toFixed(0)} MB/s`
      rows.push([args[0] ?? '', `${Math.round(megabytes)} MB`, `${Math.round(bytes / 1e6)} MB`, rate, `${code}`])
    }
  }
  printTable('Large files', ['command', 'file', 'most memory', 'speed', 'exit code'], rows)
  rmSync(folder, { recursive: true })
}

function writeLarge(path: string, size: number): void {
  const file = openSync(path, 'w')
  let [number, written] = [0, 0]
  while (written < size) {
    let text = ''
    for (let n = 0; n < 10_000; n++) {
      const time = new Date((number % 86_000) * 1000).toISOString().slice(11, 19)
      text += `${++number}\r\n${time},000 --> ${time},900\r\nA line of text with a number, ${number}\r\n\r\n`
    }
    written += writeSync(file, text)
  }
  closeSync(file)
}

/** A command's duration and its peak memory. */
async function measured(args: readonly string[]) {
  const command = join(import.meta.dirname, '..', 'cli', 'cuelane.mjs')
  const from = performance.now()
  const child = spawn(process.execPath, [command, ...args], { stdio: 'ignore' })
  const ended = once(child, 'close') as Promise<[number]>
  let bytes = 0
  while (child.exitCode === null && child.signalCode === null) {
    bytes = Math.max(bytes, peakOf(child.pid))
    await Promise.race([ended, pause(LOOK_MS)])
  }
  const [code] = await ended
  return { ms: performance.now() - from, bytes, code }
}

function peakOf(pid: number | undefined): number {
  try {
    const status = readFileSync(`/proc/${pid}/status`, 'utf8')
    return Number(/VmHWM:\s+(\d+)/.exec(status)?.[1] ?? 0) * 1024
  } catch {
    // It has ended.
    return 0
  }
}
