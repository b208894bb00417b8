import { type FileStyles, fileStylesOf } from '#core/subtitle/formats/ass/drawn.ts'
import type { BurnLook } from '#core/subtitle/burn/burn.ts'
import { blockFont } from './block-font.ts'
import { usualLook } from './burn-look.ts'
import { encodeFont } from './encode-font.ts'
import { type BurnStyle, usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { readSubtitle } from '#core/subtitle/formats/file.ts'
import { type Cue, makeCue, partId, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { spokenWords } from '#core/subtitle/cue/spoken-words.ts'
import { wordTemplateIds, wordTemplates } from '#core/subtitle/burn/word-templates.ts'
import type { WordsOf } from '#core/subtitle/cue/word-times.ts'

/** A subtitle to burn in and to preview; both must look the same at `atMs`. */
export interface BurnCase {
  readonly name: string
  readonly cues: readonly Cue[]
  readonly look: BurnLook
  readonly styles?: FileStyles | undefined
  readonly atMs: number
  /** When the words are said. */
  readonly words?: WordsOf | undefined
  /** Needs the fonts for East Asian scripts that the set-up installs. */
  readonly needsMachineFonts?: boolean
  /** Required share of equal pixels if lower than usual. */
  readonly leastOverlap?: number
}

/** Times of the words of a line, by their number. */
const said: WordsOf = ({ text, start }) =>
  spokenWords(makeCue('a', start, start + 2000, text), undefined).map(({ from }, at) => ({
    offset: from,
    start: start + at * 400,
  }))

export const burnFrame = { width: 1280, height: 720, color: '#3c5a78', seconds: 3 } as const

const look = (style: Partial<BurnStyle> = {}, language = 'en'): BurnLook => ({
  ...usualLook(burnFrame.width, burnFrame.height, language),
  style: { ...usualBurnStyle, ...style },
})
const one = (name: string, text: string, style?: Partial<BurnStyle>): BurnCase => ({
  name,
  cues: [makeCue('a', 500, 2500, text)],
  look: look(style),
  atMs: 1500,
})

const positioned = `[Script Info]
ScriptType: v4.00+
PlayResX: 640
PlayResY: 360

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Sign,DejaVu Serif,28,&H0000FFFF,&H000000FF,&H00000000,&H00000000,-1,0,0,0,100,100,2,0,1,2,1,5,10,10,10,1
Style: Song,DejaVu Sans,24,&H00FFFFFF,&H00FF8800,&H00402000,&H00000000,0,-1,0,0,100,100,0,0,1,2,0,8,10,10,12,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:00.50,0:00:02.50,Sign,,0,0,0,,{\\pos(200,220)\\frz12}HARBOUR
Dialogue: 0,0:00:00.50,0:00:02.50,Song,,0,0,0,,{\\k60}Row {\\k60}your {\\k60}boat
`

/** The file with a sign in a separate font. */
function withFont(family: string): string {
  const data = encodeFont(blockFont(family)).join('\n')
  return positioned
    .replace('DejaVu Serif', family)
    .replace('[Events]', `[Fonts]\nfontname: harbor_0.ttf\n${data}\n\n[Events]`)
}

function fileCase(
  name: string,
  text: string,
  edit: (cues: readonly Cue[]) => readonly Cue[] = (cues) => cues,
): BurnCase {
  const { cues, extras } = readSubtitle(text, sequentialIds('f'), { format: 'ass' })
  return { name, cues: edit(cues), look: look(), styles: fileStylesOf(extras), atMs: 1500 }
}

export const burnCases: readonly BurnCase[] = [
  one('two rows', 'Good morning and welcome\nto the harbor.'),
  one('italic, bold and underlined', '<i>Good</i> <b>morning</b> <u>and</u> <s>welcome</s>'),
  one('at the top', '{\\an8}Good morning and welcome'),
  one('at the side, in the middle', '{\\an4}Good morning'),
  one('in colours', '<font color="#ffd54a">Good</font> <font color="red">morning</font>'),
  one(
    'a long row that wraps',
    'Every captain in this harbor knows that the lighthouse was built long before the town itself was even founded here.',
  ),
  one('on a box', 'Good morning and welcome\nto the harbor.', { edge: 'box', box: { color: '#102030', opacity: 80 } }),
  one('another font, larger, at the top, with a shadow', 'Good morning', {
    font: 'DejaVu Serif',
    size: 11,
    align: 8,
    shadow: 8,
    outline: { width: 3, color: '#400000' },
    margin: { x: 2, y: 12 },
  }),
  one('bold by its style, with a word that is not', 'Good <i>morning</i> <b>and</b> welcome', { bold: true }),
  one('Cyrillic, Greek, Thai, Hindi', 'Доброе утро, καλημέρα\nสวัสดี नमस्ते'),
  one('Arabic and Hebrew, from right to left', 'صباح الخير\nבוקר טוב'),
  one('notes and arrows', '♪ Row your boat ♪ → ★'),
  {
    ...one('Chinese and Latin', '早上好，欢迎来到 harbor\n<i>港口</i> <b>灯塔</b>'),
    look: look({}, 'zh_cn'),
    needsMachineFonts: true,
    // Strokes of two pixels, which FreeType's versions place a quarter of a pixel apart in fonts with cubic outlines.
    leastOverlap: 0.93,
  },
  {
    name: 'cues that overlap keep the places that they got one by one',
    cues: [makeCue('a', 300, 1200, 'First'), makeCue('b', 600, 2500, 'Second'), makeCue('c', 1000, 2500, 'Third')],
    look: look(),
    atMs: 1500,
  },
  ...wordTemplateIds.map((id) => ({
    ...one(`the word that is said: ${id}`, 'Every <i>captain</i> in this harbor'),
    look: look(wordTemplates[id]),
    words: said,
    // Within a word: where it begins or ends to grow, a frame shows the time between.
    atMs: 1520,
  })),
  {
    ...one(
      'a word that grows in a long row',
      'Every captain in this harbor knows that the lighthouse was built long before the town.',
    ),
    look: look(wordTemplates.growing),
    words: said,
    atMs: 1520,
  },
  fileCase('a file with its own styles, a place and karaoke', positioned),
  fileCase('an edited line on its style, beside one as it was made', positioned, (cues) =>
    cues.map((cue, at) => (at === 1 ? { ...cue, text: 'Row the <b>boat</b>' } : cue)),
  ),
  fileCase('the second part of a line that was cut in two', positioned, ([sign, song]) => [
    { ...sign!, end: 1000, text: 'HAR' },
    { ...sign!, id: partId('e1', sign!.id), start: 1000, text: '{\\pos(200,220)\\frz12}BOUR' },
    song!,
  ]),
  {
    ...fileCase(
      'a line that moves and fades, a drawing, and a font that nobody has',
      positioned
        .replace('DejaVu Serif', 'Comic Sans MS')
        .replace('{\\pos(200,220)\\frz12}', '{\\move(100,100,300,260)\\fad(200,200)}')
        .replace('{\\k60}Row {\\k60}your {\\k60}boat', '{\\an7\\pos(400,40)\\p1}m 0 0 l 120 0 120 60 0 90'),
    ),
    // Where a frame begins: what moves is elsewhere between frames.
    atMs: 1520,
  },
  fileCase('a font that the file brings', withFont('Harbor Blocks')),
]
