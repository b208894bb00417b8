/** Damaged copies of subtitle files in every encoding: how many are decoded wrongly. */
import { measureDamage, realEncodedFiles, spokenFiles } from '#tests/support/damaged-files.ts'
import { printTable } from './table.ts'

const COPIES = 1000

export async function benchEncodings(): Promise<void> {
  for (const lines of [2, 5, 10]) await table(`${lines} spoken lines`, spokenFiles([lines]))
  const real = realEncodedFiles()
  if (real.length > 0)
    await table('the files of CUELANE_TEST_DATA, and ten spoken lines', [...real, ...spokenFiles([10])])
  else console.log('\nCUELANE_TEST_DATA is not set: no real files were measured.')
}

async function table(title: string, files: ReturnType<typeof spokenFiles>): Promise<void> {
  const results = await measureDamage(files, COPIES)
  const share = (wrong: number, copies: number) => `${(100 - (100 * wrong) / copies).toFixed(1)} %`
  const rows = results.map((one) => [
    one.encoding,
    String(one.files),
    String(one.copies),
    String(one.wrong),
    share(one.wrong, one.copies),
  ])
  const wrong = results.reduce((sum, one) => sum + one.wrong, 0)
  const copies = results.length * COPIES
  rows.push(['all', String(files.length), String(copies), String(wrong), share(wrong, copies)])
  printTable(
    `Damaged copies that keep their encoding: ${title}`,
    ['encoding', 'files', 'copies', 'wrong', 'right'],
    rows,
  )
}
