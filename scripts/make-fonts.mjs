/** `node scripts/make-fonts.mjs`: the required parts of the typefaces, from the packages into src/ui/fonts. */
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')

/** The characters from one code point up to another. */
function between(first, last) {
  return Array.from({ length: last - first + 1 }, (_, at) => String.fromCodePoint(first + at)).join('')
}

const ascii = between(0x20, 0x7e)
/** Those of `unicode-range` in src/ui/fonts.css. */
const western = `${ascii}${between(0xa0, 0xff)}ıŒœˆ˜–—‘’‚“”„†‡•…‰‹›€™↑↓−`

/** The design uses weights 400 to 600: the others would be a quarter of the file. */
const weights = { wght: { min: 400, max: 600, default: 400 } }

/** Kerning, accents and tabular figures; alternative letters are not used. */
const keepFeatures = ['kern', 'mark', 'mkmk', 'ccmp', 'locl', 'tnum']

const parts = [
  { family: 'inter', characters: western },
  // Times and keys only.
  { family: 'jetbrains-mono', characters: `${ascii}·–−…` },
]
for (const { family, characters } of parts) {
  const source = join(root, `node_modules/@fontsource-variable/${family}/files/${family}-latin-wght-normal.woff2`)
  const options = { targetFormat: 'woff2', variationAxes: weights, keepFeatures }
  const part = await subsetFont(readFileSync(source), characters, options)
  const file = join(root, 'src/ui/fonts', `${family}.woff2`)
  writeFileSync(file, part)
  console.log(`${file}: ${(part.length / 1000).toFixed(1)} kB`)
}
