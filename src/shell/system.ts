import * as z from 'zod/mini'
import { menuLanguages } from '#core/domain/languages.ts'

const SYSTEM_KEY = 'system'
const kept = z.object({ version: z.string(), languages: z.array(z.string()) })

/** What the installation told this tab last; undefined before it was asked. */
function readSystem(): z.infer<typeof kept> | undefined {
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(SYSTEM_KEY) ?? ''))
  } catch {
    // Nothing kept, nothing that can be read, or a browser that keeps nothing.
    return undefined
  }
}

/** Keeps what the installation told for this tab. */
export function keepSystem(system: z.infer<typeof kept>): void {
  try {
    sessionStorage.setItem(SYSTEM_KEY, JSON.stringify(system))
  } catch {
    // A browser that keeps nothing: the menu offers all languages.
  }
}

/** Codes of the languages that the menu offers. */
export function offeredLanguages(): readonly string[] {
  return readSystem()?.languages ?? menuLanguages
}
