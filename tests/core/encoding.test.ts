import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue.ts'
import { decodeBytes, encodings } from '#core/subtitle/encoding.ts'
import { readSubtitleBytes } from '#core/subtitle/file.ts'

/** Bytes of a text in an encoding, by the decoder's own table turned round: Node writes only Unicode. */
function encode(text: string, label: string): Uint8Array {
  const table = tableOf(label)
  return Uint8Array.from([...text].flatMap((letter) => table.get(letter) ?? []))
}

const tables = new Map<string, Map<string, number[]>>()
function tableOf(label: string): Map<string, number[]> {
  const kept = tables.get(label)
  if (kept) return kept
  const decoder = new TextDecoder(label)
  const table = new Map<string, number[]>()
  for (let a = 0; a < 256; a++) {
    const one = decoder.decode(Uint8Array.of(a))
    if ([...one].length === 1 && one !== '\uFFFD' && !table.has(one)) table.set(one, [a])
    if (a <= 0x80) continue
    for (let b = 0x21; b < 256; b++) {
      const two = decoder.decode(Uint8Array.of(a, b))
      if ([...two].length === 1 && two !== '\uFFFD' && !table.has(two)) table.set(two, [a, b])
    }
  }
  tables.set(label, table)
  return table
}

const srt = (text: string) =>
  `1\r\n00:00:01,000 --> 00:00:02,500\r\n${text}\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,500\r\n${text}\r\n`

const SAMPLES: [string, string[], string][] = [
  ['Chinese', ['gb18030'], '你好世界,我们今天要讨论这个问题。'],
  ['Chinese, short', ['gb18030'], '你好世界'],
  ['Chinese, traditional', ['big5'], '您好世界,我們今天要討論這個問題。'],
  ['Japanese', ['shift_jis', 'euc-jp'], 'こんにちは、今日はこの問題について話します。'],
  ['Japanese, short', ['shift_jis', 'euc-jp'], 'ありがとう'],
  ['Korean', ['euc-kr'], '안녕하세요, 오늘은 이 문제를 이야기하겠습니다.'],
  ['Russian', ['windows-1251', 'koi8-r', 'iso-8859-5'], 'Здравствуйте, сегодня мы обсудим этот вопрос.'],
  ['French', ['windows-1252'], 'Ça veut dire quoi ? Je ne sais pas, peut-être à l’été.'],
  ['German', ['windows-1252'], 'Guten Tag, wir müssen über dieses größere Problem sprechen.'],
  ['Spanish', ['windows-1252'], '¿Qué significa? No lo sé, mañana.'],
  ['Polish', ['windows-1250', 'iso-8859-2'], 'Dzień dobry, dziś będziemy mówić o tym. Nie wiem, może być źle.'],
  ['Turkish', ['windows-1254'], 'Merhaba, bugün bu sorunu konuşacağız. Güneş ışığı çok güçlü.'],
  ['Greek', ['windows-1253', 'iso-8859-7'], 'Καλημέρα, σήμερα θα μιλήσουμε για αυτό το πρόβλημα.'],
  ['Hebrew', ['windows-1255', 'iso-8859-8'], 'שלום, היום נדבר על הבעיה הזאת.'],
  ['Arabic', ['windows-1256', 'iso-8859-6'], 'مرحبا اليوم سوف نتحدث عن هذه المشكلة.'],
  ['Thai', ['windows-874'], 'สวัสดีครับ วันนี้เราจะพูดถึงปัญหานี้'],
]

describe('legacy encodings are guessed from the text itself', () => {
  test.each(SAMPLES.flatMap(([name, labels, text]) => labels.map((label) => [name, label, text] as const)))(
    '%s in %s',
    async (_, label, text) => {
      const decoded = await decodeBytes(encode(srt(text), label))
      expect(decoded.text).toBe(srt(text))
      expect(decoded.confidence).toBeLessThan(1)
      expect(decoded.problems).toEqual([])
    },
  )
})

