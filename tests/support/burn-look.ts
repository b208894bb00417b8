import type { BurnLook } from '#core/subtitle/burn.ts'
import { usualBurnStyle } from '#core/subtitle/burn-style.ts'

/** The usual look of a picture of that size. */
export function usualLook(width: number, height: number, language = 'en'): BurnLook {
  return { width, height, style: usualBurnStyle, language }
}
