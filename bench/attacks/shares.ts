import type { Area, Tell } from './rows.ts'
import { type Caller, PASSWORD, type Target } from './target.ts'
import { addVideo, srt } from './things.ts'

async function attackShares(target: Target, tell: Tell): Promise<void> {
  const [owner, guest, stranger] = [await target.person(), await target.person('guest'), await target.person('other')]
  const { folder_id } = await owner.ok('addFolder', { folder_name: 'shared' })
  const video_id = await addVideo(owner, folder_id, 'film')
  const version = { folder_id, video_id, name: 'v', language: 'en', content: srt('one') } as const
  const { file_id } = await owner.ok('addVersion', version)
  const share = (account: string, role: 'review' | 'edit') => owner.ok('shareVideo', { video_id, account, role })
  const codeOf = async (answer: Promise<{ code: number }>): Promise<string> => String((await answer).code)
  const read = (by: Caller) => codeOf(by.call('getVersion', { file_id }))
  const edit = async (by: Caller) => {
    const { revision, subtitle_txt } = await owner.ok('getVersion', { file_id })
    return by.call('editVersion', { file_id, revision, subtitle_txt })
  }

  const byMail = { video_id, account: 'other@example.org', role: 'edit' } as const
  tell('a share by an address that nobody proved', '1001', await codeOf(owner.call('shareVideo', byMail)))
  const { share_id } = await share('guest', 'review')
  tell('the share itself', '0', await read(guest))
  const widened = { video_id, account: 'guest', role: 'edit' } as const
  tell('a guest who reviews makes themselves an editor', '1002', await codeOf(guest.call('shareVideo', widened)))
  const onward = { video_id, account: 'other', role: 'review' } as const
  tell('a guest shares the film with a third account', '1002', await codeOf(guest.call('shareVideo', onward)))
  const list = { folder_id, video_id }
  tell('a guest lists who else has it', '1002', await codeOf(guest.call('listShares', { video_id })))
  tell('a guest who reviews edits', '2401', await codeOf(edit(guest)))
  tell('a stranger reads what a guest may', '1002', await read(stranger))
  await stranger.call('endShare', { share_id })
  tell('a stranger ends the share', 'it holds', (await read(guest)) === '0' ? 'it holds' : 'it ended')
  const again = await owner.ok('shareVideo', { video_id, account: 'guest', role: 'edit' })
  tell('the same account twice', 'one share', again.share_id === share_id ? 'one share' : 'two shares')
  tell('a guest who edits edits', '0', await codeOf(edit(guest)))
  await share('guest', 'review')
  tell('a guest edits whose role was taken back', '2401', await codeOf(edit(guest)))

  await share('guest', 'edit')
  const before = Promise.all(Array.from({ length: 10 }, () => edit(guest)))
  await owner.ok('endShare', { share_id })
  await before
  tell('a guest edits after the share was ended in the middle of edits', '1002', await codeOf(edit(guest)))
  tell('a guest reads after the share was ended', '1002', await read(guest))
  const comment = { file_id, cue_id: 'x', start: 0, text: 'x', idempotency_key: 'comment-after' }
  tell('a guest comments after the share was ended', '1002', await codeOf(guest.call('addComment', comment)))
  const { list: mine } = await guest.ok('listSharedVideos', {})
  tell('a guest lists films after the share was ended', '0 films', `${mine.length} films`)

  await attackAddresses(target, { owner, stranger, list }, tell)
}

/** Signed addresses of files: for a reader and limited in time. */
async function attackAddresses(
  target: Target,
  { owner, stranger, list }: { owner: Caller; stranger: Caller; list: { folder_id: string; video_id: string } },
  tell: Tell,
): Promise<void> {
  const { video_url } = await owner.ok('getVideo', { file_id: list.video_id })
  const open = async (url: string): Promise<string> => String(await stranger.statusOf(url, { range: 'bytes=0-9' }))
  tell('the signed address of a file', '206', await open(video_url))
  const [, prefix = '', expires = '', signature = '', key = ''] =
    /^\/(\w+)\/([^/]+)\/([^/]+)\/(.+)$/.exec(video_url) ?? []
  const of = (...parts: string[]): string => `/${[prefix, ...parts].join('/')}`
  const flipped = signature.startsWith('A') ? `B${signature.slice(1)}` : `A${signature.slice(1)}`
  tell('with another signature', '403', await open(of(expires, flipped, key)))
  tell('with a later end', '403', await open(of(expires.replace(/\d+/, '99999999999999'), signature, key)))
  tell('that ended long ago', '403', await open(of(expires.replace(/\d+/, '1'), signature, key)))
  const [kind = '', , file = ''] = key.split('/')
  tell('for the file of another video', '403', await open(of(expires, signature, `${kind}/other/${file}`)))
  for (const path of [
    '../../database/PG_VERSION',
    '..%2f..%2fsecret-keys',
    '%2e%2e/%2e%2e/secret-keys',
    '../../../../../etc/passwd',
    '..\\..\\secret-keys',
  ]) {
    const status = await open(of(expires, signature, `${key.slice(0, key.lastIndexOf('/'))}/${path}`))
    tell(`with ${path} in it`, 'refused', status.startsWith('4') ? 'refused' : status)
  }
  const { access_token } = await target.nobody().ok('loginAccount', { account: owner.name, password: PASSWORD })
  const elsewhere = target.caller('owner elsewhere', { token: access_token })
  const { url } = await elsewhere.ok('downloadFiles', { folder_id: list.folder_id })
  await elsewhere.ok('logout', {})
  tell('of a zip, after its reader logged out', '2401', String((await stranger.fetch(url)).code))
  const { url: zip } = await owner.ok('downloadFiles', { folder_id: list.folder_id })
  tell('of a zip, with another id', '2401', String((await stranger.fetch(zip.replace(/\/[\w-]+\?/, '/other?'))).code))
}

export const shares: Area<Target> = { name: 'shares', attack: attackShares }
