import { closeSync, mkdirSync, openSync, readFileSync, rmSync, writeSync } from 'node:fs'
import { dirname } from 'node:path'

/** The embedded database is in use by another process that lives. */
export class LockedError extends Error {
  readonly pid: number
  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}`)
    this.pid = pid
  }
}

/**
 * Takes the lock file of the embedded database. PGlite has no lock of its own: two processes on one folder lose rows
 * silently. A lock is stolen only from a process that is gone; the boot id tells a process number of before a restart.
 */
export function takeLock(path: string): () => void {
  mkdirSync(dirname(path), { recursive: true })
  for (let attempt = 0; attempt < 2; attempt++) {
    try {
      const file = openSync(path, 'wx', 0o600)
      writeSync(file, JSON.stringify({ pid: process.pid, boot: bootId(), started: startTime(process.pid) }))
      closeSync(file)
      return () => rmSync(path, { force: true })
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EEXIST') throw error
      const holder = readHolder(path)
      if (holder && isAlive(holder)) throw new LockedError(path, holder.pid)
      rmSync(path, { force: true })
    }
  }
  throw new LockedError(path, 0)
}

interface Holder {
  pid: number
  boot: string
  started: string
}

function readHolder(path: string): Holder | undefined {
  try {
    return JSON.parse(readFileSync(path, 'utf8')) as Holder
  } catch {
    // Unreadable = the holder died while writing it.
    return undefined
  }
}

function isAlive(holder: Holder): boolean {
  if (holder.pid === process.pid || holder.boot !== bootId()) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'ESRCH') return false
  }
  return holder.started === startTime(holder.pid)
}

function bootId(): string {
  return readOr('/proc/sys/kernel/random/boot_id')
}

/** Start time in clock ticks: a process number that was given out again has another one. */
function startTime(pid: number): string {
  const stat = readOr(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // No /proc on this system: the process number alone decides.
    return ''
  }
}
