import * as z from 'zod/mini'
import { menuLanguages } from '#core/domain/languages.ts'

const SYSTEM_KEY = 'system'
const kept = z.object({ version: z.string(), languages: z.array(z.string()) })

/** The installation's last answer in this tab; undefined before the first. */
function readSystem(): z.infer<typeof kept> | undefined {
  try {
    return kept.parse(JSON.parse(sessionStorage.getItem(SYSTEM_KEY) ?? ''))
  } catch {
    // Nothing stored, nothing readable, or no storage.
    return undefined
  }
}

/** Stores the installation's answer for this tab. */
export function keepSystem(system: z.infer<typeof kept>): void {
  try {
    sessionStorage.setItem(SYSTEM_KEY, JSON.stringify(system))
  } catch {
    // Without storage the menu offers all languages.
  }
}

/** Codes of the menu's languages. */
export function offeredLanguages(): readonly string[] {
  return readSystem()?.languages ?? menuLanguages
}
