import { linkSync, mkdirSync, readdirSync, readFileSync, readlinkSync, renameSync, rmSync, statSync } from 'node:fs'
import { utimes, writeFile } from 'node:fs/promises'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { newId } from './id.ts'

/** The embedded database is in use by another living process. */
export class LockedError extends Error {
  readonly pid: number
  constructor(path: string, pid: number) {
    super(`${path} is held by process ${pid}`)
    this.pid = pid
  }
}

/**
 * Takes the embedded database's lock file, as PGlite has none; returns its release. A process creates a claim, then
 * checks the others' claims and the lock, and renames its claim to the lock if it is alone or first by name.
 */
export async function takeLock(path: string): Promise<() => void> {
  mkdirSync(dirname(path), { recursive: true })
  const me = thisProcess()
  const claim = await putClaim(path, me)
  const stopClaim = showLife(claim)
  try {
    for (;;) {
      const others = otherClaims(path, claim)
      await refuseHolder(path)
      const { living, isWhole } = await onlyLiving(others)
      // A claim that vanished since the listing may have become the lock.
      if (!isWhole) continue
      if (living.length === 0) break
      const [first] = living
      if (first && first.path < claim) throw new LockedError(path, first.holder.pid)
      await sleep(WAIT_MS)
    }
    renameSync(claim, path)
  } catch (error) {
    rmSync(claim, { force: true })
    throw error
  } finally {
    stopClaim()
  }
  const stopLock = showLife(path)
  return () => {
    stopLock()
    rmSync(path, { force: true })
  }
}

const WAIT_MS = 20
/** Interval of the signs of life of holders and claimants, for processes that can't see theirs. */
const BEAT_MS = 1000
/** Longest wait for a sign of life. */
const WATCH_MS = 4000

interface Holder {
  readonly pid: number
  readonly boot: string
  readonly started: string
  /** The namespace of process ids: containers count from 1. */
  readonly space?: string
}

interface Claim {
  readonly path: string
  readonly holder: Holder
}

const CLAIM = '.claim-'

/** Written under another name and then linked, so that a claim is complete at once. */
async function putClaim(path: string, me: Holder): Promise<string> {
  const claim = `${path}${CLAIM}${newId()}`
  const draft = `${path}.draft-${newId()}`
  try {
    await writeFile(draft, JSON.stringify(me), { flag: 'wx', mode: 0o600 })
    linkSync(draft, claim)
  } catch (error) {
    const code = error instanceof Error && 'code' in error ? error.code : ''
    // Without links a rename is atomic as well, and the name is new.
    if (code !== 'EPERM' && code !== 'ENOTSUP' && code !== 'EOPNOTSUPP' && code !== 'ENOSYS') throw error
    renameSync(draft, claim)
  } finally {
    rmSync(draft, { force: true })
  }
  return claim
}

function otherClaims(path: string, own: string): string[] {
  const folder = dirname(path)
  const prefix = `${basename(path)}${CLAIM}`
  const names = readdirSync(folder).filter((name) => name.startsWith(prefix))
  return names.map((name) => join(folder, name)).filter((name) => name !== own)
}

async function refuseHolder(path: string): Promise<void> {
  const holder = readHolder(path)
  if (holder === 'unreadable') {
    // Older versions wrote in place: a very new file may be one of theirs.
    const made = statSync(path, { throwIfNoEntry: false })?.mtimeMs ?? 0
    if (Date.now() - made < WATCH_MS) throw new LockedError(path, 0)
    return
  }
  if (holder && (await isAlive(path, holder))) throw new LockedError(path, holder.pid)
}

/** Claims of living processes by name, and whether all still existed; removes those of dead ones. */
async function onlyLiving(paths: readonly string[]): Promise<{ living: Claim[]; isWhole: boolean }> {
  const living: Claim[] = []
  let isWhole = true
  for (const path of [...paths].sort()) {
    const holder = readHolder(path)
    if (!holder) isWhole = false
    else if (holder !== 'unreadable' && (await isAlive(path, holder))) living.push({ path, holder })
    else rmSync(path, { force: true })
  }
  return { living, isWhole }
}

function readHolder(path: string): Holder | 'unreadable' | undefined {
  let text: string
  try {
    text = readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
  try {
    return JSON.parse(text) as Holder
  } catch {
    return 'unreadable'
  }
}

async function isAlive(path: string, holder: Holder): Promise<boolean> {
  const me = thisProcess()
  const isNear = holder.boot === me.boot && (holder.space === undefined || holder.space === me.space)
  // Another machine or container: only its signs of life are visible.
  if (!isNear) return holder.space !== undefined && showsLife(path)
  if (holder.started === '' && holder.pid === process.pid) return false
  try {
    process.kill(holder.pid, 0)
  } catch (error) {
    if (error instanceof Error && 'code' in error && error.code === 'ESRCH') return false
  }
  return holder.started === startTime(holder.pid)
}

async function showsLife(path: string): Promise<boolean> {
  const touched = (): number | undefined => statSync(path, { throwIfNoEntry: false })?.mtimeMs
  const before = touched()
  for (let waited = 0; waited < WATCH_MS; waited += BEAT_MS / 2) {
    await sleep(BEAT_MS / 2)
    const now = touched()
    if (now === undefined) return false
    if (now !== before) return true
  }
  return false
}

/** Touches a file at intervals until the returned function is called. */
function showLife(path: string): () => void {
  const timer = setInterval(() => {
    const now = new Date()
    utimes(path, now, now).catch(() => undefined)
  }, BEAT_MS).unref()
  return () => clearInterval(timer)
}

function thisProcess(): Holder {
  return { pid: process.pid, boot: bootId(), started: startTime(process.pid), space: pidSpace() }
}

/** Distinguishes a process id from one before the machine's restart. */
function bootId(): string {
  return readOr('/proc/sys/kernel/random/boot_id')
}

function pidSpace(): string {
  try {
    return readlinkSync('/proc/self/ns/pid')
  } catch {
    return ''
  }
}

/** Start time in clock ticks: a reused process id has another one. */
function startTime(pid: number): string {
  const stat = readOr(`/proc/${pid}/stat`)
  return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[19] ?? ''
}

function readOr(path: string): string {
  try {
    return readFileSync(path, 'utf8').trim()
  } catch {
    // Without /proc the process id alone decides.
    return ''
  }
}
