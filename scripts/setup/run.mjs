import { spawn, spawnSync } from 'node:child_process'
import { accessSync, constants } from 'node:fs'
import { delimiter, join } from 'node:path'

export const root = join(import.meta.dirname ?? new URL('.', import.meta.url).pathname, '..', '..')

/** Runs a program with inherited output; returns its exit code. */
export function run(program, args, options = {}) {
  const { status, error } = spawnSync(program, args, { cwd: root, stdio: 'inherit', ...options })
  return error ? 127 : (status ?? 1)
}

/** Runs a program asynchronously; resolves with its exit code and passes its output to `write`. */
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

/** Like `run`, but asynchronous, passing signals on; `watch` gets the process. */
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

/** Path of a program on PATH, without starting it. */
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
