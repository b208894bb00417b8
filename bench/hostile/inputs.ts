import { randomBytes } from 'node:crypto'
import { readFileSync, statSync } from 'node:fs'
import { zipSync } from 'fflate'
import type { Format } from '#core/subtitle/formats/format.ts'
import { LIGHT_COST, readingCost } from '#core/subtitle/text/reading-cost.ts'
import { ownTexts } from '#tests/support/hostile-files.ts'
import { hostileBytes, hostileTexts } from '#tests/support/hostile-texts.ts'
import { realFiles } from '#tests/support/real-files.ts'

/** The size that every reader must accept. */
export const MB = 1024 ** 2

export type Inputs<T> = readonly (readonly [name: string, make: () => T])[]

/** A text of one piece over and over. */
export const runOf = (piece: string, bytes = MB): string => piece.repeat(Math.ceil(bytes / Buffer.byteLength(piece)))

/** Sequences for lookaheads and lookbehinds, unclosed openings, and letters that count otherwise than they look. */
const pieces = [
  'a',
  '1',
  ' ',
  '\t ',
  '\n',
  '1\n',
  '\r',
  '-',
  '.',
  ',',
  '/',
  '\\',
  '"',
  "'",
  '(',
  '[',
  '{',
  '{a',
  '<',
  '<a ',
  '&',
  '=',
  '%41',
  '%',
  'a b',
  'a.',
  'a@',
  'e1',
  ' - 1',
  '[a]',
  '{name}',
  '00:00:01,000 --> ',
  '\u0301',
  '\u200b',
  '\ufdfa',
  '\ud83d',
  '👩‍👩‍👧',
  'İ',
  'ﷺ\u0323\u0307',
] as const

/** One giant line or a million lines of each piece. */
export function texts(bytes = MB): Inputs<string> {
  return pieces.map((piece) => [JSON.stringify(piece).slice(0, 24), () => runOf(piece, bytes)])
}

/** Subtitle files of a format: generic traps, and format-specific ones. */
export function subtitleTexts(format: Format): Inputs<string> {
  return [...hostileTexts(format, MB), ...ownTexts[format].map(([name, make]) => [name, () => make(MB)] as const)]
}

/** As much as is read in place; more goes to another thread. */
export function lightTexts(format: Format): Inputs<string> {
  const own = ownTexts[format].map(([name, make]) => [name, () => lightest(make)] as const)
  return [...light(hostileTexts(format, MB)), ...own]
}

function lightest(make: (length: number) => string): string {
  let length = MB
  while (readingCost(make(length)) > LIGHT_COST) length = Math.floor(length * 0.95)
  return make(length)
}

/** Undecodable bytes, and damaged copies of real files. */
export function subtitleBytes(): Inputs<Uint8Array> {
  const real = realFiles('subs', 'odd-srt')
    .filter(({ path }) => statSync(path).size > 0)
    .map(({ name, path }): Inputs<Uint8Array>[number] => [`damaged ${name}`, () => damaged(readFileSync(path))])
  const noise: Inputs<Uint8Array> = [['noise', () => new Uint8Array(randomBytes(MB))]]
  return [...hostileBytes(MB), ...noise, ...real]
}

/** A megabyte of a file repeated, each copy with other flipped and missing bytes; deterministic. */
export function damaged(bytes: Uint8Array): Uint8Array {
  let seed = bytes.length + 1
  const random = (below: number): number => {
    seed = (Math.imul(seed, 1_103_515_245) + 12_345) & 0x7fffffff
    return seed % Math.max(1, below)
  }
  const all = new Uint8Array(MB)
  for (let at = 0; at < MB;) {
    const part = bytes.slice(at === 0 ? 0 : random(bytes.length), bytes.length - random(bytes.length / 8))
    if (at > 0) for (let flips = 0; flips < 4; flips++) part[random(part.length)]! ^= 1 << random(8)
    const kept = part.subarray(0, Math.max(1, MB - at))
    all.set(kept.subarray(0, MB - at), at)
    at += kept.length
  }
  return all
}

/** JSON of odd shapes. */
export function jsonTexts(bytes = MB): Inputs<string> {
  const keys = Math.floor(bytes / 12)
  return [
    ['nested lists', () => '['.repeat(bytes / 2) + ']'.repeat(bytes / 2)],
    ['nested objects', () => '{"a":'.repeat(bytes / 6) + '1' + '}'.repeat(bytes / 6)],
    ['many numbers', () => `[${Array.from({ length: bytes / 2 }, () => 1).join(',')}]`],
    ['many empty objects', () => `[${Array.from({ length: bytes / 3 }, () => '{}').join(',')}]`],
    ['many keys', () => `{${Array.from({ length: keys }, (_, at) => `"${at}":{}`).join(',')}}`],
    ['one key', () => `{${Array.from({ length: keys }, () => '"a":1').join(',')}}`],
    ['escapes', () => `"${'\\u0061'.repeat(bytes / 6)}"`],
    ['a long number', () => '1'.repeat(bytes)],
    ['prototypes', () => `[${Array.from({ length: bytes / 17 }, () => '{"__proto_":1}').join(',')}]`],
  ]
}

