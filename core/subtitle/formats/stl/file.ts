import type { FrameRate } from '../../../domain/frames.ts'
import type { CodeTable } from './letters.ts'

/* EBU STL (Tech 3264): a 1024-byte header (GSI), then blocks of 128 bytes (TTI), one or more per subtitle. */

export const GSI = 1024
export const TTI = 128
/** Bytes of text in a block. */
export const TEXT_FROM = 16
export const TEXT_LENGTH = TTI - TEXT_FROM
/** Extension numbers: the last block of a subtitle, and a block without a subtitle. */
export const LAST_BLOCK = 0xff
export const USER_DATA = 0xfe

/** Facts of the header. */
export interface StlHead {
  readonly rate: FrameRate
  /** Teletext rows, where a colour takes a cell and rows have double height; else open subtitles. */
  readonly teletext: boolean
  readonly table: CodeTable
  /** Rows of the picture. */
  readonly rows: number
  /** The frame at which the programme begins. */
  readonly programme: number
}

const ascii = (bytes: Uint8Array, from: number, to: number): string => String.fromCharCode(...bytes.subarray(from, to))

/** Whether bytes are an EBU STL file. */
export function isStl(bytes: Uint8Array): boolean {
  return bytes.length >= GSI && /^STL\d\d\.\d\d$/.test(ascii(bytes, 3, 11))
}

/** The parsed header. */
export function readHead(bytes: Uint8Array): StlHead {
  const count = Number(ascii(bytes, 6, 8))
  const table = ascii(bytes, 12, 14)
  const level = ascii(bytes, 11, 12)
  const rows = Number.parseInt(ascii(bytes, 253, 255), 10)
  const rate = { num: count > 0 ? count : 25, den: 1 }
  const start = ascii(bytes, 256, 264)
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = /^\d{8}$/.test(start)
    ? [0, 2, 4, 6].map((at) => Number(start.slice(at, at + 2)))
    : []
  return {
    rate,
    teletext: level === '1' || level === '2' || level === ' ',
    table: table === '01' || table === '02' || table === '03' || table === '04' ? table : '00',
    rows: rows > 0 ? rows : 23,
    programme: ((hours * 60 + minutes) * 60 + seconds) * rate.num + frames,
  }
}

/** The frame of four bytes: hours, minutes, seconds, frames. */
export function frameOf(bytes: Uint8Array, at: number, { rate }: StlHead): number {
  const [hours = 0, minutes = 0, seconds = 0, frames = 0] = bytes.subarray(at, at + 4)
  return ((hours * 60 + minutes) * 60 + seconds) * rate.num + frames
}

/** The longest pause over midnight. */
const PAUSE_HOURS = 6

/**
 * The frame of a label on a clock past midnight: labels before the programme's start are on the next day if within six
 * hours of its last label.
 */
export function pastMidnight(frame: number, last: number | undefined, { rate, programme }: StlHead): number {
  if (last === undefined || last < programme || frame >= programme) return frame
  const next = frame + dayOf(rate)
  return Math.abs(next - last) <= PAUSE_HOURS * 3600 * rate.num ? next : frame
}

/** The label that `pastMidnight` maps to a frame. */
export function labelOf(frame: number, last: number | undefined, head: StlHead): number {
  const label = frame % dayOf(head.rate)
  return pastMidnight(label, last, head) === frame ? label : frame
}

/** Frames of a day. */
export function dayOf({ num }: FrameRate): number {
  return 86_400 * num
}

/** Writes a frame as four bytes; hours grow to 255. */
export function putFrame(bytes: Uint8Array, at: number, frame: number, { rate }: StlHead): void {
  const seconds = Math.floor(frame / rate.num)
  bytes.set([Math.floor(seconds / 3600), Math.floor(seconds / 60) % 60, seconds % 60, frame % rate.num], at)
}

/** Languages by their codes in the head (Tech 3264, appendix 3). */
export const languageCodes: Readonly<Record<string, string>> = {
  sq: '01',
  br: '02',
  ca: '03',
  hr: '04',
  cy: '05',
  cs: '06',
  da: '07',
  de: '08',
  en: '09',
  es: '0A',
  eo: '0B',
  et: '0C',
  eu: '0D',
  fo: '0E',
  fr: '0F',
  fy: '10',
  ga: '11',
  gd: '12',
  gl: '13',
  is: '14',
  it: '15',
  la: '17',
  lv: '18',
  lb: '19',
  lt: '1A',
  hu: '1B',
  mt: '1C',
  nl: '1D',
  no: '1E',
  nb: '1E',
  oc: '1F',
  pl: '20',
  pt: '21',
  ro: '22',
  rm: '23',
  sr: '24',
  sk: '25',
  sl: '26',
  fi: '27',
  sv: '28',
  tr: '29',
  zu: '45',
  vi: '46',
  uz: '47',
  ur: '48',
  uk: '49',
  th: '4A',
  te: '4B',
  ta: '4D',
  sw: '4F',
  so: '51',
  ru: '56',
  ps: '58',
  pa: '59',
  fa: '5A',
  ne: '5D',
  mr: '5F',
  ms: '61',
  mg: '62',
  mk: '63',
  lo: '64',
  ko: '65',
  km: '66',
  kk: '67',
  kn: '68',
  ja: '69',
  id: '6A',
  hi: '6B',
  he: '6C',
  ha: '6D',
  gu: '6F',
  el: '70',
  ka: '71',
  zh: '75',
  my: '76',
  bg: '77',
  bn: '78',
  be: '79',
  az: '7B',
  hy: '7D',
  ar: '7E',
  am: '7F',
}
