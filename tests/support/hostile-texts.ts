import type { Format } from '#core/subtitle/formats/format.ts'

/** Pieces that make a reader look ahead, look back, or buffer: a text of only these is the worst case. */
const shapes: readonly (readonly [name: string, piece: string])[] = [
  ['letters', 'x'],
  ['digits', '1'],
  ['numbers', '1\n'],
  ['numbers and blank lines', '7\n\n'],
  ['blanks', ' '],
  ['tabs and blanks', '\t '],
  ['blank lines', '\n'],
  ['lines of blanks', '  \n'],
  ['CR', '\r'],
  ['CR, CR, LF', '\r\r\n'],
  ['LF, CR', '\n\r'],
  ['NUL', '\0'],
  ['replacement characters', '\ufffd'],
  ['replacement characters in lines', '\ufffd\n'],
  ['byte order marks', '\ufeff'],
  ['word joiners', '{\u2060'],
  ['halves of surrogate pairs', '\ud83d'],
  ['marks above', '\u0301'],
  ['minus signs', '-'],
  ['colons', ':'],
  ['arrows', '-->'],
  ['arrows in lines', '-->\n'],
  ['other arrows', ' -> '],
  ['stamps', '00:00:01,000 '],
  ['stamps in lines', '00:00:01,000\n'],
  ['stamps and arrows', '00:00:01,000 --> '],
  ['times with another arrow', '00:00:01,000 -> 00:00:02,000\n'],
  ['cues', '1\n00:00:01,000 --> 00:00:02,000\nx\n\n'],
  ['cues without an end', '1\n00:00:01,000 --> 00:00:02,000\n'],
  ['coordinates', 'X1:1 '],
  ['settings', 'a:b'],
  ['open brackets', '<'],
  ['closing brackets', '>'],
  ['ends of tags', '</'],
  ['tags', '<i>'],
  ['tags crossing', '<i><b></i></b>'],
  ['open font tags', '<font '],
  ['colours', '<font color="#ff0000">'],
  ['voices', '<v Ann>'],
  ['classes', '<c.a.b>'],
  ['ruby', '<ruby><rt>'],
  ['times in texts', '<00:00:01.000>'],
  ['open braces', '{'],
  ['braces', '{}'],
  ['words in braces', '{a}'],
  ['braces and backslashes', '{\\'],
  ['open overrides', '{a\\b'],
  ['overrides', '{\\i1}'],
  ['nested transforms', '{\\t('],
  ['drawings', '{\\p1}m 0 0 '],
  ['backslashes', '\\'],
  ['ends of rows', '\\N'],
  ['commas', ','],
  ['ampersands', '&'],
  ['entities', '&amp;'],
  ['open entities', '&#x41'],
  ['quotes', '"'],
  ['notes', 'NOTE\n\n'],
  ['styles', 'STYLE\n::cue{}\n\n'],
  ['regions', 'REGION\nid:a\n\n'],
  ['dialogues', 'Dialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,x\n'],
  ['dialogues without a text', 'Dialogue: 0,0:00:01.00\n'],
  ['sections', '[Events]\n'],
  ['style lines', 'Style: a,b,c\n'],
  ['elements', '<div>'],
  ['paragraphs', '<p begin="1s" end="2s">x</p>'],
  ['open paragraphs', '<p begin="1s" end="2s">'],
  ['spans', '<span tts:color="red">'],
  ['rows', '<br/>'],
  ['attributes', ' a="b"'],
  ['open comments', '<!--'],
  ['open sections of text', '<![CDATA['],
  ['instructions', '<?a '],
]

