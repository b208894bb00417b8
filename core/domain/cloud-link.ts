/** The target of a link to shared files. */
export type CloudLink =
  /** One file, served directly or behind a confirmation page. */
  | { readonly kind: 'file' | 'dropbox' | 'drive'; readonly address: string }
  /** A WebDAV share; `base` is the server, `folder` the linked path in the share. */
  | { readonly kind: 'share'; readonly base: string; readonly token: string; readonly folder: readonly string[] }

/** Why a link can't be read; keys of the `errors` catalogue. */
export type LinkFault = 'import_link_unreadable' | 'import_link_credentials' | 'import_folder_link'

const MAX_LINK = 2000

/** Parses a pasted link, or says why it can't be read. `http:` is allowed here: the fetching side decides about it. */
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

/** Drive's download address. Without `confirm` a virus page comes first for large files. */
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

/** `dl=1` makes Dropbox send the file instead of a page. A folder would be one zip. */
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

/** Public links of Nextcloud and ownCloud: `/s/TOKEN`, also below a folder of the server, with the path in it. */
function shareLink(url: URL): CloudLink | undefined {
  const [, path = '', token] = SHARE_PATH.exec(url.pathname) ?? []
  if (token === undefined) return undefined
  const folder = url.searchParams.get('path') ?? url.searchParams.get('dir') ?? ''
  return { kind: 'share', base: url.origin + path, token, folder: segmentsOf(folder) }
}

/** Segments of a path without `..`. */
export function segmentsOf(path: string): string[] {
  return path.split('/').filter((segment) => segment !== '' && segment !== '.' && segment !== '..')
}
