import { mkdir, readdir, readFile, writeFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import { homedir } from 'node:os'
import { basename, dirname, join } from 'node:path'
import { machineFonts } from '#core/domain/burn-fonts.ts'
import type { EmbeddedFont } from '#core/subtitle/formats/ass/embedded-fonts.ts'
import { fontForLibass } from '#core/subtitle/text/font-file.ts'

const require = createRequire(import.meta.url)

/** Font files that ship with the application; the browser's player uses the same. */
const files = [
  ...fourCuts('@expo-google-fonts/noto-sans', 'NotoSans'),
  ...fourCuts('@expo-google-fonts/arimo', 'Arimo'),
  ...fourCuts('@expo-google-fonts/tinos', 'Tinos'),
  ...fourCuts('@expo-google-fonts/cousine', 'Cousine'),
  ...['400Regular', '700Bold'].map((cut) =>
    join(packageFolder('@expo-google-fonts/noto-sans-thai'), cut, `NotoSansThai_${cut}.ttf`),
  ),
  ...['400Regular', '700Bold'].map((cut) =>
    join(packageFolder('@expo-google-fonts/noto-emoji'), cut, `NotoEmoji_${cut}.ttf`),
  ),
  ...['Sans', 'SansMono'].flatMap((family) => dejaVu(family, 'Oblique')),
  ...dejaVu('Serif', 'Italic'),
]

function packageFolder(name: string): string {
  return dirname(require.resolve(`${name}/package.json`))
}

function fourCuts(name: string, family: string): string[] {
  const cuts = ['400Regular', '400Regular_Italic', '700Bold', '700Bold_Italic']
  return cuts.map((cut) => join(packageFolder(name), cut, `${family}_${cut}.ttf`))
}

function dejaVu(family: string, slant: string): string[] {
  const folder = join(packageFolder('dejavu-fonts-ttf'), 'ttf')
  return ['', '-Bold', `-${slant}`, `-Bold${slant}`].map((cut) => join(folder, `DejaVu${family}${cut}.ttf`))
}

/** Makes a folder `fonts` in a working folder for libass, with the fonts of a file; returns its relative path. */
export async function burnFontsFolder(workFolder: string, brought: readonly EmbeddedFont[] = []): Promise<string> {
  const name = 'fonts'
  await mkdir(join(workFolder, name), { recursive: true })
  for (const file of files) {
    const bytes = new Uint8Array(await readFile(file))
    await writeFile(join(workFolder, name, basename(file)), fontForLibass(bytes))
  }
  for (const [at, { bytes }] of brought.entries()) {
    await writeFile(join(workFolder, name, `brought-${at}.ttf`), fontForLibass(bytes))
  }
  return name
}

/** Font folders of operating systems. */
const fontRoots = [
  '/usr/share/fonts',
  '/usr/local/share/fonts',
  join(homedir(), '.local/share/fonts'),
  '/Library/Fonts',
]

let found: Promise<ReadonlyMap<string, string>> | undefined

/** Path of one of `machineFonts`, cached; undefined if it is not installed. */
export async function machineFont(name: string): Promise<string | undefined> {
  found ??= findFonts()
  return (await found).get(name)
}

async function findFonts(): Promise<ReadonlyMap<string, string>> {
  const wanted = new Set<string>(machineFonts)
  const paths = new Map<string, string>()
  for (const root of fontRoots) {
    const entries = await readdir(root, { recursive: true, withFileTypes: true }).catch(() => [])
    for (const entry of entries) {
      if (wanted.has(entry.name) && !paths.has(entry.name)) paths.set(entry.name, join(entry.parentPath, entry.name))
    }
  }
  return paths
}
