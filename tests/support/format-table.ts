import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { type Format, formats } from '#core/subtitle/formats/format.ts'
import type { Holding } from '#core/subtitle/formats/holdings.ts'

const RICH =
  '{\\an8}<i>it</i> <b>is</b> <u>so</u> <s>old</s> <font color="#ffff00">sun</font>\nand a row that is longer than a screen of captions'
const sample = [
  makeCue('a', 5001, 9003, RICH),
  makeCue('b', 8000, 9500, '{\\an1}你好, Привет, ½'),
  makeCue('c', 12_000, 12_200, 'Short'),
]

const PICTURES = `<tt xmlns="http://www.w3.org/ns/ttml" xmlns:smpte="http://www.smpte-ra.org/schemas/2052-1/2010/smpte-tt" xmlns:ittm="http://www.w3.org/ns/ttml/profile/imsc1#metadata"><body><div begin="1s" end="2s" smpte:backgroundImage="a.png"><metadata><ittm:altText>Hello</ittm:altText></metadata></div></body></tt>`

/** IMSC's image profile: the fate of its alternative texts. */
function pictureRow(): string {
  const read = readSubtitle(PICTURES, sequentialIds('c'))
  const { text, losses } = writeSubtitle(read.cues, 'ttml', { extras: read.extras })
  const same = JSON.stringify(readSubtitle(text, sequentialIds('c')).cues) === JSON.stringify(read.cues)
  const found = losses.map(({ kind }) => kind).join(', ')
  return `| pictures of IMSC | text alternatives | as text | ${same ? 'yes' : 'no'} | ${text === PICTURES ? 'yes' : 'no'} | no | milliseconds | – | ${found} |`
}

/** The guide's rows: a rich sample's losses in each format are measured. */
export function formatTable(holdings: Record<Format, Holding>): string {
  const rows = formats.map((format) => {
    const { text, losses } = writeSubtitle(sample, format, { speakers: new Map([['a', 'Ann']]) })
    const once = readSubtitle(text, sequentialIds('c'), { format })
    const again = writeSubtitle(once.cues, format, { extras: once.extras, speakers: once.speakers })
    const twice = readSubtitle(again.text, sequentialIds('c'), { format })
    const same = JSON.stringify(once.cues) === JSON.stringify(twice.cues)
    const unedited = again.text === text
    const { times, grid } = holdings[format]
    const found = losses.map(({ kind }) => kind).sort()
    const limits = grid ? `${grid.columns} × ${grid.rows}` : '–'
    return `| \`${format}\` | yes | yes | ${same ? 'yes' : 'no'} | ${unedited ? 'yes' : 'no'} | ${losses.length === 0 ? 'yes' : 'no'} | ${times} | ${limits} | ${found.join(', ') || '–'} |`
  })
  return [
    '| format | read | write | round trip | unedited to the letter | lossless | times | letters × rows | losses reported for a rich sample |',
    '| --- | --- | --- | --- | --- | --- | --- | --- | --- |',
    ...rows,
    pictureRow(),
  ].join('\n')
}
