import { readdir } from 'node:fs/promises'
import { join } from 'node:path'
import type { RequestListener } from 'node:http'
import { smallVideo } from '#tests/support/small-video.ts'
import { elsewhere, privateAddresses, privateServer } from './elsewhere.ts'
import type { Area, Tell } from './rows.ts'
import { type Caller, OPEN_HOST, type Target, until } from './target.ts'

const head = '<d:multistatus xmlns:d="DAV:">'

/** Files and shares of a hostile server. */
function hostile(clip: Buffer): RequestListener {
  return (request, response) => {
    const { pathname, searchParams } = new URL(request.url ?? '/', 'http://x')
    const to = searchParams.get('to')
    const forever = (block: Buffer): void => {
      const more = (): void => {
        while (!response.destroyed && response.write(block)) continue
      }
      response.on('drain', more)
      more()
    }
    if (to !== null) return void response.writeHead(302, { location: encodeURI(to) }).end()
    if (pathname === '/loop.mp4') return void response.writeHead(302, { location: request.url }).end()
    if (pathname === '/head.mp4') return void response.writeHead(200, { 'x-long': 'x'.repeat(100_000) }).end()
    if (pathname === '/page.mp4') return forever(Buffer.alloc(65_536, '<p>'))
    if (pathname === '/huge.mp4') {
      response.writeHead(206, { 'content-range': `bytes 0-11/${2 ** 50}`, 'content-length': '12' })
      return void response.end(clip.subarray(0, 12))
    }
    if (pathname === '/negative.mp4') {
      response.writeHead(206, { 'content-range': 'bytes 0-11/-5', 'content-length': '12' })
      return void response.end(clip.subarray(0, 12))
    }
    if (pathname === '/endless.mp4') {
      response.writeHead(200)
      response.write(clip.subarray(0, 12))
      return forever(Buffer.alloc(65_536))
    }
    // A share: its listing.
    response.writeHead(207, { 'content-type': 'application/xml' })
    response.write(`<?xml version="1.0"?>${head}`)
    forever(Buffer.from('<d:response><d:href>/x</d:href></d:response>'.repeat(1000)))
  }
}

async function attackImports(target: Target, tell: Tell): Promise<void> {
  const owner = await target.person()
  const { folder_id } = await owner.ok('addFolder', { folder_name: 'imports' })
  const inside = await privateServer()
  const open = await elsewhere(OPEN_HOST, hostile(smallVideo()))
  const origin = `http://${OPEN_HOST}:${open.port}`
  let keys = 0
  const look = async (url: string): Promise<string> => {
    // Thirty a minute.
    const by = keys % 12 === 0 ? await target.person() : undefined
    asker = by ?? asker
    const listed = await asker.call('listImportFiles', { url })
    const taken = await owner.call('importFiles', { url, folder_id, idempotency_key: `import ${++keys} …` })
    return listed.code === 1001 && taken.code === 1001 ? 'refused' : `${listed.code} ${taken.code} ${listed.message}`
  }
  let asker = owner
  try {
    for (const address of privateAddresses(inside.port)) {
      const url = `${address}a.mp4`
      const name = address.replace(String(inside.port), 'PORT')
      tell(name, 'refused', await look(url))
      const by = `${origin}/?to=${encodeURIComponent(url)}`
      tell(`a redirect to ${name}`, 'refused', await look(by))
    }
    tell('what the private server was asked for', 'nothing', inside.seen.join(', ') || 'nothing')
    const files: [string, string][] = [
      ['a redirect to itself', '/loop.mp4'],
      ['a head of 100 kB', '/head.mp4'],
      ['a page without an end', '/page.mp4'],
      ['a file of a petabyte', '/huge.mp4'],
      ['a share with a list without an end', '/s/AbCd1234EfGh'],
    ]
    for (const [what, path] of files) tell(what, 'refused', await look(origin + path))
    await attackEndless(target, { owner, folder_id, url: `${origin}/endless.mp4` }, tell)
  } finally {
    inside.close()
    open.close()
  }
}

/** An endless file, whose video is deleted during the transfer. */
async function attackEndless(
  target: Target,
  { owner, folder_id, url }: { owner: Caller; folder_id: string; url: string },
  tell: Tell,
): Promise<void> {
  const { list } = await owner.ok('importFiles', { url, folder_id, idempotency_key: 'one without end' })
  const video_id = list[0]?.video_id ?? ''
  const folder = join(target.env['CUELANE_DATA'] ?? '', 'work/imports')
  const kept = async (): Promise<number> => (await readdir(folder).catch((): string[] => [])).length
  await until(async () => (await kept()) > 0)
  await owner.ok('deleteVideo', { folder_id, video_id })
  await until(async () => (await kept()) === 0)
  tell('a file without an end, whose video is deleted', '0 files left', `${await kept()} files left`)
}

export const imports: Area<Target> = { name: 'imports', attack: attackImports }
