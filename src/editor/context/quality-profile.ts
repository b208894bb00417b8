import * as z from 'zod/mini'
import { profileOf } from '#core/checks/own-profile.ts'
import { type CheckOptions, limitsOf, type Profile, profiles } from '#core/checks/profiles.ts'
import type { Limits } from '#core/checks/rule.ts'
import { type ProfileId, profileIds } from '#core/domain/profiles.ts'
import { subscribe } from 'valtio'
import { stored } from '#src/ui/stored.ts'
import { ownProfiles } from './own-profiles.ts'

const chosenProfile = stored('cuelane-profile', z.string(), 'cuelane')

/** The chosen quality profile, the product's or the user's, and its limits for the open version. */
export class QualityProfile {
  private readonly options: CheckOptions
  private current: { readonly id: string; readonly profile: Profile; readonly limits: Limits }
  private readonly listeners = new Set<() => void>()

  /** `ofFolder` is the folder's profile: it has precedence until the user chooses another. */
  constructor(options: CheckOptions, ofFolder?: ProfileId) {
    this.options = options
    this.current = this.read(ofFolder ?? chosenProfile.get())
  }

  get limits(): Limits {
    return this.current.limits
  }

  get name(): string {
    return this.current.profile.name
  }

  /** A profile of the product, or of the user's numbers. */
  get chosen(): Profile {
    return this.current.profile
  }

  /** Differs for each set of numbers. */
  get key(): string {
    const { id, profile } = this.current
    return isOwn(id) ? JSON.stringify(profile) : id
  }

  /** The product's profile that it is, or was copied from. */
  get base(): ProfileId {
    return this.current.profile.id
  }

  /** Language and frame rate of the open version. */
  get checkOptions(): CheckOptions {
    return this.options
  }

  /** Limits for a version in another language. */
  limitsIn(language: string): Limits {
    return limitsOf(this.current.profile, { ...this.options, language })
  }

  choose(id: string): void {
    chosenProfile.set(id)
    this.current = this.read(id)
    this.changed()
  }

  /** Follows changes of the user's profiles; returns a function that ends that. */
  start(): () => void {
    return subscribe(ownProfiles, () => {
      const { id } = this.current
      if (isOwn(id)) this.choose(ownProfiles.list.some((each) => each.id === id) ? id : this.base)
      // The list of profiles to choose from has changed.
      else this.changed()
    })
  }

  /** For React: limits of the chosen profile. */
  readonly allowed = (): Limits => this.current.limits
  /** For React: id of the chosen profile. */
  readonly id = (): string => this.current.id
  readonly subscribe = (listener: () => void): (() => void) => {
    this.listeners.add(listener)
    return () => this.listeners.delete(listener)
  }

  private changed(): void {
    for (const listener of this.listeners) listener()
  }

  private read(wanted: string): { id: string; profile: Profile; limits: Limits } {
    const own = ownProfiles.list.find((each) => each.id === wanted)
    const id = own?.id ?? profileIds.find((known) => known === wanted) ?? 'cuelane'
    const profile = own ? profileOf(own.own) : profiles[id as ProfileId]
    return { id, profile, limits: limitsOf(profile, this.options) }
  }
}

/** Whether a profile is the user's. */
const isOwn = (id: string): boolean => profileIds.every((known) => known !== id)
