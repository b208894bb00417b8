import { describe, expect, inject, test } from 'vitest'
import { parseVttSettings } from '#core/subtitle/formats/vtt/settings.ts'
import { textOfRuns } from '#core/subtitle/text/styled.ts'
import { readVttBlocks } from '#core/subtitle/formats/vtt/vtt.ts'
import { readVttText } from '#core/subtitle/formats/vtt/text.ts'

declare module 'vitest' {
  interface ProvidedContext {
    realVtt: { name: string; text: string }[]
  }
}

type Read = Record<string, string | number | boolean>[] | 'not WebVTT'

const video = document.createElement('video')
document.body.append(video)

/** The result of the browser's parser, by a track element. */
async function byBrowser(text: string): Promise<Read> {
  const track = document.createElement('track')
  track.src = URL.createObjectURL(new Blob([text], { type: 'text/vtt' }))
  const loaded = new Promise<boolean>((resolve) => {
    track.addEventListener('load', () => resolve(true))
    track.addEventListener('error', () => resolve(false))
  })
  video.append(track)
  track.track.mode = 'hidden'
  const ok = await loaded
  const cues = ok ? [...(track.track.cues ?? [])].map((cue) => describeBrowser(cue as VTTCue)) : ('not WebVTT' as const)
  track.remove()
  URL.revokeObjectURL(track.src)
  return cues
}

/** The browser sorts by start, then by length, longest first, then by order in the file. */
function byUs(text: string): Read {
  const blocks = readVttBlocks(text, true)
  if (!blocks) return 'not WebVTT'
  return blocks.cues
    .map(({ identifier, start, end, payload, settings, line: line_number }) => {
      const { vertical, line, snapToLines, position, size, align } = parseVttSettings(settings, blocks.regions)
      return {
        line_number,
        id: identifier,
        start,
        end,
        text: payload,
        vertical,
        line,
        snapToLines,
        position,
        size,
        align,
      }
    })
    .sort((a, b) => a.start - b.start || b.end - a.end)
}

function describeBrowser(cue: VTTCue) {
  const { id, text, vertical, line, snapToLines, position, size, align } = cue
  const ms = (seconds: number) => Math.round(seconds * 1000)
  return {
    id,
    start: ms(cue.startTime),
    end: ms(cue.endTime),
    text,
    vertical,
    line,
    snapToLines,
    position,
    size,
    align,
  }
}

async function compare(text: string): Promise<void> {
  const [ours, theirs] = [byUs(text), await byBrowser(text)]
  expect(withoutOddIds(text, ours, ours), JSON.stringify(text)).toEqual(withoutOddIds(text, theirs, ours))
}

/**
 * Leaves out identifiers where the browser differs from the standard: several lines above the times, a lone STYLE or
 * REGION, header lines, and after a non-cue block.
 */
function withoutOddIds(text: string, cues: Read, ours: Read): Read {
  if (typeof cues === 'string' || typeof ours === 'string') return cues
  const broken = readVttBlocks(text).problems.some(({ kind }) => kind !== 'control_characters')
  const lines = text.replace(/\r\n?/g, '\n').split('\n')
  return cues.map((cue, at) => {
    const line = Number(ours[at]?.['line_number'])
    const above: string[] = []
    let top = line - 2
    for (; top > 0 && lines[top] !== ''; top--) above.unshift(lines[top]!)
    const odd = broken || top === 0 || above.length > 1 || /^(?:STYLE|REGION)[ \t]*$/.test(above[0] ?? '')
    const { line_number: _, ...rest } = cue
    return odd ? { ...rest, id: 'odd' } : rest
  })
}

/** Pseudorandom numbers of a seed, so that a failing file can be repeated. */
function seeded(seed: number): (below: number) => number {
  let state = seed
  return (below) => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return Math.floor((state / 2 ** 32) * below)
  }
}

