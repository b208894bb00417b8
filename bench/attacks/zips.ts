import { unzipSync, zipSync } from 'fflate'
import { TooBig, unpacked } from '#core/subtitle/formats/office-archive.ts'
import type { Area, Tell } from './rows.ts'
import type { Target } from './target.ts'
import { addVideo, srt } from './things.ts'

/** Names that lead out of a folder, or are invalid, when a zip is unpacked. */
const names = [
  '../../../etc/passwd',
  '..\\..\\windows',
  '/etc/passwd',
  'C:\\x',
  '..',
  '.',
  'a/../../b',
  'CON',
  'x\ty',
  '...',
]

const isOutside = (name: string): boolean =>
  /(^|[\\/])\.\.?([\\/]|$)|^[\\/]|^[A-Za-z]:|\\|\p{Cc}|[ .]$/u.test(name) || /^(con|nul|aux|prn)(\.|$)/i.test(name)

const namesIn = (zip: Uint8Array): string[] => Object.keys(unzipSync(zip))

async function attackZips(target: Target, tell: Tell): Promise<void> {
  const owner = await target.person()
  const { folder_id } = await owner.ok('addFolder', { folder_name: '../../outside' })
  const video_id = await addVideo(owner, folder_id, 'film')
  await owner.ok('renameVideo', { file_id: video_id, name: '../../../film' })
  for (const name of [...names, ...names]) {
    const version = { folder_id, name, language: 'en', content: srt('x') } as const
    await owner.call('addVersion', version)
    await owner.call('addVersion', { ...version, video_id })
  }
  const { url, file_name } = await owner.ok('downloadFiles', { folder_id })
  const inside = namesIn(await owner.bytes(url))
  const outside = inside.filter(isOutside)
  const good = 'all stay inside'
  tell(
    `${inside.length} names of files in a zip`,
    good,
    outside.join(', ') || good,
    outside.length === 0 && inside.length > 20,
  )
  tell(
    'two files of one name in a zip',
    'none',
    new Set(inside.map((name) => name.toLowerCase())).size === inside.length ? 'none' : 'some',
  )
  tell('the name of the zip', 'stays inside', isOutside(file_name) ? file_name : 'stays inside')
  const ids = Array.from({ length: 10_001 }, (_, at) => `v${at}`)
  const many = await owner.call('downloadFiles', { folder_id, video_ids: ids })
  tell('10,001 files in a zip', '1001', String(many.code))
  const tasks = await owner.call('downloadTasks', { task_ids: ids.slice(0, 501) })
  tell('501 results in a zip', '1001', String(tasks.code))
  const gone = await owner.ok('downloadFiles', { folder_id })
  await owner.ok('deleteFolder', { folder_id })
  tell('a zip of a folder that was deleted', '1002', String((await owner.fetch(gone.url)).code))
  readZips(tell)
}

/** Zips that pages read: tables and documents from reviewers. */
function readZips(tell: Tell): void {
  const read = (zip: Uint8Array): string => {
    try {
      const bytes = unpacked(zip).length
      return bytes > 70 * 1024 ** 2 ? `${bytes} bytes` : 'bounded'
    } catch (error) {
      return error instanceof TooBig ? 'refused' : 'no zip'
    }
  }
  const blanks = new Uint8Array(8 * 1024 ** 2)
  const bomb = zipSync(Object.fromEntries(Array.from({ length: 16 }, (_, at) => [`${at}.xml`, blanks])))
  tell('128 MB in a table of 130 kB', 'refused', read(bomb))
  const files = Object.fromEntries(Array.from({ length: 3000 }, (_, at) => [`${at}.xml`, new Uint8Array()]))
  tell('3,000 files in a table', 'refused', read(zipSync(files)))
  const lying = zipSync({ 'a.xml': blanks })
  const view = new DataView(lying.buffer, lying.byteOffset)
  for (let at = 0; at + 46 < lying.length; at++)
    if (view.getUint32(at, true) === 0x02014b50) view.setUint32(at + 24, 10, true)
  tell('8 MB that say they are 10 bytes', 'no more than 10', read(lying) === 'refused' ? 'refused' : sizeOf(lying))
  tell('a zip that is cut off', 'no zip', read(bomb.subarray(0, bomb.length - 30)))
}

function sizeOf(zip: Uint8Array): string {
  try {
    const bytes = unzipSync(unpacked(zip))['a.xml']?.length ?? 0
    return bytes <= 10 ? 'no more than 10' : `${bytes} bytes`
  } catch {
    return 'no more than 10'
  }
}

export const zips: Area<Target> = { name: 'zips', attack: attackZips }