/** XML of odd shapes, around or within what the reader needs. */
export function xmlTexts(before: string, after: string): Inputs<string> {
  const within = (middle: string) => (): string => before + middle + after
  return [
    ['nested elements', within(runOf('<a>'))],
    ['nested elements with names of their own', within(runOf('<a xmlns:b="c">'))],
    ['open and closed', within(runOf('<a></a>'))],
    ['empty elements', within(runOf('<a/>'))],
    ['many attributes', within(`<a ${Array.from({ length: MB / 12 }, (_, at) => `a${at}=""`).join(' ')}/>`)],
    ['one attribute', within(`<a b="${runOf('x')}"/>`)],
    ['an attribute without an end', within(`<a b="${runOf(' ')}`)],
    ['entities', within(runOf('&amp;'))],
    ['own entities', () => `<!DOCTYPE a [<!ENTITY b "${runOf('c', 1000)}">]>${before}${runOf('&b;')}${after}`],
    ['nested entities', () => `<!DOCTYPE a [${bombOfEntities()}]>${before}&e9;${after}`],
    ['a comment without an end', within(`<!--${runOf('-')}`)],
    ['a section without an end', within(`<![CDATA[${runOf(']')}`)],
    ['an instruction without an end', within(`<?a ${runOf('?')}`)],
    ['open tags', within(runOf('<'))],
    ['blanks in a tag', within(`<a${runOf(' ')}`)],
    ['a text', within(runOf('x'))],
    ['combining letters', within(runOf('\u0301'))],
  ]
}

function bombOfEntities(): string {
  return Array.from({ length: 10 }, (_, at) => {
    const before = at === 0 ? 'lol' : `&e${at - 1};`.repeat(10)
    return `<!ENTITY e${at} "${before}">`
  }).join('')
}

type Parts = Readonly<Record<string, Uint8Array>>

/** Documents that are archives: hostile as a whole, or in a part. */
export function documents(whole: Parts, name: string, before: string, after: string): Inputs<Uint8Array> {
  const packed = (xml: string): Uint8Array => zipSync({ ...whole, [name]: new TextEncoder().encode(xml) })
  const empty = new Uint8Array()
  const long = before + runOf('x', 60 * MB) + after
  return [
    ['a bomb', () => zipSync({ ...whole, [name]: new Uint8Array(100 * MB) })],
    ['a bomb of text', () => packed(long)],
    ['a bomb of elements', () => packed(before + runOf('<a/>', 60 * MB) + after)],
    ['many files', () => zipSync(Object.fromEntries(Array.from({ length: 9000 }, (_, at) => [`${at}`, empty])))],
    ['a size that is a lie', () => patched(packed(long), 0x02014b50, 24, 10)],
    ['a directory without an end', () => packed('x').slice(0, -10)],
    ['noise', () => new Uint8Array(randomBytes(MB))],
    ['heads of entries', () => Uint8Array.from({ length: MB }, (_, at) => [0x50, 0x4b, 1, 2][at % 4]!)],
    ['ends of directories', () => Uint8Array.from({ length: MB }, (_, at) => [0x50, 0x4b, 5, 6][at % 4]!)],
    ['damaged', () => damaged(packed(`${before}x${after}`))],
    ...xmlTexts(before, after).map(([kind, make]) => [kind, () => packed(make())] as const),
  ]
}

/** The bytes with another number (32 bits) at a place behind a mark. */
function patched(bytes: Uint8Array, mark: number, offset: number, value: number): Uint8Array {
  const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.byteLength)
  for (let at = 0; at + offset + 4 <= bytes.length; at++) {
    if (view.getUint32(at, true) === mark) view.setUint32(at + offset, value, true)
  }
  return bytes
}

/** As much text as is read in place; more goes to another thread. */
function lightPart(text: string): string {
  let most = text.length
  while (readingCost(text.slice(0, most)) > LIGHT_COST) most = Math.floor(most * 0.95)
  return text.slice(0, most)
}

const light = (inputs: Inputs<string>): Inputs<string> => inputs.map(([name, make]) => [name, () => lightPart(make())])
