import { type ChildProcess, spawn } from 'node:child_process'
import { availableParallelism } from 'node:os'
import type { Readable, Writable } from 'node:stream'
import PQueue from 'p-queue'
import { openBytePipe } from './byte-pipe.ts'

export interface ProgramOptions {
  readonly signal?: AbortSignal | undefined
  readonly cwd?: string | undefined
  readonly env?: Record<string, string> | undefined
  /** Receives standard output as text, in arbitrary pieces. */
  readonly onStdout?: ((text: string) => void) | undefined
  /** Receives raw standard output, in place of text; the buffer is reused. */
  readonly onBytes?: ((bytes: Buffer) => void) | undefined
  /** Receives standard output line by line. */
  readonly onStdoutLine?: ((line: string) => void) | undefined
  /** Gets standard input and output as streams, in place of the callbacks: data is read on demand. */
  readonly onStreams?: ((streams: { stdin: Writable; stdout: Readable }) => void) | undefined
  /** Receives standard error line by line; its end is kept all the same. */
  readonly onStderrLine?: ((line: string) => void) | undefined
  /** The program is killed after this time; by default one hour. */
  readonly timeoutMs?: number | undefined
  /** Address space in bytes; by default 8 GiB. */
  readonly memoryBytes?: number | undefined
  /** The largest file that it may write, in bytes; by default 32 GiB. */
  readonly fileBytes?: number | undefined
  /** `short`: the user waits for it, and long programs must not delay it. */
  readonly gate?: 'short' | 'long' | undefined
}

export interface ProgramResult {
  /** The first 64 MiB; empty if a callback took it. */
  readonly stdout: string
  /** The last 64 KiB. */
  readonly stderr: string
}

/** A program failed; `stderr` is the end of its output. */
export class ProgramFailed extends Error {
  readonly program: string
  readonly stderr: string
  constructor(program: string, how: string, stderr: string) {
    super(`${program} ${how}: ${stderr.slice(-400)}`)
    this.program = program
    this.stderr = stderr
  }
}

/** The program is not installed. */
export class ProgramMissing extends Error {
  readonly program: string
  constructor(program: string) {
    super(`${program} is not installed`)
    this.program = program
  }
}

const STDERR_KEPT = 64 * 1024
const STDOUT_KEPT = 64 * 1024 * 1024
const LINE_KEPT = 64 * 1024
const TIMEOUT_MS = 60 * 60 * 1000
const MEMORY_BYTES = 8 * 1024 ** 3
const FILE_BYTES = 32 * 1024 ** 3
/** The unit of `ulimit -f`. */
const FILE_BLOCK_BYTES = 512
/** Libraries that would use every processor for each program. */
const threadVariables = { OMP_NUM_THREADS: '2', OPENBLAS_NUM_THREADS: '2', MKL_NUM_THREADS: '2' }

const atOnce = Math.max(2, availableParallelism())
/** Programs that this process runs at once, for all callers: others wait. */
const gates = { short: new PQueue({ concurrency: atOnce }), long: new PQueue({ concurrency: atOnce }) }

/**
 * Runs a program without shell interpretation, in a process group that an abort, the time limit or this process's end
 * kills at once. Throws ProgramFailed, ProgramMissing, or the signal's reason.
 */
export async function runProgram(
  program: string,
  args: readonly string[],
  options: ProgramOptions = {},
): Promise<ProgramResult> {
  const { signal } = options
  return gates[options.gate ?? 'long'].add(() => start(program, args, options), signal ? { signal } : {})
}

async function start(program: string, args: readonly string[], options: ProgramOptions): Promise<ProgramResult> {
  const { signal, timeoutMs = TIMEOUT_MS } = options
  signal?.throwIfAborted()
  const [command, ...rest] = await commandLine(program, args, options)
  const pipe = options.onBytes && hasGroups ? await openBytePipe(options.onBytes) : undefined
  return new Promise((resolve, reject) => {
    const child = spawn(command, rest, {
      cwd: options.cwd,
      env: { ...threadVariables, ...passedOn(process.env), ...options.env },
      stdio: [options.onStreams ? 'pipe' : 'ignore', pipe?.writer ?? 'pipe', 'pipe'],
      detached: hasGroups,
    })
    pipe?.writer.destroy()
    // A program that ends before it has read everything reports why.
    child.stdin?.on('error', () => undefined)
    if (child.stdin && child.stdout) options.onStreams?.({ stdin: child.stdin, stdout: child.stdout })
    running.add(child)
    const output = readOutput(child, options)
    let isLate = false
    const timer = setTimeout(() => {
      isLate = true
      killGroup(child)
    }, timeoutMs)
    const abort = (): void => killGroup(child)
    signal?.addEventListener('abort', abort)
    const finish = (): void => {
      clearTimeout(timer)
      signal?.removeEventListener('abort', abort)
      running.delete(child)
    }
    child.on('error', (error: NodeJS.ErrnoException) => {
      pipe?.close()
      finish()
      reject(error.code === 'ENOENT' ? new ProgramMissing(program) : error)
    })
    // Kills what a program started and left behind, which might also hold the pipes open.
    child.on('exit', () => killGroup(child))
    child.on('close', async (code, killedBy) => {
      const fault = await pipe?.ended
      finish()
      const { stdout, stderr } = output()
      if (signal?.aborted) reject(signal.reason as Error)
      else if (fault) reject(fault)
      else if (isLate) reject(new ProgramFailed(program, `took longer than ${timeoutMs / 1000} s`, stderr))
      else if (code === 0) resolve({ stdout, stderr })
      else if (code === NOT_FOUND && isMissing(program, stderr)) reject(new ProgramMissing(program))
      else reject(new ProgramFailed(program, killedBy ? `was ended by ${killedBy}` : `ended with ${code}`, stderr))
    })
  })
}