const heads = [
  'WEBVTT',
  'WEBVTT',
  'WEBVTT',
  'WEBVTT a title',
  'WEBVTT\tx',
  '\uFEFFWEBVTT',
  'WEBVTTX',
  'webvtt',
  ' WEBVTT',
  'WEBVTT\nKind: captions',
  'WEBVTT --> x',
  '',
]
const stamps = [
  '00:01.000',
  '00:00:02.500',
  '01:00:03.250',
  '100:00:00.000',
  '00:59.999',
  '00:60.000',
  '60:00.000',
  '1:02.000',
  '00:01.00',
  '00:01,000',
  '00:01',
  '0:00:01.000',
  '00:00:00:01.000',
  '-00:01.000',
  '00:01.0000',
  '',
]
const arrows = [' --> ', ' --> ', ' --> ', '-->', '  -->\t', ' -> ', ' --->']
const settings = [
  '',
  '',
  '',
  ' align:start',
  ' align:middle',
  ' align:center align:end',
  ' line:10',
  ' line:-1',
  ' line:50%',
  ' line:101%',
  ' line:5,end',
  ' line:1.5',
  ' line:-5%',
  ' position:20%',
  ' position:20',
  ' position:30%,line-left',
  ' position:30%,left',
  ' size:50%',
  ' size:0%',
  ' size:150%',
  ' size:50.25%',
  ' vertical:rl',
  ' vertical:lr line:3',
  ' vertical:up',
  ' region:fred',
  ' region:nobody',
  ' foo:bar',
  ' :x y:',
  ' line:',
  'align:end',
]
const texts = [
  'Hello',
  'two\nrows',
  '<i>x</i> &amp; <b>y',
  '<v Ann>Hi</v>',
  'a --> b',
  '',
  ' ',
  '\t',
  'NOTE not a note',
  'x\0y',
  '你好\u2028',
  '<00:01.500>late',
  'a\n\nb',
  '-->',
]
const blocks = [
  'NOTE',
  'NOTE a\nb',
  'STYLE\n::cue { color: red }',
  'REGION\nid:fred\nwidth:40%',
  'STYLE',
  'REGION',
  'id only',
  '1',
  'NOTE --> x',
  'x\ny\nz',
  'STYLE\na --> b',
]
const ends = ['\n', '\n', '\n', '\r\n', '\r']

/** A mostly valid WebVTT file. */
function invent(seed: number): string {
  const random = seeded(seed)
  const pick = <T>(values: readonly T[]): T => values[random(values.length)]!
  const stamp = () => (random(4) ? `00:0${random(6)}.${100 + random(900)}` : pick(stamps))
  const parts = [pick(heads)]
  for (let count = random(6); count >= 0; count--) {
    const kind = random(5)
    const id = random(3) ? '' : `${pick(['1', 'cue id', 'NOTE', 'STYLE'])}\n`
    parts.push(
      kind === 0
        ? pick(blocks)
        : `${id}${stamp()}${pick(arrows)}${stamp()}${pick(settings)}${random(4) ? '' : pick(settings)}\n${pick(texts)}`,
    )
  }
  const text = parts.join(random(5) ? '\n\n' : pick(['\n', '\n\n\n', '\n \n'])) + pick(['', '\n', '\n\n'])
  const end = pick(ends)
  return text.replaceAll('\n', end)
}

/** Changes, removes and inserts characters of a file. */
function mutate(text: string, seed: number): string {
  const random = seeded(seed)
  let out = text
  for (let count = 1 + random(4); count > 0; count--) {
    const at = random(out.length + 1)
    const letter = ['\n', ' ', '-', '>', ':', '.', '0', 'x', '\t', '\0', '<', '&', '%', ','][random(14)]!
    out = out.slice(0, at) + (random(3) ? letter : '') + out.slice(at + random(3))
  }
  return out
}

const SAMPLE =
  'WEBVTT\n\nREGION\nid:fred\n\nNOTE x\n\n1\n00:01.000 --> 00:02.000 region:fred\nHello\nyou\n\nSTYLE\n::cue{}\n\ntwo\n00:00:03.000 --> 00:00:04.000 line:0 position:10% align:start\n<v Ann>There &lt;\n'

