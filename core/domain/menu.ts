/** An entry of the side menu as sent by the server. `name` selects its words; a group has child entries. */
export interface MenuEntry {
  readonly id: string
  readonly name: string
  /** Empty for a group. */
  readonly url: string
  readonly icon: string
  readonly childlist: readonly MenuEntry[]
  readonly isHidden: boolean
  readonly meta: { readonly disabled: boolean }
}

/** Target of an entry: a page of the application, a new tab, or none yet. */
export type MenuTarget =
  | { readonly kind: 'page'; readonly path: string }
  | { readonly kind: 'tab'; readonly address: string }
  | { readonly kind: 'soon' }

/** The not-found page. */
export const NOT_FOUND = '/404/404'

/** No target yet. */
const PLACEHOLDER = '#'

/** Target of an entry's address. The root is no page of a signed-in user. */
export function menuTarget({ url, meta }: Pick<MenuEntry, 'url' | 'meta'>): MenuTarget {
  if (meta.disabled || url === PLACEHOLDER) return { kind: 'soon' }
  if (/^(?:https?|mailto|tel):/i.test(url)) return { kind: 'tab', address: url }
  if (url.startsWith('doc_')) return { kind: 'tab', address: `/lab/doc?u=${encodeURIComponent(url)}` }
  if (url === '' || url === '/') return { kind: 'page', path: NOT_FOUND }
  return { kind: 'page', path: url.startsWith('/') ? url : `/${url}` }
}

/** Pages that belong to another entry: a task without a project, and uploads. */
const homes: Readonly<Record<string, string>> = {
  '/lab/videotranslate/': '/lab/project/video_dubbing/',
  '/lab/subtitleremoval/': '/lab/project/video_erase/',
  '/lab/upload/': '/lab/library/',
}

/** The entry of a page: the one with the longest matching address prefix; undefined if none matches. */
export function entryOfPage(all: readonly MenuEntry[], pathname: string): MenuEntry | undefined {
  const own = `${pathname.toLowerCase().replace(/\/+$/, '')}/`
  const path = Object.entries(homes).find(([page]) => own.startsWith(page))?.[1] ?? own
  const pathOf = (one: MenuEntry): string => {
    const target = menuTarget(one)
    return target.kind === 'page' ? `${target.path.toLowerCase()}/` : ''
  }
  const leaves = all.flatMap((one) => (one.childlist.length > 0 ? one.childlist : [one]))
  const fitting = leaves.filter((one) => pathOf(one) !== '' && path.startsWith(pathOf(one)))
  return fitting.sort((a, b) => pathOf(b).length - pathOf(a).length)[0]
}

function entry(name: string, url: string, icon: string, childlist: readonly MenuEntry[] = []): MenuEntry {
  return { id: name, name, url, icon, childlist, isHidden: false, meta: { disabled: false } }
}

const entries: readonly MenuEntry[] = [
  entry('start', '/lab/workspace', 'home'),
  entry('my_space', '/lab/library', 'folder'),
  entry('history', '/lab/history', 'history'),
  entry('local_files', '/lab/pro/srt-edit', 'desktop'),
  entry('localisation', '', 'translate', [
    entry('dubbing_personal', '/lab/project/video_dubbing', 'voice'),
    entry('dubbing_pro', '/lab/pro', 'layers'),
    entry('subtitle_erase', '/lab/project/video_erase', 'eraser'),
    entry('subtitle_translate', '/lab/subtitleTranslate', 'translate'),
  ]),
  entry('help', 'doc_help', 'help'),
]

const staffEntries: readonly MenuEntry[] = [
  entry('staff', '/lab/staff', 'inbox'),
  entry('engines', '/lab/staff/engines', 'cog'),
]

/** A user's menu: everyone's, followed by the staff's. */
export function menuOf(user: { readonly is_staff: boolean }): readonly MenuEntry[] {
  return user.is_staff ? [...entries, ...staffEntries] : entries
}