const NOT_FOUND = 127

/** Whether the shell reports the program itself as missing. */
function isMissing(program: string, stderr: string): boolean {
  return stderr.includes(`${program}: not found`) || stderr.includes(`${program}: No such file`)
}

/** Collects a child's output, or passes it to the callbacks. */
function readOutput(child: ChildProcess, options: ProgramOptions): () => ProgramResult {
  let stdout = ''
  let stderr = ''
  const outLines = options.onStdoutLine && new Lines(options.onStdoutLine)
  const errLines = options.onStderrLine && new Lines(options.onStderrLine)
  if (options.onBytes) child.stdout?.on('data', options.onBytes)
  else if (!options.onStreams) {
    child.stdout?.setEncoding('utf8').on('data', (text: string) => {
      if (outLines) outLines.write(text)
      else if (options.onStdout) options.onStdout(text)
      else if (stdout.length < STDOUT_KEPT) stdout += text
    })
  }
  child.stderr?.setEncoding('utf8').on('data', (text: string) => {
    errLines?.write(text)
    stderr = (stderr + text).slice(-STDERR_KEPT)
  })
  return () => {
    outLines?.end()
    errLines?.end()
    return { stdout, stderr }
  }
}

/** Splits text into lines; an unfinished line keeps its first 64 KiB. */
class Lines {
  private rest = ''
  private readonly take: (line: string) => void
  constructor(take: (line: string) => void) {
    this.take = take
  }

  write(text: string): void {
    const lines = (this.rest + text).split(/\r\n|\n|\r(?!$)/)
    this.rest = (lines.pop() ?? '').slice(0, LINE_KEPT)
    for (const line of lines) this.take(line)
  }

  end(): void {
    if (this.rest !== '') this.take(this.rest)
    this.rest = ''
  }
}

const hasGroups = process.platform !== 'win32'
const running = new Set<ChildProcess>()
process.on('exit', () => running.forEach(killGroup))

function killGroup(child: ChildProcess): void {
  if (child.pid === undefined) return
  try {
    if (hasGroups) process.kill(-child.pid, 'SIGKILL')
    else child.kill('SIGKILL')
  } catch {
    // The whole group has ended.
  }
}

/**
 * A shell sets the limits and becomes the program; it ends if this process was killed before the two were linked. Windows
 * has none of this.
 */
async function commandLine(
  program: string,
  args: readonly string[],
  { memoryBytes = MEMORY_BYTES, fileBytes = FILE_BYTES }: ProgramOptions,
): Promise<[string, ...string[]]> {
  if (!hasGroups) return [program, ...args]
  const limits = [`-c 0`, `-v ${Math.floor(memoryBytes / 1024)}`, `-f ${Math.floor(fileBytes / FILE_BLOCK_BYTES)}`]
  const set = limits.map((limit) => `ulimit ${limit} 2>/dev/null;`).join(' ')
  const script = `[ "$PPID" = "$0" ] || exit; ${set} exec "$@"`
  const shell = ['-c', script, String(process.pid), program, ...args]
  return (await canTie()) ? ['setpriv', '--pdeathsig', 'KILL', '--', '/bin/sh', ...shell] : ['/bin/sh', ...shell]
}

let tie: Promise<boolean> | undefined

/** Whether the system can end a program together with its parent, even a killed one. */
function canTie(): Promise<boolean> {
  tie ??= new Promise((resolve) => {
    const child = spawn('setpriv', ['--pdeathsig', 'KILL', '--', 'true'], { stdio: 'ignore' })
    child.on('error', () => resolve(false))
    child.on('exit', (code) => resolve(code === 0))
  })
  return tie
}

/** Variables by which programs find files, languages, libraries and graphics cards; on Windows also the system's. */
const PASSED_ON = new RegExp(
  [
    '^(?:PATH|HOME|USER|LANG|LANGUAGE|TZ|TMPDIR|TEMP|TMP|SHELL|LD_LIBRARY_PATH|TESSDATA_PREFIX|ESPEAK_DATA_PATH|DICPATH',
    '|PYTHONPATH|PYTHONHOME|VIRTUAL_ENV|HF_HOME|TORCH_HOME',
    '|PATHEXT|SYSTEMROOT|COMSPEC|WINDIR|APPDATA|LOCALAPPDATA|PROGRAMDATA|USERPROFILE)$',
    '|^(?:LC|XDG|FONTCONFIG|FC|OMP|MKL|OPENBLAS|CUDA|NVIDIA|HIP|ROCR)_',
  ].join(''),
  'i',
)

/**
 * Programs read untrusted files: of this process's environment they get only this, and what `CUELANE_PROGRAM_ENV` names,
 * separated by commas.
 */
function passedOn(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  const named = new Set((env['CUELANE_PROGRAM_ENV'] ?? '').split(',').map((name) => name.trim()))
  return Object.fromEntries(Object.entries(env).filter(([name]) => PASSED_ON.test(name) || named.has(name)))
}
