import type { DataOf } from '#core/contract/index.ts'
import { call } from '#src/api/call.ts'
import { callAhead } from '#src/api/hooks.ts'
import { account } from '#src/api/session.ts'
import { fetchRenderer } from './timeline/renderer-choice.ts'

let version: { readonly fileId: string; readonly answer: Promise<DataOf<'getVersion'>> } | undefined

/** Asks for what the address of the page names while the editor's code is still on its way. */
export function askAhead(): void {
  fetchRenderer()
  const query = new URLSearchParams(location.search)
  const [videoId, fileId] = [query.get('video'), query.get('file')]
  if (!videoId || account.token === '') return
  void callAhead('getVideo', { file_id: videoId }).then(
    ({ folder_id }) => callAhead('listVersions', { folder_id, video_id: videoId }),
    () => undefined,
  )
  if (!fileId) return
  version = { fileId, answer: call('getVersion', { file_id: fileId }) }
  version.answer.catch(() => undefined)
}

/** The version that was asked for ahead; once: what was read before is old for whoever comes back to it. */
export function versionAhead(fileId: string): Promise<DataOf<'getVersion'>> | undefined {
  const ahead = version
  version = undefined
  return ahead?.fileId === fileId ? ahead.answer : undefined
}
