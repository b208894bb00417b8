import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..')

/** Runs a program to its end with our own output; returns its exit code. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options })
  return error ? 127 : (status ?? 1)
}

/** Runs a program while others run; resolves with its exit code, all that it wrote is handed to `write` piece by piece. */
export function runPiped(program, args, write, env = process.env) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: ['ignore', 'pipe', 'pipe'], env })
    child.stdout.on('data', write)
    child.stderr.on('data', write)
    child.on('error', (error) => {
      write(`${error.message}\n`)
      resolve(127)
    })
    child.on('close', (code) => resolve(code ?? 1))
  })
}

export const SIGNALS = ['SIGINT', 'SIGTERM', 'SIGHUP']

/** Like `run`, but leaves this process free for other work and passes signals on; `watch` gets the process. */
export function runLive(program, args, options = {}, watch = () => undefined) {
  return new Promise((resolve) => {
    const child = spawn(program, args, { cwd: root, stdio: 'inherit', ...options })
    watch(child)
    const pass = (signal) => child.kill(signal)
    const end = (code) => {
      for (const signal of SIGNALS) process.off(signal, pass)
      resolve(code)
    }
    for (const signal of SIGNALS) process.on(signal, pass)
    child.on('error', () => end(127))
    child.on('close', (code, signal) => end(signal ? 1 : code))
  })
}

/** Where a program is on PATH, without starting anything. */
export function which(program) {
  for (const folder of (process.env.PATH ?? '').split(delimiter)) {
    const path = join(folder, program)
    try {
      accessSync(path, constants.X_OK)
      return path
    } catch {
      // Not in this folder.
    }
  }
  return undefined
}
