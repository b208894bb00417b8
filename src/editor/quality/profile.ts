import * as z from 'zod/mini'
import { type CheckOptions, limitsOf, profiles } from '#core/checks/profiles.ts'
import type { Limits } from '#core/checks/rule.ts'
import { type ProfileId, profileIds } from '#core/domain/profiles.ts'
import { stored } from '#src/ui/stored.ts'

const chosenProfile = stored('cuelane-profile', z.enum(profileIds), 'cuelane')

/** The quality profile that this person chose, and what it allows for the open version. */
export class QualityProfile {
  private readonly options: CheckOptions
  private current: { readonly id: ProfileId; readonly limits: Limits }
  private readonly listeners = new Set<() => void>()

  /** `ofFolder` is the one that is set for the folder: it goes before the person's own until they choose another one. */
  constructor(options: CheckOptions, ofFolder?: ProfileId) {
    this.options = options
    this.current = this.read(ofFolder ?? chosenProfile.get())
  }

  get limits(): Limits {
    return this.current.limits
  }

  /** What it allows for a version in another language. */
  limitsIn(language: string): Limits {
    return limitsOf(profiles[this.current.id], { ...this.options, language })
  }

  choose(id: ProfileId): void {
    chosenProfile.set(id)
    this.current = this.read(id)
    for (const listener of this.listeners) listener()
  }

  /** For React: which profile is chosen. */
  readonly id = (): ProfileId => this.current.id
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private read(id: ProfileId): { id: ProfileId; limits: Limits } {
    return { id, limits: limitsOf(profiles[id], this.options) }
  }
}
