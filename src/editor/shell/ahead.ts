import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { callAhead } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { fetchTimeline } from '../timeline/ahead.ts'

let version: { readonly fileId: string; readonly answer: Promise<DataOf<'getVersion'>> } | undefined

let asked = ''

/** Requests the data that the page's address names while the editor's code is loading; once per address. */
export function askAhead(): void {
  if (asked === location.href) return
  asked = location.href
  fetchTimeline()
  const query = new URLSearchParams(location.search)
  const [videoId, fileId] = [query.get('video'), query.get('file')]
  if (!videoId || account.token === '') return
  void callAhead('getVideo', { file_id: videoId })
  void callAhead('listVersions', { video_id: videoId })
  if (!fileId) return
  const ahead = { fileId, answer: call('getVersion', { file_id: fileId }) }
  version = ahead
  // A failed request is repeated on opening: by then the user may have logged in.
  ahead.answer.catch(() => {
    if (version === ahead) version = undefined
  })
}

/** The answer of the early request for a version; given once, since it is outdated on a later visit. */
export function versionAhead(fileId: string): Promise<DataOf<'getVersion'>> | undefined {
  const ahead = version
  version = undefined
  return ahead?.fileId === fileId ? ahead.answer : undefined
}
