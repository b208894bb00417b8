import { spawnSync } from 'node:child_process'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { readXliff } from '#core/translate/exchange/read-xliff.ts'
import { type MemoryPair, TmxReader, writeTmx } from '#core/translate/exchange/tmx.ts'
import { writeXliff } from '#core/translate/exchange/xliff.ts'

/** Debian's interpreter: its packages are not another one's. */
const python = '/usr/bin/python3'
const has = spawnSync(python, ['-c', 'import translate.storage.xliff, translate.storage.tmx']).status === 0
const skipped = has ? '' : ' (skipped: Debian’s translate-toolkit is not installed)'

let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-exchange-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

/** Reads a file with the toolkit, says what it read, and writes it again with one more translation. */
const program = `
import json, sys
from translate.storage import factory
from translate.storage.placeables import StringElem
store = factory.getobject(sys.argv[1])
read = [[str(unit.source), str(unit.target or '')] for unit in store.units if not unit.isheader()]
last = [unit for unit in store.units if not unit.isheader()][-1]
if sys.argv[1].endswith('xlf'): last.rich_target = [StringElem(['Todo & <más>'])]
else: last.settarget('Todo & <más>', 'es')
open(sys.argv[2], 'wb').write(bytes(store))
print(json.dumps(read))
`

function through(name: string, text: string): { read: [string, string][]; written: string } {
  const [input, output] = [join(folder, name), join(folder, `out-${name}`)]
  writeFileSync(input, text)
  const { status, stdout, stderr } = spawnSync(python, ['-c', program, input, output], { encoding: 'utf8' })
  expect([status, stderr]).toEqual([0, ''])
  const written = spawnSync('cat', [output], { encoding: 'utf8' }).stdout
  return { read: JSON.parse(stdout) as [string, string][], written }
}

test.skipIf(!has)(`XLIFF 1.2 passes another program and comes back with its change${skipped}`, () => {
  const line = (id: string, source: string, target: string) => ({
    ...{ id, start: 1000, end: 2000, source, target, limit: 84, comment: id === 'b' ? 'Who?' : '' },
  })
  const lines = [line('a', '<i>One</i>\n& two', '<i>Uno</i>\ny dos'), line('b', 'All', '')]
  const document = { original: 'x.mp4', sourceLanguage: 'en', targetLanguage: 'es', frameRate: undefined, lines }
  const { read, written } = through('lines.xlf', writeXliff('1.2', document))
  expect(read.map(([source]) => source.includes('One') || source === 'All')).toEqual([true, true])
  const { units } = readXliff(written)
  expect(units.map(({ id, target, comment }) => [id, target, comment])).toEqual([
    ['a', '<i>Uno</i>\ny dos', ''],
    ['b', 'Todo & <más>', 'Who?'],
  ])
})

test.skipIf(!has)(`a TMX memory passes another program and comes back with its change${skipped}`, () => {
  const pair = (source: string, target: string): MemoryPair => ({
    ...{ sourceLanguage: 'en', targetLanguage: 'es', source, target },
    ...{ video: 'harbour', person: 'ann', date: Date.UTC(2026, 10, 30), at: 1000 },
  })
  const { written } = through(
    'memory.tmx',
    [...writeTmx([pair('A\nship', 'Un\nbarco'), pair('All', 'x')], 'en')].join(''),
  )
  const found: MemoryPair[] = []
  const reader = new TmxReader((next) => found.push(next))
  reader.write(written)
  reader.end()
  expect(found).toEqual([pair('A\nship', 'Un\nbarco'), pair('All', 'Todo & <más>')])
})