/** Wraps pieces as a cue's text, its times, or the file's header. */
const places: Record<Format, readonly (readonly [place: string, before: string, after: string])[]> = {
  srt: [
    ['text', '1\n00:00:01,000 --> 00:00:02,000\n', '\n\n2\n00:00:03,000 --> 00:00:04,000\nx\n'],
    ['times', '1\n00:00:01,000 --> 00:00:02,000 ', '\nx\n'],
  ],
  vtt: [
    ['text', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n', '\n\n00:00:03.000 --> 00:00:04.000\nx\n'],
    ['times', 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000 ', '\nx\n'],
    ['head', 'WEBVTT ', '\n\n00:00:03.000 --> 00:00:04.000\nx\n'],
  ],
  ass: [
    ['text', '[Events]\nDialogue: 0,0:00:01.00,0:00:02.00,Default,,0,0,0,,', '\n'],
    ['head', '[Script Info]\n', '\n[Events]\n'],
  ],
  ssa: [['text', '[Events]\nDialogue: Marked=0,0:00:01.00,0:00:02.00,Default,,0,0,0,,', '\n']],
  ttml: [
    ['text', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="1s" end="2s">', '</p></div></body></tt>'],
    ['body', '<tt xmlns="http://www.w3.org/ns/ttml"><body>', '</body></tt>'],
    ['times', '<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="', '">x</p></div></body></tt>'],
  ],
  stl: [['head', 'ODUwU1RMMjUu', '']],
  scc: [['codes', 'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 ', '\n']],
  mcc: [['data', 'File Format=MacCaption_MCC V1.0\n00:00:01:00\tT', '\n']],
  sub: [['text', '{1}{1}25\n{25}{50}', '\n{60}{70}x\n']],
  lrc: [['text', '[00:01.00]', '\n[00:02.00]\n']],
  sbv: [['text', '0:00:01.000,0:00:02.000\n', '\n\n0:00:03.000,0:00:04.000\nx\n']],
  smi: [['text', '<SAMI><BODY><SYNC Start=1><P Class=A>', '<SYNC Start=2><P Class=A>&nbsp;']],
  words: [['text', '{"segments":[{"start":1,"end":2,"text":"', '"}]}']],
}

/** Texts of this length that cost a reader with double scans more than linear time. */
export function hostileTexts(format: Format, length: number): [name: string, make: () => string][] {
  const everywhere = [['alone', '', ''] as const, ...places[format]]
  return shapes.flatMap(([name, piece]) =>
    everywhere.map(([place, before, after]): [string, () => string] => [
      `${name}, ${place}`,
      () => before + piece.repeat(Math.ceil(length / piece.length)) + after,
    ]),
  )
}

/** Undecodable bytes, in this number. */
export function hostileBytes(length: number): [name: string, make: () => Uint8Array][] {
  return byteShapes.map(([name, piece]) => [
    name,
    () => Uint8Array.from({ length }, (_, at) => piece[at % piece.length]!),
  ])
}

const byteShapes: readonly (readonly [name: string, piece: readonly number[]])[] = [
  ['FF', [0xff]],
  ['80', [0x80]],
  ['leads of UTF-8', [0xc3]],
  ['letters of UTF-8 cut', [0xe6, 0x96]],
  ['letters of UTF-8 cut, in lines', [0xe6, 0x96, 10]],
  ['half letters of UTF-8, half cut', [0xe6, 0x96, 0x87, 0xe6, 0x96]],
  ['zeros', [0]],
  ['zeros and letters', [0x61, 0]],
  ['line feeds of UTF-16 out of step', [0x61, 0, 0x0a, 0, 0]],
  ['slips of UTF-16', [0, 0x0a, 0]],
  ['slips of UTF-16 in lines', [0x61, 0, 0x0a, 0, 0x61, 0, 0]],
  ['slips of UTF-32', [0x61, 0, 0, 0, 0]],
  ['byte order marks', [0xff, 0xfe]],
  ['escapes', [0x1b]],
  ['escapes of ISO-2022-JP', [0x1b, 0x24, 0x42, 0x24, 0x1b, 0x28, 0x42]],
  ['arrowheads', [0x3e]],
  ['letters of windows-1252', [0x61, 0xe9, 0x20]],
  ['letters of windows-1252 in lines', [0x61, 0xe9, 10]],
  ['pairs of GBK', [0xc4, 0xe3]],
  ['pairs of GBK out of step', [0xc4, 0xe3, 0xba]],
  ['all bytes', Array.from({ length: 256 }, (_, at) => at)],
]
