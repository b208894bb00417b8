import type { AddressInfo } from 'node:net'
import { v2 as webdav } from 'webdav-server'

export const SHARE_PASSWORD = 'open sesame'

const TOKEN = 'AbCd1234EfGh'

/** A folder with two videos, one of them nested, and two other files. */
export interface Share {
  readonly origin: string
  /** The public link. */
  readonly link: string
  close(): Promise<void>
}

/** A Nextcloud share: the token is the user, with the link's password. */
export async function shareVideos(clip: Buffer): Promise<Share> {
  const users = new webdav.SimpleUserManager()
  const user = users.addUser(TOKEN, SHARE_PASSWORD, false)
  const rights = new webdav.SimplePathPrivilegeManager()
  rights.setRights(user, '/', ['canRead'])
  const server = new webdav.WebDAVServer({
    httpAuthentication: new webdav.HTTPBasicAuthentication(users, 'share'),
    privilegeManager: rights,
    requireAuthentification: true,
    port: 0,
    hostname: '127.0.0.1',
  })
  await server.rootFileSystem().addSubTreeAsync(server.createExternalContext(), {
    'public.php': {
      webdav: {
        'Talk día 1.mp4': clip,
        'notes.txt': 'hello',
        Day2: { 'second talk.mp4': clip, 'fake.mp4': 'x'.repeat(20_000) },
      },
    },
  } as never)
  const listening = await server.startAsync(0)
  const origin = `http://127.0.0.1:${(listening.address() as AddressInfo).port}`
  return { origin, link: `${origin}/s/${TOKEN}`, close: () => server.stopAsync() }
}
