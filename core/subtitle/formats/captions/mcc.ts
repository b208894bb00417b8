import { formatFrames, labelledFrame, readFrameLabel, repairedFrame } from '../../../domain/frame-timecode.ts'
import type { FrameRate } from '../../../domain/frames.ts'
import { type Caption, CaptionField } from './cea608-read.ts'
import { sendCaptions } from './cea608-write.ts'
import { ServiceCaptions } from './cea708-read.ts'
import { sendWindows, servicePacket } from './cea708-write.ts'
import type { LossList } from '../convert.ts'
import type { Cue, NewId } from '../../cue/cue.ts'
import type { FormatExtras, SubtitleFile } from '../format.ts'
import { numberedLines } from '../../text/lines.ts'
import { plainText } from '../../text/markup.ts'
import type { Problem } from '../../text/problem.ts'
import { CAPTION_RATE, captionFile, captionStyleOf, unchangedCaptions } from './scc.ts'

const LINE = /^\s*(\d+:\d\d:\d\d[:;.,]\d\d)(?:\.\d+)?(?:,\d+)?\s+([\dA-Z]+)\s*$/i

/** Lines of the head: comments, names with values. */
const HEAD = /^\s*(?:\/\/.*|[A-Za-z][A-Za-z ]*=.*)?$/

/** Letters for frequent bytes: G to O for one to nine empty triplets. */
const short: Record<string, string> = {
  P: 'FB8080',
  Q: 'FC8080',
  R: 'FD8080',
  S: '9669',
  T: '6101',
  U: 'E1000000',
  Z: '00',
}
for (const [at, letter] of [...'GHIJKLMNO'].entries()) short[letter] = 'FA0000'.repeat(at + 1)

/** A packet with its maximal data. */
const PACKET_BYTES = 3 + 255 + 1

/** Pairs of CEA-608 bytes per frame in one field: three at 24 frames a second. */
const MOST_PAIRS = 4

/** Reads MacCaption: one ancillary data packet per frame, with CEA-608 bytes. */
export function readMcc(source: string, newId: NewId): SubtitleFile {
  const problems: Problem[] = []
  const fields = [new CaptionField(), new CaptionField()] as const
  let declared: { rate: FrameRate; drops: boolean } = { rate: CAPTION_RATE, drops: false }
  const windows = new ServiceCaptions()
  for (const [number, line] of numberedLines(source.replace(/^\uFEFF/, ''))) {
    const named = /^\s*Time Code Rate\s*=\s*(\d+)\s*(DF)?/i.exec(line)
    if (named) declared = rateOf(named[1] ?? '', named[2] !== undefined)
    const [, time = '', data = ''] = LINE.exec(line) ?? []
    if (time === '') {
      if (!HEAD.test(line)) problems.push({ line: number, kind: 'line_not_understood', text: line })
      continue
    }
    const label = readFrameLabel(time.replace(/[;,.](\d\d)$/, ':$1'))
    const sound = label && labelledFrame(label, declared.rate, declared.drops)
    const frame = sound ?? (label && repairedFrame(label, declared.rate, declared.drops))
    const triplets = frame === undefined ? undefined : tripletsOf(bytesOf(data))
    if (frame === undefined || !triplets) {
      problems.push({ line: number, kind: 'time_unreadable', text: line.slice(0, 80) })
      continue
    }
    if (sound === undefined) problems.push({ line: number, kind: 'time_repaired', text: time })
    const fed = [0, 0]
    for (const [kind, one, two] of triplets) {
      if ((kind & 0x04) === 0) continue
      const at = kind & 1
      if ((kind & 0x03) < 2) {
        if ((fed[at] = (fed[at] ?? 0) + 1) <= MOST_PAIRS) fields[at ? 1 : 0].feed(one, two, frame)
      } else windows.feed((kind & 0x03) === 3, one, two, frame)
    }
  }
  const spoken = fields.flatMap((field) => field.finish()).filter((captions) => captions.length > 0)
  const shown = windows.finish()
  if (spoken.length === 0 && shown.length > 0) spoken.push(shown)
  else if (shown.length > 0 && !saySame(spoken[0] ?? [], shown))
    problems.push({ line: 1, kind: 'other_channel', text: `CEA-708: ${shown[0]?.text ?? ''}` })
  if (windows.hasOthers) problems.push({ line: 1, kind: 'other_channel', text: 'CEA-708' })
  return captionFile({ format: 'mcc', source, ...declared }, spoken, problems, newId)
}

/** Whether both have the same words: captions of both kinds serve receivers of either. */
function saySame(some: readonly Caption[], others: readonly Caption[]): boolean {
  const words = (captions: readonly Caption[]): string =>
    captions.map(({ text }) => plainText(text).replaceAll(/[\s—-]+/g, '')).join('')
  return words(some) === words(others)
}

