/**
 * From urgent to not: `visible` is on screen, newest first; `video` the whole video's pictures; `sound` the waveform from
 * the playhead on; `background` what none waits for.
 */
export const priorityLevels = ['visible', 'video', 'sound', 'background'] as const
export type PriorityLevel = (typeof priorityLevels)[number]

/** Priority of a job. */
export interface Priority {
  readonly level: PriorityLevel
  /** Within a level the smallest is next. */
  readonly order: number
}

interface Waiting<T> extends Priority {
  readonly job: T
  readonly arrival: number
}

/** Jobs by priority. */
export class JobQueue<T> {
  private waiting: Waiting<T>[] = []
  private arrivals = 0

  get length(): number {
    return this.waiting.length
  }

  add(priority: Priority, job: T): void {
    this.waiting.push({ ...priority, job, arrival: this.arrivals++ })
  }

  /** Takes the most urgent job of levels with free slots. */
  take(hasRoom: (level: PriorityLevel) => boolean): { level: PriorityLevel; job: T } | undefined {
    let best: Waiting<T> | undefined
    for (const entry of this.waiting) {
      if (hasRoom(entry.level) && (!best || isBefore(entry, best))) best = entry
    }
    if (best) this.waiting = this.waiting.filter((entry) => entry !== best)
    return best
  }

  remove(isGone: (job: T) => boolean): T[] {
    const gone = this.waiting.filter(({ job }) => isGone(job))
    this.waiting = this.waiting.filter(({ job }) => !isGone(job))
    return gone.map(({ job }) => job)
  }
}

function isBefore(a: Waiting<unknown>, b: Waiting<unknown>): boolean {
  if (a.level !== b.level) return priorityLevels.indexOf(a.level) < priorityLevels.indexOf(b.level)
  if (a.level === 'visible') return a.arrival > b.arrival
  return a.order === b.order ? a.arrival < b.arrival : a.order < b.order
}
