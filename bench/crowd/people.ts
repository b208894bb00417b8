import type { Envelope } from '#core/contract/call.ts'
import { type CallName, contract, type DataOf, type InputOf } from '#core/contract/index.ts'

/** An account in a distinct network, with a folder and a text. */
export interface Person {
  readonly address: string
  readonly token: string
  readonly folderId: string
  readonly fileId: string
}

/** Makes visitors; the server has to trust one proxy. */
export async function people(url: string, count: number, network: string, content: string): Promise<Person[]> {
  const made: Person[] = []
  for (let at = 0; at < count; at++) {
    const address = `${network}.${at}.1`
    const { access_token: token } = (await ask(url, { address, token: '' }, 'loginAnonymous', {})).data
    const { folder_id: folderId } = (await ask(url, { address, token }, 'addFolder', { folder_name: 'Crowd' })).data
    const version = { folder_id: folderId, name: 'text', language: 'en' as const, content }
    const { file_id: fileId } = (await ask(url, { address, token }, 'addVersion', version)).data
    made.push({ address, token, folderId, fileId })
  }
  return made
}

type Caller = Pick<Person, 'address' | 'token'>

export async function ask<N extends CallName>(
  url: string,
  caller: Caller,
  name: N,
  input: InputOf<N>,
): Promise<Envelope<DataOf<N>>> {
  return JSON.parse(await answerTo(url, caller, name, input)) as Envelope<DataOf<N>>
}

/** The raw answer. */
export async function answerTo<N extends CallName>(
  url: string,
  { address, token }: Caller,
  name: N,
  input: InputOf<N>,
): Promise<string> {
  const { method, path } = contract[name]
  const isPost = method === 'POST'
  const entries = Object.entries(input).map(([key, value]) => [key, String(value)])
  const response = await fetch(url + path + (isPost ? '' : `?${new URLSearchParams(entries)}`), {
    method,
    headers: { token, 'x-forwarded-for': address, ...(isPost ? { 'content-type': 'application/json' } : {}) },
    ...(isPost ? { body: JSON.stringify(input) } : {}),
  })
  return response.text()
}

/** A SubRip text with this many cues, one every two seconds. */
export function srt(lines: number, text: string): string {
  const time = (at: number): string => new Date(at * 2000).toISOString().slice(11, 19)
  const one = (_: unknown, at: number): string => `${at + 1}\n${time(at)},000 --> ${time(at)},900\n${text}\n`
  return Array.from({ length: lines }, one).join('\n')
}
