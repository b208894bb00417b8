import { makeCue, sequentialIds } from '#core/subtitle/cue.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/file.ts'
import { type Format, formats } from '#core/subtitle/format.ts'
import type { Holding } from '#core/subtitle/holdings.ts'

const RICH =
  '{\\an8}<i>it</i> <b>is</b> <u>so</u> <s>old</s> <font color="#ffff00">sun</font>\nand a row that is longer than a screen of captions'
const sample = [
  makeCue('a', 5001, 9003, RICH),
  makeCue('b', 8000, 9500, '{\\an1}你好, Привет, ½'),
  makeCue('c', 12_000, 12_200, 'Short'),
]

/** The rows of the guide: what a rich sample loses in each format is measured, not said. */
export function formatTable(holdings: Record<Format, Holding>): string {
  const rows = formats.map((format) => {
    const { text, losses } = writeSubtitle(sample, format, { speakers: new Map([['a', 'Ann']]) })
    const once = readSubtitle(text, sequentialIds('c'), { format })
    const twice = readSubtitle(
      writeSubtitle(once.cues, format, { extras: once.extras, speakers: once.speakers }).text,
      sequentialIds('c'),
      { format },
    )
    const same = JSON.stringify(once.cues) === JSON.stringify(twice.cues)
    const { times, grid } = holdings[format]
    const told = losses.map(({ kind }) => kind).sort()
    const limits = grid ? `${grid.columns} × ${grid.rows}` : '–'
    return `| \`${format}\` | yes | yes | ${same ? 'yes' : 'no'} | ${losses.length === 0 ? 'yes' : 'no'} | ${times} | ${limits} | ${told.join(', ') || '–'} |`
  })
  return [
    '| format | read | write | round trip | lossless | times | letters × rows | losses told of a rich sample |',
    '| --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
  ].join('\n')
}
