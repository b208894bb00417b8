/** Every reader on two million characters of traps: the slowest of each. */
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { formats } from '#core/subtitle/formats/format.ts'
import { hostileBytes, hostileTexts } from '#tests/support/hostile-texts.ts'
import { number, printTable } from './table.ts'

const LENGTH = 2_000_000
const SHOWN = 3

interface Timed {
  readonly name: string
  readonly ms: number
}

export async function benchReaders(): Promise<void> {
  const rows: string[][] = []
  for (const format of formats) {
    const times: Timed[] = []
    for (const [name, make] of hostileTexts(format, LENGTH)) {
      const text = make()
      times.push(await timed(name, () => readSubtitle(text, sequentialIds('c'), { format })))
    }
    rows.push(...slowest(format, times))
  }
  const times: Timed[] = []
  for (const [name, make] of hostileBytes(LENGTH)) {
    const bytes = make()
    times.push(await timed(name, () => decodeBytes(bytes)))
  }
  rows.push(...slowest('bytes', times))
  printTable('Two million hostile characters, the slowest three of each reader', ['reader', 'text', 'ms'], rows)
}

async function timed(name: string, read: () => unknown): Promise<Timed> {
  const begin = performance.now()
  await read()
  return { name, ms: performance.now() - begin }
}

function slowest(reader: string, times: Timed[]): string[][] {
  times.sort((a, b) => b.ms - a.ms)
  return times.slice(0, SHOWN).map(({ name, ms }) => [reader, name, number(ms)])
}
