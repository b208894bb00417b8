import { readFileSync } from 'node:fs'
import { createRequire } from 'node:module'
import { describe, expect, test } from 'vitest'
import { fileStylesOf } from '#core/subtitle/formats/ass/drawn.ts'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { type Cue, makeCue, partId, sequentialIds, wholeOf } from '#core/subtitle/cue/cue.ts'
import { embeddedFonts } from '#core/subtitle/formats/ass/embedded-fonts.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { familiesOfFont } from '#core/subtitle/text/font-file.ts'
import type { Format } from '#core/subtitle/formats/format.ts'
import { readStoredFile, writeImportedFile } from '#core/subtitle/formats/imported-file.ts'
import { blockFont } from '#tests/support/block-font.ts'
import { encodeFont } from '#tests/support/encode-font.ts'
import { usualLook } from '#tests/support/burn-look.ts'
import { karaokeFile } from '#tests/support/karaoke.ts'

const stored = (content: string, format: Format = 'ass') => {
  const { cues } = readSubtitle(content, sequentialIds('f-'), { format })
  return readStoredFile({ format, content, cue_prefix: 'f-', cue_count: cues.length })
}
const vtt =
  'WEBVTT - songs\n\nSTYLE\n::cue(.loud) { color: red }\n\nREGION\nid:top\nlines:2\n\nNOTE by Ann\n\nintro\n00:01.000 --> 00:04.000 region:top align:left\nRow <00:02.000>your <00:03.000>boat\n\n00:05.000 --> 00:06.000\n<v Ann>Good <c.loud>morning</c>\n'

describe('a version of a file', () => {
  test.each<[Format, string]>([
    ['ass', karaokeFile],
    ['vtt', vtt],
    ['srt', '\uFEFF7\r\n0:0:1.5 -> 00:00:02,000\r\none\r\n'],
    [
      'ttml',
      '<?xml version="1.0" encoding="utf-8"?>\r\n<tt><body><div><p begin="1s" end="2s">Hi</p></div></body></tt>',
    ],
  ])('is the very file where nothing was edited: %s', (format, content) => {
    const file = stored(content, format)
    expect(file.cues.length).toBeGreaterThan(0)
    expect(writeImportedFile([...file.cues], file)).toEqual({ text: content, losses: [] })
  })

  test('keeps every line as it was but for the edited one, which has its own style', () => {
    const file = stored(karaokeFile)
    const edited = file.cues.map((cue, at) => (at === 1 ? { ...cue, text: 'Row my boat' } : cue))
    const { text } = writeImportedFile(edited, file)
    const wanted = karaokeFile.replace('{\\k60}Row {\\k60}your {\\k60}boat', '{\\i0\\an2}Row my boat')
    expect(lines(text).filter((line) => !lines(wanted).includes(line))).toHaveLength(1)
    expect(text).toMatch(/Song,,0,0,0,,\{[^}]*\}.*Row my boat\r\n/)
    expect(text.startsWith('\uFEFF[Script Info]\r\n; Made by hand\r\n')).toBe(true)
  })

  test('keeps word times of WebVTT, styles, regions and notes beside an edited line, whose voice stays', () => {
    const file = stored(vtt, 'vtt')
    const edited = file.cues.map((cue, at) => (at === 1 ? { ...cue, text: 'Good evening' } : cue))
    const { text } = writeImportedFile(edited, file)
    expect(text).toContain('Row <00:02.000>your <00:03.000>boat')
    expect(text).toContain('REGION\nid:top')
    expect(text).toContain('<v Ann>Good evening')
  })

  test('a line that is cut in two has the style of the whole in both', () => {
    const file = stored(karaokeFile)
    const [sign] = file.cues
    const cues: Cue[] = [
      { ...sign!, end: 1500, text: '{\\pos(200,220)\\frz12}HAR' },
      { ...sign!, id: partId('e1-1', sign!.id), start: 1600, text: 'BOUR' },
      makeCue('e1-2', 9000, 9500, 'new'),
    ]
    const { text } = writeImportedFile(cues, file)
    expect(text).toMatch(/0:00:01\.60,0:00:03\.50,Sign,/)
    const script = writeBurnAss([cues[1]!], usualLook(640, 360), fileStylesOf(file.extras))
    expect(script).toMatch(/0:00:01\.60,0:00:03\.50,Sign,/)
  })

  test('parts of parts are parts of the whole; an id that would be too long says nothing', () => {
    expect(wholeOf(partId('e-2', partId('e-1', 'f-3')))).toBe('f-3')
    expect(partId('e-1', 'x'.repeat(64))).toBe('e-1')
    expect(wholeOf('e-1')).toBe('e-1')
  })

  test('cues that are counted otherwise than before get nothing of others', () => {
    const file = readStoredFile({ format: 'ass', content: karaokeFile, cue_prefix: 'f-', cue_count: 99 })
    const { text } = writeImportedFile([makeCue('f-1', 0, 1000, 'x')], file)
    expect(text).toContain('Style: Sign,')
    expect(text).not.toContain('pos(200')
  })
})

