import type { Envelope } from '#core/contract/call.ts'
import { type CallName, contract, type DataOf, type InputOf } from '#core/contract/index.ts'

export interface Client {
  /** Calls a running server; anything but success is thrown. */
  readonly ok: <N extends CallName>(name: N, input: InputOf<N>) => Promise<DataOf<N>>
  readonly signIn: (token: string) => void
}

/** A user's calls to a server in a separate process. */
export function clientOf(url: string): Client {
  let token = ''
  return {
    ok: async <N extends CallName>(name: N, input: InputOf<N>) => {
      const row = contract[name]
      const isPost = row.method === 'POST'
      const query = isPost
        ? ''
        : `?${new URLSearchParams(Object.entries(input).map(([key, value]) => [key, String(value)]))}`
      const response = await fetch(url + row.path + query, {
        method: row.method,
        headers: { token, language: 'en', ...(isPost ? { 'content-type': 'application/json' } : {}) },
        ...(isPost ? { body: JSON.stringify(input) } : {}),
      })
      const { code, message, data } = (await response.json()) as Envelope<DataOf<N>>
      if (code !== 0) throw new Error(`${name}: ${code} ${message}`)
      return data
    },
    signIn: (next) => {
      token = next
    },
  }
}
