/** What a measured task costs. */
import { readdirSync, readFileSync } from 'node:fs'

/** CPU seconds of this process and its children so far; Linux only. */
export function processorSeconds(): number {
  const own = process.cpuUsage()
  const ticks = childTicks(process.pid) + waitedTicks(process.pid)
  return (own.user + own.system) / 1e6 + ticks / TICKS
}

const TICKS = 100

function fieldsOf(pid: number): string[] {
  try {
    const text = readFileSync(`/proc/${pid}/stat`, 'latin1')
    return text.slice(text.lastIndexOf(')') + 2).split(' ')
  } catch {
    return []
  }
}

/** Of children that have ended. */
function waitedTicks(pid: number): number {
  const fields = fieldsOf(pid)
  return Number(fields[13] ?? 0) + Number(fields[14] ?? 0)
}

/** Of children that still run, and of theirs. */
function childTicks(parent: number): number {
  let sum = 0
  for (const name of readdirSync('/proc')) {
    const pid = Number(name)
    if (!pid) continue
    const fields = fieldsOf(pid)
    if (Number(fields[1]) !== parent) continue
    sum += Number(fields[11] ?? 0) + Number(fields[12] ?? 0) + waitedTicks(pid) + childTicks(pid)
  }
  return sum
}
