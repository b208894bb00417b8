import { readFileSync } from 'node:fs'
import { describe, expect, test } from 'vitest'
import { limitsOf, profiles } from '#core/checks/profiles.ts'
import { type Cue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, readSubtitleBytes } from '#core/subtitle/formats/file.ts'
import type { Format } from '#core/subtitle/formats/format.ts'
import { type ImportedFile, readStoredFile, writeVersion } from '#core/subtitle/formats/imported-file.ts'
import { passagesOf } from '#core/translate/passages.ts'
import { sentencesOf } from '#core/translate/sentences.ts'
import { translatedCues } from '#core/translate/translated.ts'
import { realFiles } from '#tests/support/real-files.ts'

const stored = (content: string, format: Format): ImportedFile => {
  const { cues } = readSubtitle(content, sequentialIds('f-'), { format })
  return readStoredFile({ format, content, cue_prefix: 'f-', cue_count: cues.length })
}

/** The cues with each sentence replaced by what `engine` makes of it. */
function translated(cues: readonly Cue[], engine: (marked: string) => string): Cue[] {
  const taken = cues.map(({ text }) => passagesOf(text))
  const sentences = sentencesOf(cues, taken)
  const answers = sentences.map(({ marked }) => ({ text: engine(marked) }))
  const limits = limitsOf(profiles.netflix, { language: 'es' })
  const pair = { from: 'en', to: 'es' } as const
  const checks = { ...pair, limits, original: limits, names: new Set<string>(), glossary: [] }
  return translatedCues(cues, taken, sentences, answers, checks).cues
}

const shouted = (marked: string): string => marked.replace(/\p{Ll}/gu, (letter) => letter.toUpperCase())

const ass = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Top,Arial,40,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,8,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:03.00,Top,Ann,0,0,0,,the house is big.
Comment: 0,0:00:01.00,0:00:03.00,Top,,0,0,0,,check this line
Dialogue: 0,0:00:01.00,0:00:03.00,Top,,0,0,0,,{\\an7\\pos(0,0)\\p1}m 0 0 l 50 0 50 50 0 50{\\p0}
Dialogue: 0,0:00:04.00,0:00:06.00,Top,,0,0,0,,{\\pos(200,100)\\fad(200,200)}station here.
`
const vtt = `WEBVTT - title here

STYLE
::cue(.loud) { color: red }

NOTE translator: keep names

REGION
id:fred
width:40%

intro
00:00:01.000 --> 00:00:03.000 line:10% position:20% align:start region:fred
<v Mary>the house is big.

00:00:04.000 --> 00:00:06.000 vertical:rl
my dog sleeps.
`
const ttml = `<?xml version="1.0" encoding="UTF-8"?>
<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling" xml:lang="en"><head><metadata><ttm:title xmlns:ttm="http://www.w3.org/ns/ttml#metadata">a title</ttm:title></metadata><styling><style xml:id="s1" tts:color="white"/></styling><layout><region xml:id="r1" tts:origin="10% 80%"/></layout></head>
<body><div><p xml:id="p7" region="r1" style="s1" begin="1s" end="3s">the house is big.</p></div></body></tt>
`

describe('a translated file', () => {
  test.each<[Format, string]>([
    ['ass', ass],
    ['vtt', vtt],
  ])('differs from the one that went in by its words alone: %s', (format, content) => {
    const file = stored(content, format)
    const wanted = ['the house is big.', 'station here.', 'my dog sleeps.'].reduce(
      (text, line) => text.replace(line, line.toUpperCase()),
      content,
    )
    expect(writeVersion(translated(file.cues, shouted), file, format).text).toBe(wanted)
  })

  test('keeps title, regions, styles and ids of TTML', () => {
    const file = stored(ttml, 'ttml')
    const { text } = writeVersion(translated(file.cues, shouted), file, 'ttml', { language: 'es' })
    expect(text).toContain('THE HOUSE IS BIG.')
    for (const kept of ['a title', 'xml:id="s1"', 'xml:id="r1"', 'tts:origin="10% 80%"', '<p xml:id="p7" region="r1"'])
      expect(text).toContain(kept)
  })

  test('voices of one cue stay with what each says', () => {
    const text = '<v Ann>the house.</v>\n<v Bob>my dog.</v>'
    const [cue] = translated([{ id: 'a', start: 0, end: 4000, text, roles: [] }], shouted)
    expect(cue?.text).toMatch(/^<v Ann>THE HOUSE\.\n<v Bob>MY DOG\./)
  })

  test('another format says what it can not hold', () => {
    const file = stored(ass, 'ass')
    const { losses } = writeVersion(file.cues, file, 'srt')
    expect(losses.map(({ kind }) => kind)).toEqual(expect.arrayContaining(['layout', 'empty_line']))
  })
})

const files = realFiles('subs', 'cases/22-translate-odd', 'cases/23-translate-keeps-file').filter(({ name }) =>
  /\.(?:srt|vtt|ass|ssa|ttml|xml|stl|sbv|smi|lrc|scc|sub)$/.test(name),
)
test.runIf(files.length > 0)(
  `a translation that says the same is the very file (${files.length || 'CUELANE_TEST_DATA is not set'})`,
  async () => {
    for (const { name, path } of files) {
      const { cues, content, format } = await readSubtitleBytes(readFileSync(path), sequentialIds('f-'), { name })
      if (cues.length === 0) continue
      const file = readStoredFile({ format, content, cue_prefix: 'f-', cue_count: cues.length })
      const same = translated(file.cues, (marked) => marked)
      expect(same, name).toEqual(file.cues)
      const { text } = writeVersion(same, file, format)
      if (format !== 'ttml') expect(text === content, name).toBe(true)
    }
  },
)
