import { fetchFile } from '@ffmpeg/util'
import dejavuUrl from 'dejavu-fonts-ttf/ttf/DejaVuSans.ttf?url'
import type { FontFile } from '#workers/media/exports.ts'

/** The font that comes with the application: Latin, Greek, Cyrillic, Hebrew, Arabic and more, but no East Asian script. */
export const builtInFont = 'DejaVu Sans'

interface LocalFont {
  readonly family: string
  readonly style: string
  blob(): Promise<Blob>
}

type FontAccess = { queryLocalFonts?: () => Promise<LocalFont[]> }

/** Whether this browser can hand out the computer's fonts at all. */
export const hasLocalFonts = (): boolean => (globalThis as FontAccess).queryLocalFonts !== undefined

/** Families of the computer's fonts; the browser asks the person first, and this rejects where they refuse. */
export async function localFonts(): Promise<ReadonlyMap<string, LocalFont>> {
  const families = new Map<string, LocalFont>()
  for (const font of await (globalThis as FontAccess).queryLocalFonts!()) {
    // Of a family the plain face stands for all.
    if (!families.has(font.family) || font.style === 'Regular') families.set(font.family, font)
  }
  return families
}

/** The bytes of a font; the built-in one where none is given. */
export async function loadFont(font: LocalFont | undefined): Promise<FontFile> {
  const bytes = await fetchFile(font ? await font.blob() : dejavuUrl)
  return { name: font?.family ?? builtInFont, bytes: new Uint8Array(bytes) }
}
