import type { Inputs } from './inputs.ts'

/** Where a reader runs: on the server's main thread, the page's, or another one with a time limit. */
export type Place = 'server' | 'page' | 'thread' | 'worker'

/** Limit of blocking the main thread: 100 ms. Other threads have this long in total. */
export const MAIN_MS = 100
export const ELSEWHERE_MS = 20_000

/** A reader of untrusted data. */
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
