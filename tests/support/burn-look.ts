import type { BurnLook } from '#core/subtitle/burn/burn.ts'
import { usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'

/** The usual look of a picture of that size. */
export function usualLook(width: number, height: number, language = 'en'): BurnLook {
  return { width, height, style: usualBurnStyle, language }
}
