/** Where a link leads that the user shares files by. */
export type CloudLink =
  /** One file at an address that gives it away, at once or behind a page that asks. */
  | { readonly kind: 'file' | 'dropbox' | 'drive'; readonly address: string }
  /** A share that is read by WebDAV; `base` is the server, `folder` the place in the share that the link is about. */
  | { readonly kind: 'share'; readonly base: string; readonly token: string; readonly folder: readonly string[] }

/** Why a link can't be read; keys of the `errors` catalogue. */
export type LinkFault = 'import_link_unreadable' | 'import_link_credentials' | 'import_folder_link'

const MAX_LINK = 2000

/** What a pasted link leads to, or why it can't be read. `http:` is let through: who opens it says whether it may be. */
export function readCloudLink(text: string): CloudLink | LinkFault {
  const url = addressIn(text)
  if (!url) return 'import_link_unreadable'
  if (url.username !== '' || url.password !== '') return 'import_link_credentials'
  const host = url.hostname.toLowerCase()
  if (host === 'drive.google.com' || host === 'docs.google.com') return driveLink(url)
  if (host === 'dropbox.com' || host.endsWith('.dropbox.com')) return dropboxLink(url)
  return shareLink(url) ?? { kind: 'file', address: url.href }
}

function addressIn(text: string): URL | undefined {
  const trimmed = text.trim()
  if (trimmed === '' || trimmed.length > MAX_LINK || !URL.canParse(trimmed)) return undefined
  const url = new URL(trimmed)
  if (url.protocol !== 'https:' && url.protocol !== 'http:') return undefined
  url.hash = ''
  return url
}

/** The address that Drive downloads from. Without `confirm` a page about viruses comes first for large files. */
function driveLink(url: URL): CloudLink | LinkFault {
  if (/\/folders\//.test(url.pathname)) return 'import_folder_link'
  const id = /\/file\/(?:u\/\d+\/)?d\/([\w-]+)/.exec(url.pathname)?.[1] ?? url.searchParams.get('id')
  if (id === null || !/^[\w-]{10,}$/.test(id)) return 'import_link_unreadable'
  const direct = new URL('https://drive.usercontent.google.com/download?export=download&confirm=t')
  direct.searchParams.set('id', id)
  const resource = url.searchParams.get('resourcekey')
  if (resource !== null) direct.searchParams.set('resourcekey', resource)
  return { kind: 'drive', address: direct.href }
}

/** `dl=1` makes Dropbox send the file in place of a page about it. A folder would be one zip. */
function dropboxLink(url: URL): CloudLink | LinkFault {
  if (/^\/(?:scl\/fo|sh)\//.test(url.pathname)) return 'import_folder_link'
  if (!/^\/(?:scl\/fi|s)\//.test(url.pathname)) return 'import_link_unreadable'
  const direct = new URL(url)
  direct.protocol = 'https:'
  direct.searchParams.delete('raw')
  direct.searchParams.set('dl', '1')
  return { kind: 'dropbox', address: direct.href }
}

const SHARE_PATH = /^(.*?)(?:\/index\.php)?\/s\/(\w{8,64})(?:\/download(?:\/.*)?)?\/?$/

/** Public links of Nextcloud and ownCloud: `/s/TOKEN`, also below a folder of the server, with the place in it. */
function shareLink(url: URL): CloudLink | undefined {
  const [, path = '', token] = SHARE_PATH.exec(url.pathname) ?? []
  if (token === undefined) return undefined
  const folder = url.searchParams.get('path') ?? url.searchParams.get('dir') ?? ''
  return { kind: 'share', base: url.origin + path, token, folder: segmentsOf(folder) }
}

/** Steps of a path that lead down only. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
}
