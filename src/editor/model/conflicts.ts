import { type Conflict, withConflicts } from '#core/subtitle/cue/merge.ts'

/** Conflicts of merges in this page, until the server has their readings. */
export class Conflicts {
  private list: readonly Conflict[] = []
  /** Conflicts that the server has, kept until they are loaded from it. */
  private readonly known = new WeakSet<Conflict>()
  private readonly listeners = new Set<() => void>()

  readonly all = (): readonly Conflict[] => this.list
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  /** Conflicts that the server does not have. */
  get unsent(): readonly Conflict[] {
    return this.list.filter((each) => !this.known.has(each))
  }

  add(found: readonly Conflict[]): void {
    if (found.length > 0) this.show(withConflicts(this.list, found))
  }

  /** Marks conflicts as stored on the server. */
  markSent(conflicts: readonly Conflict[]): void {
    for (const each of conflicts) this.known.add(each)
  }

  /** Conflicts that the server has; `drop` removes them once they are loaded. */
  get sent(): readonly Conflict[] {
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