const lines = (text: string): string[] => text.split('\r\n')

describe('what a file is drawn with', () => {
  const file = stored(karaokeFile)
  const script = (cues: readonly Cue[], language = 'en') =>
    writeBurnAss(cues, usualLook(640, 360, language), fileStylesOf(file.extras))

  test('is its styles, sizes and events, with fonts that every machine has', () => {
    const text = script(file.cues)
    expect(text).toContain('Style: Default,Arimo,24')
    expect(text).toContain('{\\pos(200,220)\\frz12}HARBOUR')
    expect(text).not.toMatch(/Aegisub|Comment:/)
  })

  test('other scripts have the fonts that draw them, and fonts named in a line are ones that can be had', () => {
    const [, , plain] = file.cues
    expect(script([{ ...plain!, text: '你好 a' }])).toContain('{\\fnNoto Sans CJK SC}你好{\\fnArimo} a')
    expect(script([{ ...plain!, text: '{\\fnComic Sans MS}a {\\fnDejaVu Serif}b{\\rSign}你' }])).toContain(
      '{\\fnDejaVu Sans}a {\\fnDejaVu Serif}b{\\rSign}{\\fnNoto Serif CJK SC}你{\\fnDejaVu Serif}',
    )
  })

  test('styles count wherever they stand, and a file without any is drawn as libass does', () => {
    const late = stored('[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,x\n\n[V4+ Styles]\nStyle: A,Arial,20')
    expect(fileStylesOf(late.extras)?.extras.head).toContain('Style: A,Arimo,20')
    const bare = stored('[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,x')
    expect(fileStylesOf(bare.extras)?.extras.head).toContain('Style: Default,Arimo,18')
  })

  test('braces that nothing closes stay as they are, however many', () => {
    const drawn = (text: string): string => {
      const { cues, extras } = stored(
        `[V4+ Styles]\nStyle: A,Arial,20\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,${text}`,
      )
      return writeBurnAss(cues, usualLook(640, 360), fileStylesOf(extras))
    }
    const braces = '{'.repeat(200_000)
    expect(drawn(`${braces}你`).endsWith(`{{你\n`)).toBe(true)
    expect(drawn('{a{你}你')).toContain(',,{a{你}{\\fnNoto Sans CJK SC}你{\\fnArimo}')
  })

  test('no other format brings styles, and none that are endless', () => {
    expect(fileStylesOf(stored(vtt, 'vtt').extras)).toBeUndefined()
    const endless = `[V4+ Styles]\n${'Style: A,Arial,20\n'.repeat(60_000)}\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,x`
    expect(fileStylesOf(stored(endless).extras)).toBeUndefined()
  })
})

describe('fonts that a file brings', () => {
  const require = createRequire(import.meta.url)
  const bytes = new Uint8Array(readFileSync(require.resolve('dejavu-fonts-ttf/ttf/DejaVuSansMono-Oblique.ttf')))

  test('are read with their names, whatever the file calls them', () => {
    const [font] = embeddedFonts(['fontname: ../../etc/passwd', ...encodeFont(bytes)])
    expect(Buffer.from(font!.bytes).equals(bytes)).toBe(true)
    expect(font!.names).toEqual(expect.arrayContaining(['dejavu sans mono', 'dejavu sans mono oblique']))
  })

  test('that are made for tests are sound', () =>
    expect(familiesOfFont(blockFont('Harbor Blocks'))).toContain('harbor blocks'))

  test('draw the styles that name them', () => {
    const text = `[V4+ Styles]\nStyle: A,DejaVu Sans Mono Oblique,20\n\n[Fonts]\nfontname: a.ttf\n${encodeFont(bytes).join('\n')}\n\n[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,A,,0,0,0,,你好`
    const file = stored(text)
    const styles = fileStylesOf(file.extras)!
    expect(styles.fonts).toHaveLength(1)
    const script = writeBurnAss(file.cues, usualLook(640, 360), styles)
    expect(script).toContain('Style: A,DejaVu Sans Mono Oblique,20')
    expect(script).toMatch(/,,你好\n/)
    expect(script).not.toContain('[Fonts]')
    expect(writeImportedFile(file.cues, file).text).toBe(text)
  })

  test('are left out where they are none', () => {
    const cut = bytes.slice(0, 2000)
    const wrong = bytes.slice()
    wrong.set([0xff, 0xff, 0xff, 0xff], 12 + 8)
    for (const font of [cut, wrong, new Uint8Array(0), new TextEncoder().encode('<svg onload=alert(1)>'.repeat(9))]) {
      expect(familiesOfFont(font)).toBeUndefined()
      expect(embeddedFonts(['fontname: x.ttf', ...encodeFont(font)])).toEqual([])
    }
    expect(embeddedFonts(Array.from({ length: 40 }, () => ['fontname: a', ...encodeFont(bytes)]).flat())).toHaveLength(
      32,
    )
  })
})
