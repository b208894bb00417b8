import { readFileSync } from 'node:fs'
import { hostname } from 'node:os'

/** A process among all that ever ran: containers reuse process numbers, and machines reuse them after a boot. */
export interface ProcessName {
  readonly host: string
  /** Beginning of the boot's id; empty where the system has none. */
  readonly boot: string
  readonly pid: number
  /** When it began, in the system's ticks since the boot; empty where the system does not say. */
  readonly start: string
}

/** What a process sees of its machine. */
export interface Machine {
  readonly host: string
  readonly boot: string
  /** When the running process of a number began; undefined if none runs. */
  readonly startOf: (pid: number) => string | undefined
}

const BOOT_ID = '/proc/sys/kernel/random/boot_id'
/** Index of the start in `/proc/PID/stat`, after the process's name, which may contain blanks and brackets. */
const START_AT = 19

/** The machine, or the container, of this process. */
export const thisMachine: Machine = {
  host: hostname().replaceAll(/[^\w.-]/g, '_'),
  boot: (textOf(BOOT_ID) ?? '').slice(0, 8),
  startOf: (pid) => {
    const stat = textOf(`/proc/${pid}/stat`)
    if (stat !== undefined) return stat.slice(stat.lastIndexOf(')') + 2).split(' ')[START_AT]
    return runs(pid) ? '' : undefined
  },
}

/** The name of this process. */
export function ownProcess({ host, boot, startOf } = thisMachine): ProcessName {
  return { host, boot, pid: process.pid, start: startOf(process.pid) ?? '' }
}

/** As the name of a folder. */
export const writeProcess = ({ host, boot, pid, start }: ProcessName): string => [host, boot, pid, start].join('~')

export function readProcess(name: string): ProcessName | undefined {
  const [, host, boot, pid, start] = /^([\w.-]*)~(\w*)~(\d+)~(\d*)$/.exec(name) ?? []
  return host === undefined ? undefined : { host, boot: boot!, pid: Number(pid), start: start! }
}

/** Whether a process has ended; undefined for another machine's, which can't be seen from here. */
export function hasEnded({ host, boot, pid, start }: ProcessName, machine = thisMachine): boolean | undefined {
  if (host !== machine.host) return undefined
  return boot !== machine.boot || machine.startOf(pid) !== start
}

function textOf(path: string): string | undefined {
  try {
    return readFileSync(path, 'utf8')
  } catch {
    return undefined
  }
}

function runs(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch (error) {
    return !(error instanceof Error && 'code' in error && error.code === 'ESRCH')
  }
}
