/*
 * Blueprint's menus handle only Tab. This code adds arrow keys, Home and End, and opens and closes submenus; a menu
 * opened by a key focuses its first entry.
 */
const MENU = '.bp6-menu'
const OPENED = '.bp6-overlay-start-focus-trap'
const steps: ReadonlySet<string> = new Set(['ArrowDown', 'ArrowUp', 'Home', 'End', 'ArrowRight', 'ArrowLeft'])

/** Starts keyboard navigation of menus. */
export function startMenuKeys(): void {
  document.addEventListener('keydown', (event) => {
    const { key, target, defaultPrevented, ctrlKey, altKey, metaKey } = event
    if (defaultPrevented || ctrlKey || altKey || metaKey || !steps.has(key) || !(target instanceof HTMLElement)) return
    const menu = menuAt(target)
    const next = menu && placeAfter(menu, target, key)
    if (!next) return
    event.preventDefault()
    next.focus()
  })
  document.addEventListener('focusin', ({ target }) => {
    if (!(target instanceof HTMLElement) || !target.matches(`${OPENED}:focus-visible`)) return
    const menu = menuAt(target)
    if (menu) entriesOf(menu)[0]?.focus()
  })
}

/** The focused menu, or an open one that has no focus yet. */
function menuAt(target: HTMLElement): Element | null {
  if (target.matches('input, textarea')) return null
  if (!target.matches(OPENED)) return target.closest(MENU)
  const opened = target.closest('.bp6-overlay')
  return opened?.querySelector(`.bp6-popover-content > ${MENU}`) ?? null
}

/** Enabled entries of a menu, without its submenus. */
function entriesOf(menu: Element): HTMLElement[] {
  return [...menu.querySelectorAll<HTMLElement>('.bp6-menu-item:not(.bp6-disabled)')]
    .filter((entry) => entry.closest(MENU) === menu)
    .flatMap((entry) => (entry.tabIndex < 0 ? (entry.closest<HTMLElement>('[tabindex="0"]') ?? []) : entry))
}

function placeAfter(menu: Element, target: HTMLElement, key: string): HTMLElement | undefined {
  const entries = entriesOf(menu)
  const at = entries.findIndex((entry) => entry === target || entry.contains(target))
  if (key === 'ArrowRight') {
    const inner = target.closest('li')?.querySelector(MENU)
    return inner ? entriesOf(inner)[0] : undefined
  }
  if (key === 'ArrowLeft') {
    const outer = menu.closest('li')
    return outer?.querySelector<HTMLElement>('[tabindex="0"]') ?? undefined
  }
  if (key === 'Home') return entries[0]
  if (key === 'End') return entries.at(-1)
  if (key === 'ArrowDown') return entries[(at + 1) % entries.length]
  return entries.at(at < 0 ? -1 : at - 1)
}
