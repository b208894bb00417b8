import { createReadStream, statSync } from 'node:fs'
import { createServer, type IncomingMessage, type ServerResponse } from 'node:http'
import type { AddressInfo } from 'node:net'
import { extname, join, normalize } from 'node:path'

const types: Record<string, string> = {
  '.html': 'text/html',
  '.js': 'text/javascript',
  '.css': 'text/css',
  '.wasm': 'application/wasm',
  '.mp4': 'video/mp4',
}

/**
 * Serves folders with Range to any origin. `?whole` ignores Range; `?break=N` cuts every Nth answer; `?gone=N` refuses
 * everything after N answers.
 */
export async function serveFolders(folders: readonly string[]): Promise<{ url: string; close: () => void }> {
  const answers = new Map<string, number>()
  const server = createServer((request, response) => {
    const { pathname, search, searchParams } = new URL(request.url!, 'http://x')
    const path = normalize(decodeURIComponent(pathname))
    const found = folders
      .map((folder) => join(folder, path))
      .find((file) => statSync(file, { throwIfNoEntry: false })?.isFile())
    const count = (answers.get(pathname + search) ?? 0) + 1
    answers.set(pathname + search, count)
    const headers = { 'access-control-allow-origin': '*', 'access-control-expose-headers': 'content-range' }
    for (const [name, value] of Object.entries(headers)) response.setHeader(name, value)
    if (request.method === 'OPTIONS') return response.writeHead(204, { 'access-control-allow-headers': '*' }).end()
    if (!found) return response.writeHead(404).end()
    if (count > Number(searchParams.get('gone') ?? Infinity)) return response.writeHead(403).end()
    const every = Number(searchParams.get('break') ?? 0)
    send(request, response, found, searchParams.has('whole'), every > 0 && count % every === 0)
  })
  await new Promise<void>((resolve) => server.listen(0, '127.0.0.1', resolve))
  return {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: () => {
      server.closeAllConnections()
      server.close()
    },
  }
}

function send(
  request: IncomingMessage,
  response: ServerResponse,
  file: string,
  isWhole: boolean,
  breaksOff: boolean,
): void {
  const { size } = statSync(file)
  if (size === 0) return void response.writeHead(request.headers.range ? 416 : 200, { 'content-length': 0 }).end()
  const [, from, to] = (!isWhole && /^bytes=(\d+)-(\d*)$/.exec(request.headers.range ?? '')) || []
  const start = Number(from ?? 0)
  const end = Math.min(size - 1, to ? Number(to) : size - 1)
  response.writeHead(from === undefined ? 200 : 206, {
    'content-type': types[extname(file)] ?? 'application/octet-stream',
    'content-length': end - start + 1,
    ...(from === undefined ? {} : { 'accept-ranges': 'bytes', 'content-range': `bytes ${start}-${end}/${size}` }),
  })
  if (breaksOff) {
    response.write(Buffer.alloc(Math.floor((end - start) / 2)))
    setTimeout(() => response.destroy(), 5)
  } else createReadStream(file, { start, end }).pipe(response)
}
