import fc from 'fast-check'
import { describe, expect, test } from 'vitest'
import { CAPTION_RATE } from '#core/subtitle/formats/captions/scc.ts'
import { ServiceCaptions } from '#core/subtitle/formats/captions/cea708-read.ts'
import { sendWindows, servicePacket } from '#core/subtitle/formats/captions/cea708-write.ts'
import { type Cue, makeCue, sequentialIds } from '#core/subtitle/cue/cue.ts'
import { readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { frameStart } from '#core/domain/frames.ts'
import { plainText } from '#core/subtitle/text/markup.ts'

/** Bytes of the first service, one packet each, as they come with frames. */
function shownBy(...sent: (readonly [frame: number, ...bytes: number[]])[]) {
  const windows = new ServiceCaptions()
  for (const [at, [frame, ...bytes]] of sent.entries()) {
    const packet = servicePacket(bytes, at)
    for (let pair = 0; pair < packet.length; pair += 2)
      windows.feed(pair === 0, packet[pair] ?? 0, packet[pair + 1] ?? 0, frame)
  }
  return windows.finish().map(({ start, end, text, mode }) => [start, end, text, mode])
}
const letters = (text: string) => [...text].map((letter) => letter.charCodeAt(0))
/** Window 0 at the foot of the picture, `rows` high, in the middle; visible with 0x20. */
const window = (flags: number, rows = 2) => [0x98, flags, 0x80 | 99, 50, 0x70 | (rows - 1), 31, 0x18]

describe('CEA-708', () => {
  test('a window that is shown, hidden and shown again is a caption each time', () => {
    expect(
      shownBy([10, ...window(0), ...letters('Hello')], [20, 0x89, 1], [30, 0x8a, 1], [40, 0x8b, 1], [50, 0x8c, 1]),
    ).toEqual([
      [20, 30, 'Hello', 'pop-on'],
      [40, 50, 'Hello', 'pop-on'],
    ])
  })

  test('rows that roll up are lines of their own', () => {
    expect(
      shownBy(
        [10, ...window(0x20), 0x92, 1, 0, ...letters('one')],
        [20, 0x0d, ...letters('two')],
        [30, 0x0d, ...letters('three')],
        [40, 0x88, 1],
      ).map(([start, end, text]) => [start, end, text]),
    ).toEqual([
      [10, 20, 'one'],
      [20, 30, 'two'],
      [30, 40, 'two\nthree'],
    ])
  })

  test('letters of every set, colours and slants; places by the window', () => {
    const pen = [0x90, 0x05, 0x80, 0x91, 0x3c, 0, 0]
    const placed = [0x98, 0x00, 0x80, 50, 0x10, 31, 0x18]
    expect(
      shownBy([1, ...placed, ...pen, 0xe9, 0x7f, 0x10, 0x33, 0x18, 0x4e, 0x2d], [2, 0x89, 1], [9, 0x8a, 1]),
    ).toEqual([[2, 9, '{\\an8}<font color="#ffff00"><i>é♪“中</i></font>', 'pop-on']])
  })

  test('commands that a packet cuts in two, other services, packets without a beginning', () => {
    const whole = [...window(0), ...letters('Hi'), 0x89, 1]
    expect(shownBy([1, ...whole.slice(0, 4)], [2, ...whole.slice(4)]).map(([start, , text]) => [start, text])).toEqual([
      [2, 'Hi'],
    ])
    const windows = new ServiceCaptions()
    windows.feed(false, 0x41, 0x42, 0)
    for (const [at, pair] of [
      [0x02, 0x42],
      [0x41, 0x41],
    ].entries())
      windows.feed(at === 0, pair[0] ?? 0, pair[1] ?? 0, 1)
    expect([windows.finish(), windows.hasOthers]).toEqual([[], true])
  })

  test('whatever bytes come, nothing is thrown', () => {
    fc.assert(
      fc.property(fc.array(fc.array(fc.integer({ min: 0, max: 255 }), { maxLength: 30 })), (packets) => {
        shownBy(...packets.map((bytes, frame) => [frame, ...bytes] as const))
      }),
    )
  })
})

const frames = (count: number): number => frameStart(count, CAPTION_RATE)
/** Cues with time to be sent, as captions can have them; some follow each other at once. */
const captionCues = fc
  .array(
    fc.record({
      pause: fc.integer({ min: 0, max: 90 }),
      length: fc.integer({ min: 20, max: 90 }),
      rows: fc.array(fc.stringMatching(/^[A-Za-z0-9é♪][A-Za-z0-9 é,.!?]{0,26}[A-Za-z0-9.]$/), {
        minLength: 1,
        maxLength: 3,
      }),
      align: fc.constantFrom('', '{\\an1}', '{\\an3}', '{\\an5}', '{\\an7}', '{\\an8}', '{\\an9}'),
      look: fc.constantFrom(['', ''], ['<i>', '</i>'], ['<font color="#00ffff">', '</font>'], ['<u>', '</u>']),
    }),
    { minLength: 1, maxLength: 6 },
  )
  .map((all): Cue[] => {
    let at = 100
    return all.map(({ pause, length, rows, align, look }, index) => {
      const start = (at += pause)
      const end = (at += length)
      const text = rows.map((row) => row.replaceAll(/ +/g, ' ')).join('\n')
      return makeCue(`c${index}`, frames(start), frames(end), `${align}${look[0]}${text}${look[1]}`)
    })
  })

/** The windows of a file, and in field 1 what another has at the same times. */
function mixed(windows: string, words: string): string {
  const said = new Map(words.split('\n').map((line) => [line.slice(0, 11), /72F4FC(....)/.exec(line)?.[1]]))
  return windows.replaceAll(/^(\d\d:\d\d:\d\d[:;]\d\d)(.*72F4FC)..../gm, (_, time: string, rest: string) => {
    return `${time}${rest}${said.get(time) ?? '8080'}`
  })
}

describe('MacCaption', () => {
  test('what is sent as windows comes back: times, rows, styles and places', () => {
    fc.assert(
      fc.property(captionCues, (cues) => {
        const windows = new ServiceCaptions()
        let packets = 0
        for (const [frame, bytes] of [...sendWindows(cues, CAPTION_RATE)].sort(([a], [b]) => a - b)) {
          expect(bytes.length).toBeLessThan(32)
          const packet = servicePacket(bytes, packets++)
          for (let at = 0; at < packet.length; at += 2)
            windows.feed(at === 0, packet[at] ?? 0, packet[at + 1] ?? 0, frame)
        }
        const back = windows.finish().map(({ start, end = 0, text }) => [frames(start), frames(end), text])
        expect(back).toEqual(cues.map(({ start, end, text }) => [start, end, text]))
      }),
    )
  })

  test('a file with windows alone is read by them; where both say the same nothing is told', () => {
    const cues = [
      makeCue('a', frames(200), frames(260), '{\\an8}Up “here” — now'),
      makeCue('b', frames(300), frames(350), 'Down'),
    ]
    const { text } = writeSubtitle(cues, 'mcc')
    const both = readSubtitle(text, sequentialIds('r'), { format: 'mcc' })
    expect(both.problems).toEqual([])
    expect(both.cues.map((cue) => cue.text)).toEqual(cues.map((cue) => cue.text))
    // The bytes of field 1 taken out.
    const only = text.replaceAll(/T?(72F4)FC..../g, '$1FC8080')
    const read = readSubtitle(only, sequentialIds('r'), { format: 'mcc' })
    expect(read.cues.map(({ start, end, text: said }) => [start, end, plainText(said)])).toEqual([
      [frames(200), frames(260), 'Up “here” - now'],
      [frames(300), frames(350), 'Down'],
    ])
    // The words of field 1 are those of the second file, the windows those of the first.
    const swapped = mixed(text, writeSubtitle([makeCue('c', frames(200), frames(260), 'Else')], 'mcc').text)
    expect(readSubtitle(swapped, sequentialIds('r'), { format: 'mcc' }).problems).toMatchObject([
      { kind: 'other_channel', text: expect.stringContaining('CEA-708') as string },
    ])
  })
})
