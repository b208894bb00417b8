/**
 * `node scripts/make-invoice-font.mjs`: the invoices' Chinese typeface from a pinned package, all characters of GB 2312.
 * The package is too large for a dependency.
 */
import { execFileSync } from 'node:child_process'
import { createHash } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import subsetFont from 'subset-font'

const root = join(import.meta.dirname, '..')
const PACKAGE = '@expo-google-fonts/noto-sans-sc@0.4.2'
const FONT = 'package/400Regular/NotoSansSC_400Regular.ttf'
const SHA256 = 'dc71173babc38dfd019912965f2b4b3421fb347ebd854e7b96f64ad63673924a'

/** ASCII and the two-byte characters of GB 2312: rows 1 to 9 are symbols and letters, 16 to 87 Han. */
function characters() {
  const decoder = new TextDecoder('gb2312')
  const rows = [...between(0xa1, 0xa9), ...between(0xb0, 0xf7)]
  const pairs = rows.flatMap((first) =>
    between(0xa1, 0xfe).map((second) => decoder.decode(new Uint8Array([first, second]))),
  )
  const ascii = between(0x20, 0x7e).map((code) => String.fromCodePoint(code))
  return [...new Set([...ascii, ...pairs.filter((text) => text.length === 1 && text !== '\uFFFD')])].join('')
}

function between(first, last) {
  return Array.from({ length: last - first + 1 }, (_, at) => first + at)
}

const folder = mkdtempSync(join(tmpdir(), 'cuelane-font-'))
try {
  const packed = execFileSync('npm', ['pack', '--silent', PACKAGE], { cwd: folder, encoding: 'utf8' }).trim()
  execFileSync('tar', ['-xzf', packed, FONT], { cwd: folder })
  const whole = readFileSync(join(folder, FONT))
  const hash = createHash('sha256').update(whole).digest('hex')
  if (hash !== SHA256) throw new Error(`${PACKAGE} ${FONT} is not the pinned file: ${hash}`)
  const part = await subsetFont(whole, characters(), { targetFormat: 'truetype' })
  const file = join(root, 'server/app/payments/noto-sans-sc.ttf')
  writeFileSync(file, part)
  console.log(`${file}: ${(part.length / 1000).toFixed(1)} kB, ${characters().length} characters`)
} finally {
  rmSync(folder, { recursive: true, force: true })
}
