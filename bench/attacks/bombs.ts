import { spawnSync } from 'node:child_process'
import { readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { deflateSync } from 'node:zlib'
import type { Call } from '#core/contract/call.ts'
import { type CallName, contract } from '#core/contract/index.ts'
import { jpegOf } from '#tests/support/jpeg.ts'
import { smallVideo } from '#tests/support/small-video.ts'
import { elsewhere, privateServer } from './elsewhere.ts'
import type { Area, Tell } from './rows.ts'
import { type Caller, OPEN_HOST, type Target, until } from './target.ts'
import { upload } from './things.ts'

const DEPTH = 200_000
const posts = (Object.entries(contract) as [CallName, Call][]).filter(([, row]) => row.method === 'POST')

async function attackBombs(target: Target, tell: Tell): Promise<void> {
  const owner = await target.person()
  const { folder_id } = await owner.ok('addFolder', { folder_name: 'bombs' })
  await attackJson(target, tell)
  await attackXml(owner, folder_id, tell)
  await attackListing(target, tell)
  await attackPictures(owner, folder_id, tell)
  await attackVideos(owner, folder_id, tell)
}

async function attackJson(target: Target, tell: Tell): Promise<void> {
  const caller = await target.person()
  const deep = '['.repeat(DEPTH) + ']'.repeat(DEPTH)
  const texts: [string, string][] = [
    [`${DEPTH} lists in each other`, deep],
    [`${DEPTH} objects in each other`, '{"a":'.repeat(DEPTH / 2) + '1' + '}'.repeat(DEPTH / 2)],
    ['a field of lists in each other', `{"folder_id":${deep},"config":${deep.slice(DEPTH / 2, -DEPTH / 2)}}`],
    ['60,000 fields', `{${Array.from({ length: 60_000 }, (_, at) => `"k${at}":1`).join(',')}}`],
    ['a prototype', '{"__proto__":{"is_staff":true},"constructor":{"prototype":{"is_staff":true}}}'],
    ['a number of 400,000 digits', `{"revision":${'9'.repeat(400_000)}}`],
  ]
  const mine = posts.filter(([name, row]) => name !== 'logout' && row.access !== 'staff')
  for (const [what, body] of texts) {
    const faults: string[] = []
    for (const [name, row] of mine) {
      const headers = { 'content-type': 'application/json' }
      const by = row.access === 'public' ? target.nobody() : caller
      const { status, code } = await by.fetch(row.path, { method: 'POST', body, headers })
      if (status >= 500 || code === 1003) faults.push(`${name} ${status}`)
    }
    tell(`${what}, to ${mine.length} calls`, 'refused', faults.join(', ') || 'refused')
  }
}

const ttml = (head: string, text: string): string =>
  `<?xml version="1.0"?>${head}<tt xmlns="http://www.w3.org/ns/ttml"><body><div><p begin="0s" end="1s">${text}</p></div></body></tt>`

async function attackXml(owner: Caller, folder_id: string, tell: Tell): Promise<void> {
  const laughs = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const files: [string, string][] = [
    ['ten entities in each other', ttml(`<!DOCTYPE tt [<!ENTITY l0 "ha">${laughs}]>`, 'x &l10;')],
    [
      'a long entity many times',
      ttml(`<!DOCTYPE tt [<!ENTITY a "${'a'.repeat(50_000)}">]>`, `x ${'&a;'.repeat(50_000)}`),
    ],
    ['an entity of a file', ttml('<!DOCTYPE tt [<!ENTITY f SYSTEM "file:///etc/passwd">]>', 'x &f;')],
    ['a document type of a file', ttml('<!DOCTYPE tt SYSTEM "file:///etc/passwd">', 'x')],
    ['100,000 tags in each other', ttml('', `x${'<span>'.repeat(100_000)}`)],
  ]
  for (const [what, content] of files) {
    const version = { folder_id, name: 'xml', language: 'en', file_name: 'a.ttml', content } as const
    const { status, code, data } = await owner.call('addVersion', version)
    const text = code === 0 ? (await owner.send('getVersion', { file_id: data.file_id })).text : ''
    const isBounded = status < 500 && code !== 1003 && text.length < 4 * content.length && !text.includes('root:')
    tell(`subtitles with ${what}`, 'bounded', isBounded ? 'bounded' : `${status} ${code}, ${text.length} letters`)
  }
}

/** A share whose listing is a bomb. */
async function attackListing(target: Target, tell: Tell): Promise<void> {
  const laughs = Array.from({ length: 10 }, (_, at) => `<!ENTITY l${at + 1} "${`&l${at};`.repeat(10)}">`).join('')
  const listing = (href: string): string =>
    `<d:multistatus xmlns:d="DAV:"><d:response><d:href>${href}</d:href></d:response></d:multistatus>`
  const bodies = new Map([
    ['entities', `<!DOCTYPE d [<!ENTITY l0 "ha">${laughs}]>${listing('/public.php/webdav/&l10;.mp4')}`],
    ['deep', listing('<d:a>'.repeat(1_000_000))],
  ])
  const server = await elsewhere(OPEN_HOST, (request, response) => {
    const kind = (request.headers.authorization ?? '') === `Basic ${btoa('entities:')}` ? 'entities' : 'deep'
    response.writeHead(207, { 'content-type': 'application/xml' }).end(bodies.get(kind))
  })
  const owner = await target.person()
  for (const [what, token] of [
    ['entities in each other', 'entities'],
    ['a million tags in each other', 'deepdeep'],
  ]) {
    const { code } = await owner.call('listImportFiles', { url: `http://${OPEN_HOST}:${server.port}/s/${token}` })
    tell(`a list of a share with ${what}`, '1001', String(code))
  }
  server.close()
}

/** A PNG whose header declares this size. */
function pngOf(width: number, height: number): Buffer {
  const head = Buffer.alloc(13)
  head.writeUInt32BE(width, 0)
  head.writeUInt32BE(height, 4)
  head.set([8, 2], 8)
  const chunk = (type: string, data: Buffer): Buffer => {
    const length = Buffer.alloc(4)
    length.writeUInt32BE(data.length)
    return Buffer.concat([length, Buffer.from(type), data, Buffer.alloc(4)])
  }
  const signature = Buffer.from([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a])
  return Buffer.concat([signature, chunk('IHDR', head), chunk('IDAT', deflateSync(Buffer.alloc(1000)))])
}

async function attackPictures(owner: Caller, folder_id: string, tell: Tell): Promise<void> {
  const pictures: [string, Buffer][] = [
    ['a JPEG of 65,535 × 65,535', jpegOf(65_535, 65_535)],
    ['a JPEG of 0 × 0', jpegOf(0, 0)],
    ['a PNG of 2³¹ × 2³¹', pngOf(2 ** 31 - 1, 2 ** 31 - 1)],
    ['a page', Buffer.from('<script>alert(1)</script>')],
    ['a drawing with a script', Buffer.from('<svg xmlns="http://www.w3.org/2000/svg"><script>1</script></svg>')],
    ['a JPEG with a page behind it', Buffer.concat([jpegOf(65_000, 10), Buffer.from('<script>1</script>')])],
    ['1 MB', Buffer.alloc(1024 ** 2)],
  ]
  for (const [what, bytes] of pictures) {
    const { uploadurl } = await owner.ok('getAvatarToken', { file_name: 'a.jpg', class: 'folder_role', folder_id })
    const headers = { 'content-type': 'image/jpeg' }
    const { code } = await owner.fetch(uploadurl, { method: 'PUT', body: new Uint8Array(bytes), headers })
    tell(`a picture that is ${what}`, '1001', String(code))
  }
}

/** A video of an odd size. */
function picture(size: string): Buffer {
  const path = join(tmpdir(), `cuelane-attack-${process.pid}.mov`)
  const source = `color=size=${size}:rate=1:duration=2`
  const made = spawnSync('ffmpeg', ['-v', 'error', '-y', '-f', 'lavfi', '-i', source, '-c:v', 'mjpeg', path])
  if (made.status !== 0) throw new Error(made.stderr.toString())
  const bytes = readFileSync(path)
  rmSync(path)
  return Buffer.concat([bytes, Buffer.alloc(20_000)])
}

async function attackVideos(owner: Caller, folder_id: string, tell: Tell): Promise<void> {
  const inside = await privateServer()
  const secret = `http://127.0.0.2:${inside.port}/part.ts`
  const clip = smallVideo()
  const padded = (text: string): Buffer => Buffer.from(text + '#'.padEnd(20_000, 'x'))
  const sizes = Buffer.from(clip)
  const at = sizes.indexOf('stsz')
  if (at > 0) sizes.writeUInt32BE(0xffffffff, at + 12)
  const box = Buffer.from(clip)
  box.writeUInt32BE(0xffffffff, box.indexOf('moov') - 4)
  const videos: [string, string, Buffer][] = [
    ['whose picture is 16,384 × 8,192', 'a.mov', picture('16384x8192')],
    ['whose picture is 16 × 16', 'a.mov', picture('16x16')],
    ['that says it has 4,294,967,295 pictures', 'a.mp4', sizes],
    ['whose index is 4 GB by its own word', 'a.mp4', box],
    ['that is a playlist of a private server', 'a.ts', padded(`#EXTM3U\n#EXTINF:1,\n${secret}\n#EXT-X-ENDLIST\n`)],
    ['that is a playlist of a file', 'a.ts', padded('#EXTM3U\n#EXTINF:1,\nfile:///etc/passwd\n#EXT-X-ENDLIST\n')],
    ['that is a list to be joined', 'a.mp4', padded(`ffconcat version 1.0\nfile ${secret}\n`)],
    ['that is a manifest', 'a.mp4', padded(`<MPD><BaseURL>${secret}</BaseURL></MPD>`)],
    ['of zeros', 'a.mkv', Buffer.alloc(200_000)],
  ]
  for (const [what, name, bytes] of videos) {
    const upload_id = await upload(owner, name, bytes)
    const { code, data } = await owner.call('addVideo', { upload_id, folder_id })
    const state = async (): Promise<number> => (await owner.ok('getVideo', { file_id: data.video_id })).state
    if (code === 0) await until(async () => [1, 2].includes(await state()))
    const isRefused = code === 1001 || (code === 0 && (await state()) === 2)
    // With only a wrong number the rest may still be read.
    const isOdd = bytes === sizes || bytes === box
    tell(`a video ${what}`, isOdd ? 'refused, or read' : 'refused', isRefused ? 'refused' : 'read', isRefused || isOdd)
  }
  tell('what the private server was asked for', 'nothing', inside.seen.join(', ') || 'nothing')
  inside.close()
}

export const bombs: Area<Target> = { name: 'bombs', attack: attackBombs }
