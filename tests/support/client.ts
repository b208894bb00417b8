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

/** Uploads a video in parts, as the browser does; returns its id. */
export async function uploadTo({ ok }: Client, url: string, folder_id: string, clip: Buffer): Promise<string> {
  const file = { file_name: 'clip.mp4', class: 'video', size: clip.length } as const
  const { upload_id, part_count, part_size } = await ok('getUploadToken', file)
  for (let part = 1; part <= part_count; part++) {
    const { uploadurl } = await ok('uploadPart', { upload_id, part_number: part })
    const body = new Uint8Array(clip.subarray((part - 1) * part_size, part * part_size))
    const { status } = await fetch(new URL(uploadurl, url), { method: 'PUT', body })
    if (status !== 200) throw new Error(`part ${part}: ${status}`)
  }
  return (await ok('addVideo', { upload_id, folder_id })).video_id
}
