import { readFileSync } from 'node:fs'
import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { decodeBytes } from '#core/subtitle/formats/encoding/encoding.ts'
import { decodeCp850 } from '#core/subtitle/formats/encoding/dos-letters.ts'
import { encodings } from '#core/subtitle/formats/encoding/encodings.ts'
import { readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import { encode as encoded } from '#tests/support/legacy-bytes.ts'

const encode = (text: string, label: string): Uint8Array => encoded(text, label)!

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

const cue = (text: string) => `1\r\n00:00:01,000 --> 00:00:02,500\r\n${text}\r\n`

const SHORT: Record<string, readonly string[]> = {
  'windows-1250': ['Żółw.', 'Stół.', 'Księżyc', 'Łódź', 'Dziękuję.', 'Ještě něco?', 'Děkuji', 'Mąż', 'Szép!'],
  'iso-8859-2': ['Żółw.', 'Księżyc', 'Cześć!'],
  'windows-1252': ['Ça va?', 'Größe', '¿Qué?', 'Señor', 'Está bem'],
  'windows-1251': ['Привет', 'Что?', 'Спасибо', 'Здравейте'],
  'windows-1253': ['Καλημέρα', 'Ναι'],
  'windows-874': ['ใช่', 'ขอบคุณ'],
  gb18030: ['谢谢你'],
  'euc-kr': ['안녕'],
}

describe('one word in an old encoding', () => {
  const words = Object.entries(SHORT).flatMap(([label, texts]) => texts.map((text) => [text, label] as const))
  test.each(words)('%s in %s', async (text, label) => {
    const decoded = await decodeBytes(encode(cue(text), label))
    expect([decoded.text, decoded.problems]).toEqual([cue(text), []])
  })

  test('law: no word of letters that the encoding has comes out as damaged UTF-8', async () => {
    const letters = 'ąćęłńóśźżáčďéěíňřšťúůýžäöüßőűçğışñàâèêëîïôùû'
    const word = fc.string({ unit: fc.constantFrom(...letters, ...'abcdeklmnoprstuwz'), minLength: 1, maxLength: 8 })
    const label = fc.constantFrom('windows-1250', 'iso-8859-2', 'windows-1252', 'windows-1254')
    await fc.assert(
      fc.asyncProperty(word, label, async (text, encoding) => {
        const bytes = encoded(cue(text), encoding)
        fc.pre(bytes !== undefined && bytes.some((byte) => byte > 127))
        expect((await decodeBytes(bytes)).text).not.toContain('\uFFFD')
      }),
      { numRuns: 200 },
    )
  })
})

describe('letters of DOS', () => {
  const CP850 = Array.from({ length: 128 }, (_, at) => decodeCp850(Uint8Array.of(128 + at)))
  const inDos = (text: string) =>
    Uint8Array.from(text, (letter) => (letter.charCodeAt(0) < 128 ? letter.charCodeAt(0) : 128 + CP850.indexOf(letter)))

  test.each([
    'Ça veut dire quoi ? Je ne sais pas, peut-être à cet été.',
    'Guten Tag, wir müssen über dieses größere Problem sprechen.',
    '¿Qué significa? No lo sé, mañana.',
    'Señor',
    'Größe',
    'Não sei, amanhã à noite.',
    'Hvad siger du? Vi må gå på arbejde, når det er mørkt.',
  ])('%s', async (text) => {
    const decoded = await decodeBytes(inDos(srt(text)))
    expect([decoded.encoding, decoded.text, decoded.problems]).toEqual(['cp850', srt(text), []])
  })

  test.each(['windows-1252', 'macintosh'])('law: no text of Western Europe in %s is taken for them', async (label) => {
    const texts = SAMPLES.filter(([, labels]) => labels.includes('windows-1252')).map(([, , text]) => text)
    const words = [...texts.join(' ').split(' '), '“Hello…”', '– Well… –', 'don’t', 'l’été']
    await fc.assert(
      fc.asyncProperty(fc.array(fc.constantFrom(...words), { minLength: 1, maxLength: 8 }), async (some) => {
        const bytes = encoded(cue(some.join(' ')), label)
        fc.pre(bytes !== undefined && bytes.some((byte) => byte > 127))
        expect((await decodeBytes(bytes)).encoding).not.toBe('cp850')
      }),
      { numRuns: 100 },
    )
  })
})

describe('UTF-8 that was encoded twice', () => {
  const twice = (text: string) =>
    new TextEncoder().encode(new TextDecoder('windows-1252').decode(new TextEncoder().encode(text)))

  test.each(['Déjà vu, l’été – « Ça va ? »', 'Привет, как дела?', 'Größe', '♪ Señor ♪'])('%s', async (text) => {
    const hinted = await decodeBytes(twice(srt(text)))
    expect([hinted.encoding, hinted.others, hinted.problems.map(({ line, kind }) => `${line} ${kind}`)]).toEqual([
      'utf-8',
      ['utf-8-twice'],
      ['3 doubled_utf8'],
    ])
    expect(await decodeBytes(twice(srt(text)), 'utf-8-twice')).toMatchObject({ text: srt(text), problems: [] })
  })

  test.each(['Déjà vu', 'CAFÉ»', 'Â', 'Ã©, Étè, à la carte', '你好', 'São João'])('%s was not', async (text) => {
    const { others, problems } = await decodeBytes(encode(srt(text), 'utf-8'))
    expect([others, problems]).toEqual([[], []])
  })
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

/** The bytes without those from `at` to before `to`, and with others in their place. */
const spliced = (bytes: Uint8Array, at: number, to: number, ...others: number[]): Uint8Array =>
  Uint8Array.from([...bytes.subarray(0, at), ...others, ...bytes.subarray(to)])

describe('damaged UTF-8 is UTF-8, its damage is told and other encodings are offered', () => {
  const cases: [string, Uint8Array, string][] = [
    ['a stray byte', spliced(encode(srt('Déjà vu'), 'utf-8'), 41, 41, 0xc3), 'Déjà \uFFFDvu'],
    ['a letter cut', spliced(encode(srt('他说中文。'), 'utf-8'), 43, 44), ''],
    ['a run written over', spliced(encode(srt('Ça va très bien, à bientôt'), 'utf-8'), 50, 53, 0xff, 0xfe, 0xfd), ''],
  ]
  test.each(cases)('%s', async (_, bytes, line) => {
    const decoded = await decodeBytes(bytes)
    expect(decoded.encoding).toBe('utf-8')
    expect(decoded.confidence).toBeLessThan(1)
    expect(decoded.problems).toMatchObject([{ line: 3, kind: 'bytes_unreadable' }])
    expect(decoded.problems[0]!.text).toContain(line)
    expect(decoded.others.length).toBeGreaterThan(0)
  })

  test('a file cut in the middle of a letter', async () => {
    const whole = encode(srt('我们说中文'), 'utf-8')
    const decoded = await decodeBytes(whole.subarray(0, whole.length - 3))
    expect([decoded.encoding, decoded.problems.map(({ line }) => line)]).toEqual(['utf-8', [7]])
  })

  test('a mark with a byte lost is not text', async () => {
    const decoded = await decodeBytes(Uint8Array.from([0xef, 0xbb, ...encode(srt('Hello'), 'utf-8')]))
    expect([decoded.encoding, decoded.problems.length]).toEqual(['utf-8', 1])
  })
})

describe('a mark that the bytes after it belie is not believed', () => {
  const french = srt('Ça a été très bien là-bas, près de l’été')
  test.each<[string, number[], string, string]>([
    ['UTF-8 before windows-1252', [0xef, 0xbb, 0xbf], french, 'windows-1252'],
    ['UTF-8 before UTF-16', [0xef, 0xbb, 0xbf], french, 'utf-16le'],
    ['UTF-16 before UTF-8', [0xff, 0xfe], french, 'utf-8'],
    ['UTF-16 before Chinese', [0xfe, 0xff], srt('我们今天要讨论这个问题'), 'gb18030'],
  ])('%s', async (_, mark, text, label) => {
    const decoded = await decodeBytes(Uint8Array.from([...mark, ...encode(text, label)]))
    expect([decoded.encoding, decoded.text]).toEqual([label, text])
  })
})

describe('a byte lost or put in', () => {
  const text = srt('我们今天要讨论这个问题,谢谢大家') + srt('再见') + srt('Hello, 世界')
  test.each(['utf-16le', 'utf-16be', 'utf-32le', 'utf-32be'])('costs one line of %s, and it is told', async (label) => {
    const bytes = encode(text, label)
    const middle = Math.floor(bytes.length / 4)
    for (const damaged of [spliced(bytes, middle, middle + 1), spliced(bytes, middle, middle, 0x41)]) {
      const decoded = await decodeBytes(damaged)
      expect(decoded.encoding).toBe(label)
      expect(decoded.problems).toHaveLength(1)
      const lines = text.split(/\r?\n/)
      const found = decoded.text.split(/\r?\n/)
      expect(found.filter((line, at) => line !== lines[at])).toHaveLength(1)
    }
  })

  test.each([
    ['gb18030', '我们今天要讨论这个问题,这是什么意思'],
    ['big5', '我們今天要討論這個問題,這是什麼意思'],
    ['shift_jis', 'こんにちは、今日はこの問題について話します。'],
    ['euc-jp', 'こんにちは、今日はこの問題について話します。'],
    ['euc-kr', '안녕하세요, 오늘은 이 문제를 이야기하겠습니다.'],
  ])('leaves %s what it is', async (label, line) => {
    const bytes = encode(srt(line) + srt(line), label)
    const first = bytes.findIndex((byte) => byte > 127)
    for (let at = first; at < first + 12; at++) {
      expect((await decodeBytes(spliced(bytes, at, at + 1))).encoding).toBe(label)
      expect((await decodeBytes(spliced(bytes, at, at, 0xff))).encoding).toBe(label)
    }
  })
})

test('a byte that a Windows encoding has no letter for is told', async () => {
  const bytes = encode(srt('Guten Tag, wir müssen über dieses größere Problem sprechen'), 'windows-1252')
  const decoded = await decodeBytes(spliced(bytes, 50, 50, 0x81))
  expect([decoded.encoding, decoded.problems.map(({ line }) => line)]).toEqual(['windows-1252', [3]])
})

test.each(['It’s late, isn’t it?', '“Stop!”', 'Wait…'])('%s in windows-1252 is not Chinese', async (line) => {
  expect((await decodeBytes(encode(srt(line), 'windows-1252'))).text).toBe(srt(line))
})

test('lines are counted by any line end', async () => {
  const bytes = Uint8Array.from([0x61, 13, 0x62, 0xff, 0x63, 13, 0x64])
  expect((await decodeBytes(bytes, 'utf-8')).problems).toEqual([
    { line: 2, kind: 'bytes_unreadable', text: 'b\uFFFDc' },
  ])
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
