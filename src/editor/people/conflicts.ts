import { type Conflict, withConflicts } from '#core/subtitle/merge.ts'

/** Conflicts that merges found in this page, until the server has what they leave over. */
export class Conflicts {
  private list: readonly Conflict[] = []
  /** Those that the server has: they stay until they were read from it. */
  private readonly known = new WeakSet<Conflict>()
  private readonly listeners = new Set<() => void>()

  readonly all = (): readonly Conflict[] => this.list
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Those that the server does not have. */
  get untold(): readonly Conflict[] {
    return this.list.filter((each) => !this.known.has(each))
  }

  add(found: readonly Conflict[]): void {
    if (found.length > 0) this.show(withConflicts(this.list, found))
  }

  /** The server has these now. */
  told(conflicts: readonly Conflict[]): void {
    for (const each of conflicts) this.known.add(each)
  }

  /** Those that the server has: `drop` takes them away once they were read. */
  get toldOnes(): readonly Conflict[] {
    return this.list.filter((each) => this.known.has(each))
  }

  drop(conflicts: readonly Conflict[]): void {
    if (conflicts.length > 0) this.show(this.list.filter((each) => !conflicts.includes(each)))
  }

  private show(list: readonly Conflict[]): void {
    this.list = list
    for (const listener of this.listeners) listener()
  }
}
