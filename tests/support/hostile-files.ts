import { makeCue } from '#core/subtitle/cue/cue.ts'
import { writeSubtitle } from '#core/subtitle/formats/file.ts'
import type { Format } from '#core/subtitle/formats/format.ts'

/** A text of so many letters. */
type Shape = readonly [name: string, make: (length: number) => string]

/** As many as fit of what differs from one to the next, between a head and an end. */
const filled =
  (part: (at: number) => string, head = '', end = '') =>
  (length: number): string => {
    const parts: string[] = []
    for (let at = 0, size = head.length + end.length; size < length; at++) {
      const next = part(at)
      parts.push(next)
      size += next.length
    }
    return head + parts.join('') + end
  }

/** Half of what is defined, half of what uses it. */
const halves =
  (head: string, define: (at: number) => string, middle: string, use: (at: number) => string, end = '') =>
  (length: number): string =>
    filled(define, head)(length / 2) + filled(use, middle, end)(length / 2)

const two = (value: number): string => String(value).padStart(2, '0')
/** A time as most formats have it, of a number of seconds. */
const clock = (at: number, rest = '.000'): string =>
  `${two(Math.floor(at / 3600) % 100)}:${two(Math.floor(at / 60) % 60)}:${two(at % 60)}${rest}`
const long = (at: number): string => clock(at)
const ass = (at: number): string => clock(at, '.00').slice(1)
const dialogue = (style: string, text: string, at = 1): string =>
  `Dialogue: 0,${ass(at)},${ass(at + 2)},${style},,0,0,0,,${text}\n`
const TTML = '<tt xmlns="http://www.w3.org/ns/ttml" xmlns:tts="http://www.w3.org/ns/ttml#styling"><head>'
const scc = (codes: (at: number) => string) =>
  filled((at) => `${clock(at, ':00')}\t${codes(at)}\n\n`, 'Scenarist_SCC V1.0\n\n')
const mcc = (data: (at: number) => string) =>
  filled((at) => `${clock(at, ':00')}\t${data(at)}\n`, 'File Format=MacCaption_MCC V1.0\n\n')
/** MacCaption with the captions of both kinds that the app writes. */
function writtenMcc(length: number): string {
  const cues = Array.from({ length: 40 }, (_, at) => makeCue(`${at}`, 1000 * at, 1000 * at + 900, '<i>x</i> y'))
  const { text } = writeSubtitle(cues, 'mcc')
  return text + text.slice(text.indexOf('\n00:')).repeat(Math.ceil(length / text.length))
}

/** EBU STL in base64: its head, and blocks of 128 bytes. */
const stl =
  (block: (at: number) => readonly number[]) =>
  (length: number): string => {
    const bytes = Buffer.alloc(1024 + 128 * Math.floor((length * 0.75 - 1024) / 128), 0x20)
    bytes.write('850STL25.01 00', 0, 'latin1')
    bytes.write('00', 12, 'latin1')
    for (let at = 1024, number = 0; at < bytes.length; at += 128, number++) {
      bytes.fill(0x8f, at + 16, at + 128)
      bytes.set(block(number), at)
    }
    return bytes.toString('base64')
  }
const tti = (number: number, extension: number, cumulative: number, text: readonly number[]): number[] => [
  ...[0, number & 255, (number >> 8) & 255, extension, cumulative],
  ...[0, Math.floor(number / 60) % 60, number % 60, 0, 0, Math.floor((number + 1) / 60) % 60, (number + 1) % 60, 0],
  ...[20, 2, 0, ...text],
]

