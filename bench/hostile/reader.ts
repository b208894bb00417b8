import type { Inputs } from './inputs.ts'

/**
 * Where a reader runs: on the thread that answers everybody, on the page's own, or on another one that is ended when its time
 * is up.
 */
export type Place = 'server' | 'page' | 'thread' | 'worker'

/** What may hold the main thread: 100 ms of it. What runs elsewhere has so long altogether. */
export const MAIN_MS = 100
export const ELSEWHERE_MS = 20_000

/** A reader of what other people made. */
export interface Reader<T = unknown> {
  readonly name: string
  readonly place: Place
  readonly inputs: Inputs<T>
  read(input: T): unknown
}

/** The reader with the type of its inputs forgotten. */
export const reader = <T>(one: Reader<T>): Reader => one

/** A reader that refuses by throwing. */
export function unless<T>(read: (input: T) => unknown): (input: T) => Promise<unknown> {
  return async (input) => {
    try {
      return await read(input)
    } catch {
      return undefined
    }
  }
}
