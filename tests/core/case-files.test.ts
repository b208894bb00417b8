import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { fileBytes, readSubtitleBytes, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { realData } from '#tests/support/real-files.ts'

const folder = join(realData ?? '', 'cases')
const present = realData !== undefined && existsSync(folder)

async function read(name: string, language?: string) {
  const bytes = readFileSync(join(folder, name))
  return { bytes, ...(await readSubtitleBytes(bytes, sequentialIds('c'), { name, language })) }
}

/** `start --> end` of the first line, or starts and texts of all. */
const span = ({ start, end }: { start: number; end: number }) => `${formatTimecode(start)} --> ${formatTimecode(end)}`

describe.skipIf(!present)('files from public reports (needs CUELANE_TEST_DATA)', () => {
  test.each([
    ['02-ttml-smpte-ndf/ndf.ttml', '00:10:30,630 --> 01:00:03,600'],
    ['02-ttml-smpte-ndf/itt-2398.ttml', '01:00:03,600 --> 01:00:05,102'],
    ['02-ttml-smpte-ndf/df.ttml', '00:10:30,029 --> 00:59:59,996'],
    ['02-ttml-smpte-ndf/df-5929.ttml', '00:01:00,027 --> 00:01:00,060'],
    ['02-ttml-smpte-ndf/media.ttml', '00:10:30,501 --> 01:00:00,000'],
    ['02-ttml-smpte-ndf/frames-offset.ttml', '00:00:01,001 --> 00:00:02,002'],
    ['04-stl-subtitle-zero/plain-10h.stl', '00:00:01,000 --> 00:00:03,000'],
    ['04-stl-subtitle-zero/zero-then-10h.stl', '00:00:01,000 --> 00:00:03,000'],
    ['04-stl-subtitle-zero/tcp10-times-from-0.stl', '00:00:01,000 --> 00:00:03,000'],
    ['04-stl-subtitle-zero/tcp0-times-from-10.stl', '10:00:01,000 --> 10:00:03,000'],
    ['07-whisperx-digits/nan.json', '00:00:01,000 --> 00:00:03,000'],
    ['15-scc-codes/frame31.scc', '00:00:01,302 --> 00:00:03,404'],
    ['16-polish-sub/microdvd-comma.sub', '00:00:01,000 --> 00:00:03,000'],
    ['16-polish-sub/mpl2.sub', '00:00:01,000 --> 00:00:03,000'],
    ['16-polish-sub/mpl2.txt', '00:00:01,000 --> 00:00:03,000'],
  ])('%s', async (name, times) => {
    expect(span((await read(name)).cues[0]!)).toBe(times)
  })

  test.each([
    ['04-stl-subtitle-zero/zero-then-10h.stl', ['First', 'Second']],
    ['17-vtt-concat/relative-times.vtt', ['at 1', 'at 7', 'at 13']],
    ['17-vtt-concat/abs-times-dups.vtt', ['Across the border', 'Second', 'Third']],
    ['15-scc-codes/frame31.scc', ['{\\an1}first', '{\\an1}lost text']],
  ])('lines of %s', async (name, texts) => {
    expect((await read(name)).cues.map(({ text }) => text)).toEqual(texts)
  })

  test('segments have the times of the stream', async () => {
    const { cues } = await read('17-vtt-concat/relative-times.vtt')
    expect(cues.map(({ start }) => start)).toEqual([1000, 7000, 13_000])
  })

  test('the second language of SAMI', async () => {
    const texts = async (language?: string) =>
      (await read('14-smi/two-langs.smi', language)).cues.map(({ text }) => text)
    expect(await texts('en')).toEqual(['first line', 'second line'])
    expect((await texts())[0]).toBe('첫 줄')
  })

  test.each([
    ...['back-to-back', 'backspace', 'edm-inside', 'extended-doubled', 'extended', 'frame31', 'midrow-punct'].map(
      (name) => `15-scc-codes/${name}.scc`,
    ),
    ...['no-edm-at-end', 'pac-pair-repeated', 'upper-nosep'].map((name) => `15-scc-codes/${name}.scc`),
    '02-ttml-smpte-ndf/df.ttml',
    '04-stl-subtitle-zero/zero-then-10h.stl',
  ])('%s comes back unedited as it came', async (name) => {
    const { cues, format, extras, bytes } = await read(name)
    expect(Buffer.from(fileBytes(writeSubtitle(cues, format, { extras }).text, format)).equals(bytes)).toBe(true)
  })
})