describe('Unicode', () => {
  const text = srt('Grüße, 你好 👋')
  const utf16 = (little: boolean) => {
    const bytes = new DataView(new ArrayBuffer(text.length * 2))
    for (let i = 0; i < text.length; i++) bytes.setUint16(i * 2, text.charCodeAt(i), little)
    return new Uint8Array(bytes.buffer)
  }
  const utf32 = (little: boolean) => {
    const points = [...text].map((letter) => letter.codePointAt(0)!)
    const bytes = new DataView(new ArrayBuffer(points.length * 4))
    for (const [at, point] of points.entries()) bytes.setUint32(at * 4, point, little)
    return new Uint8Array(bytes.buffer)
  }
  const marked = (mark: number[], bytes: Uint8Array) => Uint8Array.from([...mark, ...bytes])
  test.each<[string, Uint8Array, string]>([
    ['UTF-8', new TextEncoder().encode(text), 'utf-8'],
    ['UTF-8 with a mark', marked([0xef, 0xbb, 0xbf], new TextEncoder().encode(text)), 'utf-8'],
    ['UTF-16 LE', utf16(true), 'utf-16le'],
    ['UTF-16 LE with a mark', marked([0xff, 0xfe], utf16(true)), 'utf-16le'],
    ['UTF-16 BE', utf16(false), 'utf-16be'],
    ['UTF-16 BE with a mark', marked([0xfe, 0xff], utf16(false)), 'utf-16be'],
    ['UTF-32 LE', utf32(true), 'utf-32le'],
    ['UTF-32 LE with a mark', marked([0xff, 0xfe, 0, 0], utf32(true)), 'utf-32le'],
    ['UTF-32 BE', utf32(false), 'utf-32be'],
    ['UTF-32 BE with a mark', marked([0, 0, 0xfe, 0xff], utf32(false)), 'utf-32be'],
  ])('%s', async (_, bytes, encoding) => {
    const decoded = await decodeBytes(bytes)
    expect([decoded.encoding, decoded.text]).toEqual([encoding, text])
  })
})

test('a person can say which encoding it is', async () => {
  const bytes = encode(srt('Привет'), 'koi8-r')
  expect((await decodeBytes(bytes, 'koi8-r')).text).toContain('Привет')
  expect((await decodeBytes(bytes, 'windows-1251')).text).not.toContain('Привет')
  await expect(decodeBytes(bytes, 'klingon')).rejects.toThrow(RangeError)
})

test('every encoding on offer can be decoded', async () => {
  for (const label of encodings) expect((await decodeBytes(Uint8Array.of(0x41), label)).encoding).toBe(label)
})

test('bytes that are no letters are reported with their line', async () => {
  const { problems } = await decodeBytes(Uint8Array.from([0x61, 10, 0x62, 0xff, 0x63, 10, 0x64]), 'utf-8')
  expect(problems).toEqual([{ line: 2, kind: 'bytes_unreadable', text: 'b\uFFFDc' }])
})

test.each<[string, number[]]>([
  ['ZIP', [0x50, 0x4b, 3, 4, 0, 0]],
  ['JPEG', [0xff, 0xd8, 0xff, 0xe0]],
  ['Matroska', [0x1a, 0x45, 0xdf, 0xa3]],
  ['MP4', [0, 0, 0, 0x20, 0x66, 0x74, 0x79, 0x70]],
])('%s is no subtitle file, and says so', async (kind, bytes) => {
  const file = await readSubtitleBytes(Uint8Array.from(bytes), sequentialIds('c'))
  expect([file.cues, file.problems]).toEqual([[], [{ line: 1, kind: 'not_subtitles', text: kind }]])
})

test('this very file is UTF-8', async () => {
  expect((await decodeBytes(readFileSync(import.meta.filename))).encoding).toBe('utf-8')
})
