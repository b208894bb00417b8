import { spawn } from 'node:child_process'

export interface ProgramOptions {
  readonly signal?: AbortSignal | undefined
  readonly cwd?: string | undefined
  readonly env?: Record<string, string> | undefined
  readonly onStdout?: ((text: string) => void) | undefined
  /** Takes what the program writes as it is, in place of text. */
  readonly onBytes?: ((bytes: Buffer) => void) | undefined
  readonly timeoutMs?: number | undefined
}

export interface ProgramResult {
  readonly stdout: string
  readonly stderr: string
}

/** A program ended with a fault; `stderr` holds the end of what it said. */
export class ProgramFailed extends Error {
  readonly program: string
  readonly stderr: string
  constructor(program: string, how: string, stderr: string) {
    super(`${program} ${how}: ${stderr.slice(-400)}`)
    this.program = program
    this.stderr = stderr
  }
}

/** The program is not on this machine. */
export class ProgramMissing extends Error {
  readonly program: string
  constructor(program: string) {
    super(`${program} is not installed`)
    this.program = program
  }
}

const STDERR_KEPT = 64 * 1024
const STDOUT_KEPT = 64 * 1024 * 1024

/** Runs a program without a shell and without standard input; an abort kills it at once. */
export function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  return new Promise((resolve, reject) => {
    const child = spawn(program, args, {
      cwd: options.cwd,
      env: { ...process.env, ...options.env },
      stdio: ['ignore', 'pipe', 'pipe'],
      signal: options.signal,
      killSignal: 'SIGKILL',
      timeout: options.timeoutMs,
    })
    let stdout = ''
    let stderr = ''
    if (options.onBytes) child.stdout.on('data', options.onBytes)
    else {
      child.stdout.setEncoding('utf8').on('data', (text: string) => {
        if (options.onStdout) options.onStdout(text)
        else if (stdout.length < STDOUT_KEPT) stdout += text
      })
    }
    child.stderr.setEncoding('utf8').on('data', (text: string) => {
      stderr = (stderr + text).slice(-STDERR_KEPT)
    })
    child.on('error', (error: NodeJS.ErrnoException) => {
      reject(error.code === 'ENOENT' ? new ProgramMissing(program) : error)
    })
    child.on('close', (code, signal) => {
      if (code === 0) resolve({ stdout, stderr })
      else reject(new ProgramFailed(program, signal ? `was ended by ${signal}` : `ended with ${code}`, stderr))
    })
  })
}