describe("WebVTT as the browser's own parser reads it", () => {
  test('invented files', async () => {
    for (let seed = 1; seed <= 500; seed++) await compare(invent(seed))
  })

  test('damaged files', async () => {
    for (let seed = 1; seed <= 300; seed++) await compare(mutate(SAMPLE, seed))
  })

  const real = inject('realVtt')
  test.skipIf(real.length === 0)('real files, whole and damaged (needs CUELANE_TEST_DATA)', async () => {
    for (const { text } of real) {
      await compare(text)
      for (let seed = 1; seed <= 20; seed++) await compare(mutate(text, seed))
    }
  })
})

const characters = [
  ...['&quot;', '&quot', '&apos;', '&apos', '&copy;', '&copy', '&not;', '&notin;', '&notit;', '&amp;', '&amp;amp;'],
  ...['&lt;', '&gt;', '&nbsp;', '&lrm;', '&rlm;', '&hellip;', '&AMP', '&AMP;', '&Quot;', '&acE;', '&fjlig;', '&eacute'],
  ...['&CounterClockwiseContourIntegral;', '&unknown;', '&', '& ', '&;', '&#;', '&#x;', '&#169;', '&#169', '&#xA9;'],
  ...['&#x80;', '&#0;', '&#xD800;', '&#1114112;', '&#x1F600;', 'a', '1', '=', ';', ' ', '<b>', '</b>', '\n', 'é', '你'],
]

describe('character references as the browser reads them', () => {
  test.each([0, 500])('made from %d', (from) => {
    for (let seed = from + 1; seed <= from + 500; seed++) {
      const random = seeded(seed)
      const payload = Array.from({ length: 1 + random(8) }, () => characters[random(characters.length)]!).join('')
      const browser = new VTTCue(0, 1, payload).getCueAsHTML().textContent
      expect(textOfRuns(readVttText(payload).runs), JSON.stringify(payload)).toBe(browser)
    }
  })

  test('in the name of a voice', () => {
    const payload = '<v R&amp;B &copy Band>la'
    const voice = new VTTCue(0, 1, payload).getCueAsHTML().querySelector('span')
    expect(readVttText(payload).speaker).toBe(voice?.title)
  })
})

describe('where reading is lenient on purpose', () => {
  const lenient = (text: string) => readVttBlocks(text)
  test.each([
    ['no header: the file was meant as WebVTT by its name', '00:01.000 --> 00:02.000\nHi', 1],
    ['a comma before the milliseconds, as SubRip has it', 'WEBVTT\n\n00:01,000 --> 00:02,000\nHi', 1],
    ['single digits', 'WEBVTT\n\n0:01.000 --> 0:02.000\nHi', 1],
    ['no fraction', 'WEBVTT\n\n00:00:01 --> 00:00:02\nHi', 1],
    ['letters glued to the word WEBVTT', 'WEBVTTX\n\n00:01.000 --> 00:02.000\nHi', 1],
  ])('%s', async (_, text, count) => {
    const browser = await byBrowser(text)
    expect(browser === 'not WebVTT' ? 0 : browser.length).toBe(0)
    expect(lenient(text).cues).toHaveLength(count)
    expect(lenient(text).problems.length).toBeGreaterThan(0)
  })

  test('and nowhere else: without a problem told, the lenient reading is the strict one', () => {
    let same = 0
    for (let seed = 1; seed <= 3000; seed++) {
      const text = seed % 2 ? invent(seed) : mutate(SAMPLE, seed)
      const { cues, problems } = lenient(text)
      if (problems.some(({ kind }) => kind === 'time_repaired' || kind === 'header_missing')) continue
      same++
      expect(cues).toEqual(readVttBlocks(text, true)?.cues)
    }
    expect(same).toBeGreaterThan(500)
  })
})