/** Format-specific traps: repeated names, nesting, repetition, or expansion. */
export const ownTexts: Record<Format, readonly Shape[]> = {
  srt: [
    [
      'times going back',
      filled((at) => `${at}\n${clock(90_000 - at, ',000')} --> ${clock(90_001 - at, ',000')}\nx\n\n`),
    ],
    ['times in each other', filled((at) => `${at}\n${clock(at, ',000')} --> ${clock(180_000 - at, ',000')}\nx\n\n`)],
    ['frames', filled((at) => `${at}\n${clock(at, ':05')} --> ${clock(at, ':24')}\nx\n\n`)],
    ['rolling up', filled((at) => `${at}\n${clock(at, ',000')} --> ${clock(at + 1, ',000')}\n${at - 1}\n${at}\n\n`)],
    [
      'rows growing',
      filled((at) => `${at}\n${clock(at, ',000')} --> ${clock(at + 1, ',000')}\n${'x\n'.repeat(at % 500)}y\n\n`),
    ],
  ],
  vtt: [
    [
      'regions',
      halves(
        'WEBVTT\n\n',
        (at) => `REGION\nid:r${at}\nlines:3\n\n`,
        '',
        (at) => `${long(at)} --> ${long(at + 1)} region:r${at}\nx\n\n`,
      ),
    ],
    [
      'styles of classes',
      halves(
        'WEBVTT\n\n',
        (at) => `STYLE\n::cue(.k${at}){color:red}\n\n`,
        '',
        (at) => `${long(at)} --> ${long(at + 1)}\n<c.k${at}>x</c>\n\n`,
      ),
    ],
    [
      'one style of many rules',
      halves(
        'WEBVTT\n\nSTYLE\n',
        (at) => `::cue(.k${at}){color:red}\n`,
        '\n',
        (at) => `${long(at)} --> ${long(at + 1)}\n<c.k${at}>x</c>\n\n`,
      ),
    ],
    ['classes in a tag', filled((at) => `.k${at}`, 'WEBVTT\n\n00:01.000 --> 00:02.000\n<c', '>x</c>\n')],
    ['classes in each other', filled((at) => `<c.k${at}>x`, 'WEBVTT\n\n00:01.000 --> 00:02.000\n')],
    ['voices', filled((at) => `${long(at)} --> ${long(at + 1)}\n<v Ann ${at}>x\n\n`, 'WEBVTT\n\n')],
    ['voices in a line', filled((at) => `<v Ann ${at}>x\n`, 'WEBVTT\n\n00:01.000 --> 00:02.000\n')],
    ['words with times', filled((at) => `<${long(at)}>x`, 'WEBVTT\n\n00:00:00.000 --> 99:00:00.000\n')],
    [
      'words with times going back',
      filled((at) => `<${long(90_000 - at)}>x`, 'WEBVTT\n\n00:00:00.000 --> 99:00:00.000\n'),
    ],
    [
      'heads of segments',
      filled(
        (at) => `WEBVTT\nX-TIMESTAMP-MAP=MPEGTS:${at * 90_000},LOCAL:00:00:00.000\n\n00:01.000 --> 00:02.000\nx\n\n`,
      ),
    ],
    [
      'heads of segments with the same line',
      filled(
        (at) =>
          `WEBVTT\nX-TIMESTAMP-MAP=LOCAL:00:00:00.000,MPEGTS:${at * 90_000}\n\n${long(1)} --> ${long(9000)}\nx\n\n`,
      ),
    ],
    ['times in each other', filled((at) => `${long(at)} --> ${long(180_000 - at)}\nx\n\n`, 'WEBVTT\n\n')],
    [
      'settings of places',
      filled(
        (at) => `${long(at)} --> ${long(at + 1)} line:${at % 100}% position:${at % 100}% align:start size:35%\nx\n\n`,
        'WEBVTT\n\n',
      ),
    ],
    ['rolling up', filled((at) => `${long(at)} --> ${long(at + 1)}\n${at - 1}\n${at}\n\n`, 'WEBVTT\n\n')],
    ['notes between', filled((at) => `NOTE ${at}\n\n${long(at)} --> ${long(at + 1)}\nx\n\n`, 'WEBVTT\n\n')],
  ],
  ass: [
    [
      'styles',
      halves(
        '[V4+ Styles]\nFormat: Name, Fontname\n',
        (at) => `Style: s${at},Arial\n`,
        '[Events]\n',
        (at) => dialogue(`s${at}`, 'x', at),
      ),
    ],
    [
      'styles of one name',
      halves(
        '[V4+ Styles]\nFormat: Name, Fontname\n',
        () => 'Style: s,Arial\n',
        '[Events]\n',
        (at) => dialogue('s', '{\\rs}x', at),
      ),
    ],
    [
      'resets',
      halves(
        '[V4+ Styles]\nFormat: Name, Fontname\n',
        (at) => `Style: s${at},Arial\n`,
        `[Events]\n${dialogue('s0', '').trim()}`,
        (at) => `{\\rs${at}}x`,
      ),
    ],
    [
      'columns',
      halves(
        '[Events]\nFormat: Start, End',
        (at) => `, c${at}`,
        ', Text\n',
        (at) => `Dialogue: ${ass(at)},${ass(at + 1)},x\n`,
      ),
    ],
    [
      'columns and commas',
      halves(
        '[Events]\nFormat: Start, End',
        (at) => `, c${at}`,
        ', Text\n',
        () => `Dialogue: 0:00:01.00,0:00:02.00${','.repeat(20_000)}x\n`,
      ),
    ],
    [
      'heads of columns',
      filled((at) => `Format: Start, End, Text\nDialogue: ${ass(at)},${ass(at + 1)},x\n`, '[Events]\n'),
    ],
    ['fonts', filled((at) => `fontname: f${at}.ttf\nAAAA\n`, '[Fonts]\n')],
    ['syllables', filled(() => '{\\k1}x', `[Events]\n${dialogue('s', '').trim()}`)],
    ['places', filled((at) => `{\\pos(${at},1)\\an8}x`, `[Events]\n${dialogue('s', '').trim()}`)],
    [
      'moves',
      filled((at) => dialogue('s', `{\\move(${at},1,2,3)\\t(1,2,\\fs9)\\clip(m 0 0 l 1 1)}x`, at), '[Events]\n'),
    ],
    ['times in each other', filled((at) => `Dialogue: 0,${ass(at)},${ass(180_000 - at)},s,,0,0,0,,x\n`, '[Events]\n')],
    ['names', filled((at) => `Dialogue: 0,${ass(at)},${ass(at + 1)},s,n${at},0,0,0,,x\n`, '[Events]\n')],
    [
      'comments between',
      filled((at) => `Comment: 0,${ass(at)},${ass(at + 1)},s,,0,0,0,,y\n${dialogue('s', 'x', at)}`, '[Events]\n'),
    ],
    ['sections', filled((at) => `[Events]\nFormat: Start, End, Text\nDialogue: ${ass(at)},${ass(at + 1)},x\n`)],
    ['letters of a drawing', filled((at) => `{\\p1}m ${at} 0 l 1 1{\\p0}x`, `[Events]\n${dialogue('s', '').trim()}`)],
  ],
  ssa: [
    [
      'styles',
      halves(
        '[V4 Styles]\nFormat: Name, Fontname\n',
        (at) => `Style: s${at},Arial\n`,
        '[Events]\n',
        (at) => dialogue(`s${at}`, 'x', at).replace(': 0', ': Marked=0'),
      ),
    ],
    [
      'columns',
      halves(
        '[V4 Styles]\n[Events]\nFormat: Start, End',
        (at) => `, c${at}`,
        ', Text\n',
        (at) => `Dialogue: ${ass(at)},${ass(at + 1)},x\n`,
      ),
    ],
  ],
  ttml: [
    [
      'styles',
      halves(
        `${TTML}<styling>`,
        (at) => `<style xml:id="s${at}" tts:color="red"/>`,
        '</styling></head><body><div>',
        (at) => `<p begin="${at}s" end="${at + 1}s" style="s${at}">x</p>`,
        '</div></body></tt>',
      ),
    ],
    [
      'styles of styles',
      halves(
        `${TTML}<styling><style xml:id="s0" tts:color="red"/>`,
        (at) => `<style xml:id="s${at + 1}" style="s${at}"/>`,
        '</styling></head><body><div>',
        (at) => `<p begin="${at}s" end="${at + 1}s" style="s${Math.max(0, 9000 - at)}">x</p>`,
        '</div></body></tt>',
      ),
    ],
    [
      'styles of all styles',
      halves(
        `${TTML}<styling>`,
        (at) =>
          `<style xml:id="s${at}" style="${Array.from({ length: Math.min(at, 100) }, (_, back) => `s${at - back - 1}`).join(' ')}"/>`,
        '</styling></head><body><div>',
        (at) => `<p begin="${at}s" end="${at + 1}s" style="s${300 - (at % 300)}">x</p>`,
        '</div></body></tt>',
      ),
    ],
    [
      'styles in a circle',
      halves(
        `${TTML}<styling>`,
        (at) => `<style xml:id="s${at}" style="s${at + 1} s${Math.max(0, at - 1)}"/>`,
        '</styling></head><body><div>',
        (at) => `<p begin="${at}s" end="${at + 1}s" style="s${at}">x</p>`,
        '</div></body></tt>',
      ),
    ],
    [
      'many styles of a body',
      halves(
        `${TTML}<styling><style xml:id="s" tts:color="red"/></styling></head><body style="`,
        () => 's ',
        '"><div>',
        (at) => `<p begin="${at}s" end="${at + 1}s">x</p>`,
        '</div></body></tt>',
      ),
    ],
    [
      'many styles of a paragraph',
      filled(
        () => 's ',
        `${TTML}<styling><style xml:id="s" tts:color="red"/></styling></head><body><div><p begin="1s" end="2s" style="`,
        '">x</p></div></body></tt>',
      ),
    ],
    [
      'regions',
      halves(
        `${TTML}<layout>`,
        (at) => `<region xml:id="r${at}" tts:origin="10% 80%" tts:extent="80% 10%"/>`,
        '</layout></head><body><div>',
        (at) => `<p begin="${at}s" end="${at + 1}s" region="r${at}">x</p>`,
        '</div></body></tt>',
      ),
    ],
    [
      'spans in each other',
      filled(() => '<span tts:color="red">x', `${TTML}</head><body><div><p begin="1s" end="2s">`),
    ],
    [
      'spans with styles in each other',
      halves(
        `${TTML}<styling>`,
        (at) => `<style xml:id="s${at}" tts:color="red"/>`,
        '</styling></head><body><div><p begin="1s" end="2s">',
        (at) => `<span style="s${at}">x`,
      ),
    ],
    [
      'parts with times',
      filled(
        (at) => `<span begin="${at}s" end="${at + 1}s">x</span>`,
        `${TTML}</head><body><div><p begin="0s" end="90000s">`,
        '</p></div></body></tt>',
      ),
    ],
    [
      'in turn',
      filled(() => '<p dur="1s">x</p>', `${TTML}</head><body><div timeContainer="seq">`, '</div></body></tt>'),
    ],
    ['in turn, in each other', filled(() => '<div timeContainer="seq"><p dur="1s">x</p>', `${TTML}</head><body>`)],
    [
      'attributes',
      filled((at) => ` a${at}="1"`, `${TTML}</head><body><div`, '><p begin="1s" end="2s">x</p></div></body></tt>'),
    ],
    [
      'namespaces',
      filled(
        (at) => ` xmlns:a${at}="http://www.w3.org/ns/ttml"`,
        `${TTML}</head><body><div`,
        '><a1:p begin="1s" end="2s">x</a1:p></div></body></tt>',
      ),
    ],
    [
      'namespaces of each',
      filled(
        (at) =>
          `<p xmlns:a${at}="http://www.w3.org/ns/ttml#styling" a${at}:color="red" begin="${at}s" end="${at + 1}s">x</p>`,
        `${TTML}</head><body><div>`,
        '</div></body></tt>',
      ),
    ],
    ['namespaces in each other', filled((at) => `<div xmlns:a${at}="x">`, `${TTML}</head><body>`)],
    [
      'images',
      filled(
        (at) => `<div begin="${at}s" end="${at + 1}s"><image src="#x"/></div>`,
        `${TTML}</head><body>`,
        '</body></tt>',
      ),
    ],
    [
      'sets',
      filled(
        (at) => `<set begin="${at}s" tts:color="red"/>`,
        `${TTML}</head><body><div><p begin="1s" end="90000s">x`,
        '</p></div></body></tt>',
      ),
    ],
    [
      'entities',
      filled(() => '&#x41;&lt;', `${TTML}</head><body><div><p begin="1s" end="2s">`, '</p></div></body></tt>'),
    ],
  ],
  stl: [
    ['blocks', stl((at) => tti(at, 255, 0, [0x41, 0x42]))],
    ['blocks of one title', stl((at) => tti(1, at % 0xf0, 0, [0x41, 0x42]))],
    ['blocks without an end', stl((at) => tti(at, 1, 0, [0x41]))],
    ['blocks that add up', stl((at) => tti(at, 255, at === 0 ? 1 : 2, [0x41]))],
    ['comments', stl((at) => [...tti(at, 255, 0, []).slice(0, 15), 1, 0x41])],
    [
      'codes',
      stl((at) =>
        tti(
          at,
          255,
          0,
          Array.from({ length: 112 }, (_, byte) => [1, 0x41, 0x0a, 0x80, 0x81, 0x8a, 0x0d, 0x1b][byte % 8]!),
        ),
      ),
    ],
    [
      'letters with accents',
      stl((at) =>
        tti(
          at,
          255,
          0,
          Array.from({ length: 112 }, (_, byte) => [0xc2, 0x65][byte % 2]!),
        ),
      ),
    ],
    ['times going back', stl((at) => tti(8000 - at, 255, 0, [0x41]))],
  ],
  scc: [
    ['rolling up', scc(() => '9425 9425 94ad 94ad 9470 9470 c1c2')],
    ['rolling up in a line', filled(() => '94ad c1c2 ', 'Scenarist_SCC V1.0\n\n00:00:01:00\t9425 ')],
    ['rolling up, three rows', filled(() => '9426 94ad c1c2 9427 94ad c1c2 ', 'Scenarist_SCC V1.0\n\n00:00:01:00\t')],
    ['painting', filled(() => '9429 9470 c1c2 ', 'Scenarist_SCC V1.0\n\n00:00:01:00\t')],
    ['popping', scc(() => '9420 9420 9470 9470 c1c2 942c 942f 942f')],
    ['popping in a line', filled(() => '9420 9470 c1c2 942f ', 'Scenarist_SCC V1.0\n\n00:00:01:00\t')],
    [
      'rows',
      filled(
        (at) => `${['9140', '91e0', '9240', '92e0', '1040', '1340', '13e0', '9440', '94e0'][at % 9]} c1c2 `,
        'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 ',
      ),
    ],
    [
      'colours',
      filled(
        (at) => `${['9120', '91a1', '91a2', '9123', '91a4'][at % 5]} c1c2 `,
        'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9470 ',
      ),
    ],
    ['backspaces', filled(() => 'c1c2 94a1 ', 'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9470 ')],
    ['letters', filled(() => 'c1c2 ', 'Scenarist_SCC V1.0\n\n00:00:01:00\t9420 9470 ')],
    ['letters painted', filled(() => 'c1c2 ', 'Scenarist_SCC V1.0\n\n00:00:01:00\t9429 9470 ')],
    ['second channel', filled(() => '1c2f 1c20 1cc1 c1c2 ', 'Scenarist_SCC V1.0\n\n00:00:01:00\t')],
    [
      'times going back',
      (length) =>
        scc((at) => '9420 9470 c1c2 942f'.slice(0, 19 - (at % 2) * 5))(length)
          .split('\n\n')
          .toReversed()
          .join('\n\n')
          .replace(/^/, 'Scenarist_SCC V1.0\n\n'),
    ],
    ['empty rows', scc(() => '')],
  ],
  mcc: [
    ['unpacked', filled(() => 'O', 'File Format=MacCaption_MCC V1.0\n\n00:00:01:00\tT0BS0B4F43ZZ72FF')],
    ['unpacked in lines', mcc(() => 'T0BS0B4F43ZZ72FFOOOOOOOOOOOOOOOOOOO')],
    ['empty triplets', mcc(() => `T0BS0B4F43ZZ72FF${'Q'.repeat(31)}`)],
    ['popping', mcc(() => 'T0BS0B4F43ZZ72E4FC9420FC9470FCC1C2FC942F')],
    ['rolling up', mcc(() => `T0BS0B4F43ZZ72FFFC9425${'FC94ADFCC1C2'.repeat(15)}`)],
    ['in both fields', mcc(() => `T0BS0B4F43ZZ72FF${'FC94ADFCC1C2FD94ADFDC1C2'.repeat(7)}`)],
    ['windows', mcc(() => `T0BS0B4F43ZZ72FF${'FF022BFE8C01FFFE9838000E1F11FE4142FE8901FE8C01'.slice(0, 186)}`)],
    ['captions as they are written', writtenMcc],
  ],
  sub: [
    ['lines', filled((at) => `{${at}}{${at + 1}}x\n`, '{1}{1}25\n')],
    ['lines without an end', filled((at) => `{${at}}{}x\n`)],
    ['rows', filled(() => 'x|', '{1}{1}25\n{25}{50}')],
    ['codes', filled((at) => `{y:i}{c:$0000${two(at % 100)}}x`, '{1}{1}25\n{25}{50}')],
    ['codes of all rows', filled((at) => `{Y:b}{C:$0000${two(at % 100)}}x|`, '{1}{1}25\n{25}{50}')],
    ['an open code', filled(() => '{y:', '{1}{1}25\n{25}{50}')],
    ['names in a code', filled(() => 'i,', '{1}{1}25\n{25}{50}{y:', '}x')],
    ['long numbers', filled(() => '9', '{1}{1}25\n{', '}{9}x')],
    ['a rate of each', filled(() => '{1}{1}25\n')],
    ['defaults', filled(() => '{DEFAULT}{}{y:i}\n')],
  ],
  lrc: [
    ['stamps', filled((at) => `[00:${two(at % 60)}.00]`)],
    [
      'stamps of a long line',
      (length) => filled((at) => `[${two(at % 60)}:01.00]`, '', 'x'.repeat(length / 2))(length),
    ],
    ['words', filled((at) => `<${two(at % 60)}:01.00>x `, '[00:01.00]')],
    [
      'stamps and words',
      filled(
        (at) =>
          `${Array.from({ length: 100 }, (_, of) => `[${two(of)}:${two(at % 60)}.00]`).join('')}${'<00:01.00>x'.repeat(1000)}\n`,
      ),
    ],
    [
      'stamps of short lines',
      filled((at) => `${Array.from({ length: 100 }, (_, of) => `[${two(of)}:${two(at % 60)}.00]`).join('')}x\n`),
    ],
    ['tags', filled((at) => `[ar:${at}]\n`)],
    ['tags in a row', filled(() => '[a:b] ')],
    ['lines going back', filled((at) => `[${9_000_000 - at}:00]x\n`)],
  ],
  sbv: [
    ['lines', filled((at) => `${ass(at)}0,${ass(at + 1)}0\nx\n\n`)],
    ['times going back', filled((at) => `${ass(30_000 - at)}0,${ass(30_001 - at)}0\nx\n\n`)],
    ['rows of time', filled((at) => `${ass(at)}0,${ass(at + 1)}0\n`)],
  ],
  smi: [
    ['lines', filled((at) => `<SYNC Start=${at}000><P Class=A>x`, '<SAMI><BODY>')],
    ['lines going back', filled((at) => `<SYNC Start=${9_000_000 - at}><P Class=A>x`, '<SAMI><BODY>')],
    [
      'languages',
      halves(
        '<SAMI><HEAD><STYLE><!--',
        (at) => `.C${at}{Name:N${at};lang:en-US;}`,
        '--></STYLE></HEAD><BODY>',
        (at) => `<SYNC Start=${at}><P Class=C${at}>x`,
      ),
    ],
    ['classes without a language', filled((at) => `<SYNC Start=${at}><P Class=C${at}>x`, '<SAMI><BODY>')],
    ['paragraphs of a time', filled((at) => `<P Class=C${at % 50}>x`, '<SAMI><BODY><SYNC Start=1>')],
    ['paragraphs of a class', filled(() => '<P Class=A>x', '<SAMI><BODY><SYNC Start=1>')],
    ['fonts in each other', filled(() => '<font color=red>x', '<SAMI><BODY><SYNC Start=1><P Class=A>')],
    ['rubies', filled(() => '<ruby>x<rt>y</rt></ruby>', '<SAMI><BODY><SYNC Start=1><P Class=A>')],
    ['rows of a text', filled(() => '<br>x', '<SAMI><BODY><SYNC Start=1><P Class=A>')],
  ],
  words: [
    [
      'segments',
      filled(
        (at) => `{"start":${at},"end":${at + 1},"text":"x"},`,
        '{"segments":[',
        '{"start":0,"end":1,"text":"x"}]}',
      ),
    ],
    [
      'segments without an end',
      filled((at) => `{"start":${at},"text":"x"},`, '{"segments":[', '{"start":0,"end":1,"text":"x"}]}'),
    ],
    [
      'segments with words',
      filled(
        (at) =>
          `{"start":${at},"end":${at + 1},"text":"x y","words":[{"word":"x","start":${at}.1},{"word":"y","start":${at}.2}]},`,
        '{"segments":[',
        '{"start":0,"end":1,"text":"x"}]}',
      ),
    ],
    [
      'one segment of words',
      (length) =>
        `{"segments":[{"start":0,"end":90000,"text":"${'x '.repeat(length / 40)}","words":[${filled((at) => `{"word":"x","start":${at}},`)(length * 0.9)}{"word":"x"}]}]}`,
    ],
    [
      'words that are not there',
      (length) =>
        `{"segments":[{"start":0,"end":90000,"text":"${'x '.repeat(length / 4)}","words":[${filled((at) => `{"word":"y","start":${at}},`)(length / 2)}{"word":"x"}]}]}`,
    ],
    [
      'words beside segments',
      halves(
        '{"segments":[',
        (at) => `{"start":${at},"end":${at + 1},"text":"x"},`,
        '{"start":0,"end":1,"text":"x"}],"words":[',
        (at) => `{"word":"x","start":${at}},`,
        '{"word":"x"}]}',
      ),
    ],
    ['lines of blanks', (length) => `{"segments":[{"start":0,"end":1,"text":"${' \\n'.repeat(length / 3)}"}]}`],
    ['blanks', (length) => `{"segments":[{"start":0,"end":1,"text":"x${' '.repeat(length)}x"}]}`],
    [
      'cues',
      filled(
        (at) => `{"start":${at},"end":${at + 1},"text":"x","speaker":"${at}"},`,
        '{"cues":[',
        '{"start":0,"end":1,"text":"x"}]}',
      ),
    ],
    [
      'parts',
      filled(
        (at) => `{"offsets":{"from":${at},"to":${at + 1}},"text":"x"},`,
        '{"transcription":[',
        '{"offsets":{"from":0,"to":1},"text":"x"}]}',
      ),
    ],
    ['NaN', filled(() => 'NaN,', '[', '1]')],
    ['strings with NaN', filled(() => '"\\"NaN",', '[', '1]')],
    ['lists in each other', filled(() => '[')],
    ['objects in each other', filled(() => '{"cues":[')],
    ['an open string with NaN', filled(() => '\\"', '["NaN', '')],
    ['an open string with NaN, cut in an escape', (length) => `["NaN${'\\"'.repeat(length / 2)}\\`],
    [
      'texts that are the same',
      filled(() => '{"start":0,"text":"x"},', '{"segments":[', '{"start":0,"text":"\\u0079"}]}'),
    ],
    ['lines of MPL2', filled((at) => `[${at}][${at + 1}]/x|y\n`)],
    ['lines of MPL2 without an end', filled((at) => `[${at}][]x\n`)],
    ['rows of MPL2', filled(() => '|/x', '[1][2]')],
    ['lines of TMPlayer', filled((at) => `${clock(at, '')}:x|y\n`)],
  ],
}
