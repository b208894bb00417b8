import { matchPath } from 'react-router-dom'
import * as z from 'zod/mini'
import { type MenuEntry, menuOf, menuTarget, NOT_FOUND } from '#core/domain/menu.ts'
import type { UserInfo } from '#core/contract/session.ts'
import { MENU_KEY } from '#src/api/session.ts'
import { stored } from '#src/ui/stored.ts'

const menuEntry: z.ZodMiniType<MenuEntry> = z.object({
  id: z.string(),
  name: z.string(),
  url: z.string(),
  icon: z.string(),
  childlist: z.array(z.lazy(() => menuEntry)),
  isHidden: z.boolean(),
  meta: z.object({ disabled: z.boolean() }),
})

const keptMenu = stored('menu_list' satisfies typeof MENU_KEY, z.array(menuEntry), [])

/**
 * The session's menu, without hidden entries and those without a page in `paths`. Sessions of earlier releases have none.
 */
export function menuEntries(user: UserInfo | undefined, paths: readonly string[]): readonly MenuEntry[] {
  const kept = keptMenu.get()
  return shownEntries(kept.length > 0 ? kept : menuOf(user ?? { is_staff: false }), paths)
}

function shownEntries(entries: readonly MenuEntry[], paths: readonly string[]): readonly MenuEntry[] {
  return entries.flatMap((entry) => {
    if (entry.isHidden) return []
    if (entry.childlist.length > 0) {
      const childlist = shownEntries(entry.childlist, paths)
      return childlist.length > 0 ? [{ ...entry, childlist }] : []
    }
    const path = ownPath(entry)
    return path === undefined || paths.some((known) => matchPath(known, path)) ? [entry] : []
  })
}

/** The own page of an entry; undefined for other targets. */
function ownPath(entry: MenuEntry): string | undefined {
  const target = menuTarget(entry)
  if (target.kind === 'page' && target.path !== NOT_FOUND) return target.path
  if (target.kind === 'tab' && target.address.startsWith('/')) return target.address.split('?')[0]
  return undefined
}
