import { readCloudLink } from '#core/domain/cloud-link.ts'
import { GB, extensionOf, videoLimits } from '#core/domain/limits.ts'
import { ImportFault } from './fault.ts'
import { isPage, openFile } from './open-file.ts'
import { listShare } from './share.ts'
import { decoded, type FoundFile, isMp4, nameInDisposition, type Source } from './sources.ts'
import type { Web, WebAnswer } from './web.ts'

const HEAD = { from: 0, to: 11, etag: '' }

/** The mp4 files behind a link. Throws an ImportFault if there are none. */
export async function findFiles(
  web: Web,
  { url, password }: { url: string; password: string },
  signal: AbortSignal,
): Promise<FoundFile[]> {
  const link = readCloudLink(url)
  if (typeof link === 'string') throw new ImportFault(link)
  if (link.kind === 'share') {
    const all = await listShare(web, link, password, signal)
    const files = all.filter(({ name }) => extensionOf(name) === 'mp4')
    if (files.length === 0) throw new ImportFault(all.length === 0 ? 'import_empty' : 'import_none_mp4')
    return files
  }
  if (password !== '' && link.kind !== 'file') throw new ImportFault('import_no_passwords')
  return [await lookAt(web, { kind: link.kind, address: link.address, authorization: '' }, signal)]
}

/** Reads a file's first bytes: whether it is an mp4, its name and size. */
async function lookAt(web: Web, source: Source, signal: AbortSignal): Promise<FoundFile> {
  const answer = await openFile(web, source, HEAD, signal)
  if (isPage(answer)) {
    answer.body.destroy()
    throw new ImportFault('import_is_page')
  }
  const head = await readHead(web, answer, signal)
  if (isMp4(head) !== true) throw new ImportFault('import_not_mp4')
  const size = sizeOf(answer)
  refuseSize(size)
  const name = nameOf(answer, source)
  return { path: name, name, size, source }
}

async function readHead(web: Web, answer: WebAnswer, signal: AbortSignal): Promise<Buffer> {
  let head = Buffer.alloc(0)
  try {
    for await (const chunk of answer.body as AsyncIterable<Buffer>) {
      head = Buffer.concat([head, chunk])
      if (isMp4(head) !== undefined) break
    }
  } catch (error) {
    throw web.faultOf(error, new URL(answer.url).host, signal)
  } finally {
    answer.body.destroy()
  }
  return head
}

/** Size of the whole file, from a full or partial answer; null if unknown. */
export function sizeOf(answer: WebAnswer): number | null {
  const text =
    answer.status === 206
      ? (/\/(\d+)\s*$/.exec(answer.header('content-range'))?.[1] ?? '')
      : answer.header('content-length')
  return /^\d+$/.test(text) ? Number(text) : null
}

/** Throws if a file is larger or smaller than videos may be. */
export function refuseSize(size: number | null, maxBytes: number = videoLimits.maxBytes): void {
  if (size === null) return
  if (size > maxBytes) throw new ImportFault('file_too_large', { n: maxBytes / GB })
  if (size < videoLimits.minBytes) throw new ImportFault('file_too_small', { n: videoLimits.minBytes / 1024 })
}

function nameOf(answer: WebAnswer, source: Source): string {
  const last = (address: string): string => decoded(new URL(address).pathname.split('/').pop() ?? '') ?? ''
  const name = nameInDisposition(answer.header('content-disposition')) ?? (last(source.address) || last(answer.url))
  const own = source.kind === 'drive' && extensionOf(name) === '' ? '' : name
  return extensionOf(own) === 'mp4' ? own : `${own || 'video'}.mp4`
}