function rateOf(name: string, drops: boolean): { rate: FrameRate; drops: boolean } {
  const count = Number(name)
  const ntsc = count === 24 || count === 30 || count === 60
  return { rate: ntsc ? { num: count * 1000, den: 1001 } : { num: Math.max(1, count), den: 1 }, drops }
}

/** Bytes of a packet; a letter may encode 27 of them, and no packet has more. */
function bytesOf(data: string): number[] {
  let hex = ''
  for (let at = 0; at < data.length && hex.length < 2 * PACKET_BYTES; at++) {
    const letter = data.charAt(at).toUpperCase()
    hex += letter > 'F' ? (short[letter] ?? '') : letter
  }
  const bytes: number[] = []
  for (let at = 0; at + 1 < hex.length; at += 2) bytes.push(Number.parseInt(hex.slice(at, at + 2), 16))
  return bytes
}

type Triplet = readonly [kind: number, one: number, two: number]

/** The caption data of a packet (SMPTE ST 334-2); undefined for another packet. */
function tripletsOf(bytes: readonly number[]): Triplet[] | undefined {
  if (bytes[0] !== 0x61 || bytes[1] !== 0x01 || bytes[3] !== 0x96 || bytes[4] !== 0x69) return undefined
  // After identifier, length, rate, flags and counter.
  let at = 10
  if (bytes[at] === 0x71) at += 5
  if (bytes[at] !== 0x72) return []
  const count = (bytes[at + 1] ?? 0) & 0x1f
  return Array.from({ length: count }, (_, index): Triplet => {
    const from = at + 2 + index * 3
    return [bytes[from] ?? 0, bytes[from + 1] ?? 0, bytes[from + 2] ?? 0]
  })
}

/** Triplets per frame, and the packet's rate code, at 29.97. */
const TRIPLETS = 20
const RATE_CODE = 0x4f
/** Two CEA-608 padding bytes. */
const NO_WORD = 0x8080

/** MacCaption of cues at 29.97: CEA-608 in field 1, and the same as CEA-708 windows of the first service. */
export function writeMcc(cues: readonly Cue[], extras: FormatExtras | undefined, losses: LossList): string {
  const kept = unchangedCaptions(cues, extras, 'mcc')
  if (kept !== undefined) return kept
  const { mode, drops } = captionStyleOf(extras, 'mcc')
  const lines = ['File Format=MacCaption_MCC V1.0', '', `Time Code Rate=30${drops ? 'DF' : ''}`, '']
  const words = new Map<number, number>()
  for (const { frame, words: sent } of sendCaptions(cues, 'mcc', mode, CAPTION_RATE, losses))
    for (const [at, word] of sent.entries()) words.set(frame + at, word)
  const windows = sendWindows(cues, CAPTION_RATE)
  let packets = 0
  for (const [counter, frame] of [...new Set([...words.keys(), ...windows.keys()])].sort((a, b) => a - b).entries()) {
    const bytes = windows.get(frame)
    const service = bytes ? servicePacket(bytes, packets++) : []
    const data = packet(words.get(frame) ?? NO_WORD, service, counter & 0xffff)
    lines.push(`${formatFrames(frame, CAPTION_RATE, drops)}\t${data}`)
  }
  return `${lines.join('\n')}\n`
}

function packet(word: number, service: readonly number[], counter: number): string {
  const count = [counter >> 8, counter & 0xff]
  const data = [0x72, 0xe0 | TRIPLETS, 0xfc, word >> 8, word & 0xff, 0xfd, 0x80, 0x80]
  for (let at = 0; at < service.length; at += 2)
    data.push(at === 0 ? 0xff : 0xfe, service[at] ?? 0, service[at + 1] ?? 0)
  for (let at = 2 + service.length / 2; at < TRIPLETS; at++) data.push(0xfa, 0, 0)
  const length = 7 + data.length + 4
  const body = [0x96, 0x69, length, RATE_CODE, 0x43, ...count, ...data, 0x74, ...count]
  const cdp = [...body, (0x100 - (sum(body) & 0xff)) & 0xff]
  const whole = [0x61, 0x01, cdp.length, ...cdp]
  return shortened([...whole, sum(whole) & 0xff])
}

const sum = (bytes: readonly number[]): number => bytes.reduce((total, byte) => total + byte, 0)

/** Hexadecimal with runs of empty triplets as one letter each. */
function shortened(bytes: readonly number[]): string {
  let out = ''
  for (let at = 0; at < bytes.length;) {
    let empty = 0
    while (empty < 9 && isEmpty(bytes, at + empty * 3)) empty++
    if (empty > 0) out += String.fromCharCode(0x46 + empty)
    else out += (bytes[at] ?? 0).toString(16).toUpperCase().padStart(2, '0')
    at += empty > 0 ? empty * 3 : 1
  }
  return out
}

const isEmpty = (bytes: readonly number[], at: number): boolean =>
  bytes[at] === 0xfa && bytes[at + 1] === 0 && bytes[at + 2] === 0
