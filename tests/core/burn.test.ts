import { describe, expect, test } from 'vitest'
import { fileStylesOf } from '#core/subtitle/formats/ass/drawn.ts'
import { pairCues } from '#core/subtitle/cue/bilingual.ts'
import { writeBilingualAss, writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { usualLook } from '#tests/support/burn-look.ts'
import { atEdge, clearOf, usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { withoutAutoHints, withWholeCharacterMap } from '#core/subtitle/text/font-file.ts'
import { facesOfScript, fontPieces } from '#core/subtitle/text/fonts.ts'

const look = usualLook(1280, 720)
const eventOf = (text: string, style = {}) =>
  writeBurnAss([makeCue('a', 0, 1000, text)], { ...look, style: { ...usualBurnStyle, ...style } })
    .split('\n')
    .find((line) => line.startsWith('Dialogue'))
    ?.split(',,0,0,0,,')[1]

describe('the script that is burned in and shown', () => {
  test.each([
    ['<i>a</i> b', {}, '{\\i1}a{\\i0} b'],
    ['{\\an8}a', {}, '{\\an8}a'],
    ['{\\an2}a', {}, 'a'],
    ['{\\an2}a', { align: 8 }, '{\\an2}a'],
    ['a', { align: 8 }, 'a'],
    ['<b>a</b> b', { bold: true }, '{\\b1}a{\\b} b'],
    ['♪ a', {}, '{\\fnDejaVu Sans}♪{\\fnNoto Sans} a'],
    ['♪ a', { font: 'DejaVu Sans' }, '♪ a'],
    ['你好 a', {}, '{\\fnNoto Sans CJK SC}你好{\\fnNoto Sans} a'],
  ])('%s in %o', (text, style, expected) => {
    expect(eventOf(text, style)).toBe(expected)
  })

  test('a row without blanks that the picture has no room for is broken between words; libass breaks at blanks alone', () => {
    const text = '它完全在你的电脑上运行，无需账户，无需云端，也不需要任何密钥，打开应用以后就可以开始创作'
    expect(eventOf(text)?.replaceAll(/\{[^}]*\}/g, '')).toBe(
      '它完全在你的电脑上运行，无需账户，\\N无需云端，也不需要任何密钥，\\N打开应用以后就可以开始创作',
    )
    expect(eventOf(`<i>${text.slice(0, 16)}</i>`)).not.toContain('\\N')
    expect(eventOf('a word of many letters '.repeat(9))).not.toContain('\\N')
  })

  test('sizes are shares of the picture, so that they hold at any resolution', () => {
    const style = (width: number, height: number) =>
      /^Style: .*$/m.exec(writeBurnAss([], usualLook(width, height)))?.[0].split(',')
    expect(style(1920, 1080)?.[2]).toBe('76')
    expect(style(1080, 1920)?.[2]).toBe('76')
    expect(style(1280, 720)?.slice(-4, -1)).toEqual(['36', '36', '36'])
  })

  test.each([
    ['Arial', 'Arimo'],
    ['times new roman', 'Tinos'],
    ['Courier New', 'Cousine'],
    ['Gill Sans', 'DejaVu Sans'],
  ])('%s of a file is drawn by %s', (name, family) => {
    const source = `[V4+ Styles]\nFormat: Name, Fontname\nStyle: Sign,${name}\n\n[Events]\nFormat: Start, End, Style, Text`
    const { cues, extras } = readSubtitle(`${source}\nDialogue: 0:00:00.00,0:00:01.00,Sign,a`, sequentialIds('x'))
    expect(facesOfScript(writeBurnAss(cues, look, fileStylesOf(extras)))[0]?.family).toBe(family)
  })

  test('the styles of a SubStation file hold', () => {
    const head = '[Script Info]\nScriptType: v4.00+\nPlayResX: 100\n\n[Events]\nFormat: Layer, Start, End, Style, Text'
    const source = `${head}\nDialogue: 0,0:00:00.00,0:00:01.00,Sign,{\\pos(1,2)\\k20}a`
    const { cues, extras } = readSubtitle(source, sequentialIds('x'))
    const script = writeBurnAss(cues, look, fileStylesOf(extras))
    expect(script).toContain('PlayResX: 100')
    expect(script).toContain('Sign,{\\pos(1,2)\\k20}a')
    expect(script).not.toContain('Noto')
  })
})

test('pieces of a text make up the text', () => {
  const text = 'Grüße, мир! 港口 ♪ שלום नमस्ते สวัสดี'
  const pieces = fontPieces(text, { family: 'Noto Sans', language: 'ja' })
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(new Set(pieces.map(({ family }) => family))).toEqual(
    new Set([undefined, 'Noto Sans CJK JP', 'DejaVu Sans', 'Noto Sans Thai']),
  )
})

test.each([
  ['Good morning 😀!', '😀'],
  ['👩‍👩‍👧 and 👍🏽', '👩‍👩‍👧|👍🏽'],
  ['🇫🇷 and 🏴󠁧󠁢󠁳󠁣󠁴󠁿', '🇫🇷|🏴󠁧󠁢󠁳󠁣󠁴󠁿'],
  ['I ❤️ you, 1️⃣ of 10 ♪', '❤️|1️⃣'],
  ['❤ ☀ 10 # * a\u200db', ''],
  ['👨‍⚕️', '👨‍⚕️'],
])('pictures in %s are drawn by a family that has them', (text, expected) => {
  const pieces = fontPieces(text, { family: 'Noto Sans', language: 'en' })
  expect(pieces.map((piece) => piece.text).join('')).toBe(text)
  expect(pieces.flatMap((piece) => (piece.family === 'Noto Emoji' ? [piece.text] : [])).join('|')).toBe(expected)
})

test('a script asks for the faces that it turns on', () => {
  const faces = (text: string) =>
    facesOfScript(writeBurnAss([makeCue('a', 0, 1, text)], look)).map(
      ({ family, bold, italic }) => `${family}${bold ? ' bold' : ''}${italic ? ' italic' : ''}`,
    )
  expect(faces('a')).toEqual(['Noto Sans'])
  expect(faces('<i>a</i>').sort()).toEqual(['Noto Sans', 'Noto Sans italic'])
  expect(faces('<b>♪</b>').sort()).toEqual(['DejaVu Sans', 'DejaVu Sans bold', 'Noto Sans', 'Noto Sans bold'])
})

test('a style goes to an edge in its own column', () => {
  expect(atEdge({ ...usualBurnStyle, align: 3 }, 'top').align).toBe(9)
  expect(atEdge({ ...usualBurnStyle, align: 7 }, 'bottom').align).toBe(1)
})

test('a font with a short control program counts as hinted, any other stays as it is', () => {
  const font = new Uint8Array(64)
  const view = new DataView(font.buffer)
  view.setUint32(0, 0x00010000)
  view.setUint16(4, 1)
  font.set(new TextEncoder().encode('prep'), 12)
  view.setUint32(20, 40)
  view.setUint32(24, 7)
  expect(new DataView(withoutAutoHints(font).buffer).getUint32(24)).toBe(8)
  view.setUint32(24, 20)
  expect(withoutAutoHints(font)).toBe(font)
  const broken = new Uint8Array(new TextEncoder().encode('no font at all'))
  expect(withoutAutoHints(broken)).toBe(broken)
})

test('of two maps of characters for Windows that of all is left', () => {
  const font = new Uint8Array(96)
  const view = new DataView(font.buffer)
  view.setUint32(0, 0x00010000)
  view.setUint16(4, 2)
  font.set(new TextEncoder().encode('GSUB'), 12)
  font.set(new TextEncoder().encode('cmap'), 28)
  view.setUint32(36, 60)
  view.setUint16(62, 2)
  const record = (at: number, encoding: number): void => {
    view.setUint16(64 + at * 8, 3)
    view.setUint16(66 + at * 8, encoding)
  }
  record(0, 1)
  record(1, 4)
  expect(withWholeCharacterMap(font)).toBe(font)
  record(1, 10)
  const encodings = [66, 74].map((at) => new DataView(withWholeCharacterMap(font).buffer).getUint16(at))
  expect(encodings).toEqual([7, 10])
  const cut = font.slice(0, 70)
  expect(withWholeCharacterMap(cut)).toBe(cut)
})

describe('two versions together', () => {
  const first = [makeCue('1', 1000, 2000, 'one'), makeCue('2', 2100, 4000, 'two')]
  const second = [
    makeCue('a', 900, 2050, '<i>eins</i>'),
    makeCue('b', 2200, 2900, 'zwei'),
    makeCue('c', 3000, 3900, 'drei'),
    makeCue('d', 3950, 6000, 'allein'),
  ]

  test('a line goes with the one that it shares most time with, at that one’s times', () => {
    const pairs = pairCues(first, second)
    expect(pairs.map((pair) => [pair.start, pair.end, pair.first?.id, pair.second.map(({ id }) => id).join()])).toEqual(
      [
        [1000, 2000, '1', 'a'],
        [2100, 4000, '2', 'b,c'],
        [3950, 6000, undefined, 'd'],
      ],
    )
  })

  test.each([
    ['below', '{\\r}one\\N{\\r\\fs25}{\\i1}eins'],
    ['above', '{\\r\\fs25}{\\i1}eins\\N{\\r}one'],
  ] as const)('the second one stands %s, in its own size', (place, expected) => {
    const script = writeBilingualAss(first, { cues: second, language: 'de', place, size: 50 }, look)
    const events = script.split('\n').filter((line) => line.startsWith('Dialogue'))
    expect(events).toHaveLength(3)
    expect(events[0]).toBe(`Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,${expected}`)
  })
})

test('rows keep clear of text in the picture: beside it, or at the other edge where it reaches far', () => {
  const bottom = { x: 0.2, y: 0.85, width: 0.6, height: 0.1 }
  expect(clearOf(usualBurnStyle, bottom)).toMatchObject({ align: 2, margin: { y: 17 } })
  expect(clearOf(atEdge(usualBurnStyle, 'top'), bottom)).toMatchObject({ align: 8, margin: { y: 5 } })
  expect(clearOf(usualBurnStyle, { ...bottom, y: 0.5, height: 0.4 })).toMatchObject({ align: 8, margin: { y: 5 } })
  expect(clearOf(usualBurnStyle, { ...bottom, y: 0.05 })).toEqual(usualBurnStyle)
  expect(clearOf({ ...usualBurnStyle, align: 5 }, bottom).align).toBe(5)
})
