import { fetchFile } from '@ffmpeg/util'
import type { EmbeddedFont } from '#core/subtitle/formats/ass/embedded-fonts.ts'
import { fontForLibass } from '#core/subtitle/text/font-file.ts'
import type { FontFile } from '#workers/media/exports.ts'
import { fontsOfScript } from './burn-fonts.ts'

/** A local font. */
export interface LocalFont {
  readonly family: string
  readonly style: string
  blob(): Promise<Blob>
}

type FontAccess = { queryLocalFonts?: () => Promise<LocalFont[]> }

/** Whether this browser supports local fonts. */
export const hasLocalFonts = (): boolean => (globalThis as FontAccess).queryLocalFonts !== undefined

/** Families of local fonts; the browser asks the user first, and this rejects if they refuse. */
export async function localFonts(): Promise<ReadonlyMap<string, LocalFont>> {
  const families = new Map<string, LocalFont>()
  for (const font of await (globalThis as FontAccess).queryLocalFonts!()) {
    // The regular font represents its family.
    if (!families.has(font.family) || font.style === 'Regular') families.set(font.family, font)
  }
  return families
}

/** The bytes of a local font. */
export async function readLocalFont(font: LocalFont): Promise<FontFile> {
  return { name: font.family, bytes: new Uint8Array(await fetchFile(await font.blob())) }
}

/** The fonts that a SubStation script uses, including embedded ones, without unavailable ones. */
export async function fontFilesOf(script: string, brought: readonly EmbeddedFont[] = []): Promise<FontFile[]> {
  const read = await Promise.all(fontsOfScript(script).map(readFont))
  const own = brought.map(({ bytes }, at) => ({ name: `brought-${at}`, bytes: fontForLibass(bytes) }))
  return [...read.filter((font) => font !== undefined), ...own]
}

async function readFont(address: string): Promise<FontFile | undefined> {
  const answer = await fetch(address)
  return answer.ok ? { name: address, bytes: fontForLibass(new Uint8Array(await answer.arrayBuffer())) } : undefined
}
