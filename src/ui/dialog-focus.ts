/**
 * Blueprint focuses a hidden element of a dialog, and returns the focus late, even if the user has moved it since. This
 * code focuses the first field, and then returns to what opened the dialog.
 */
const OVERLAY = '.bp6-overlay'
const PORTAL = '.bp6-portal'
const DIALOG = '.bp6-dialog'
const START = 'bp6-overlay-start-focus-trap'
const FIELDS =
  'input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled), [role=combobox]:not(:disabled), .many-button'
const CONTROLS = 'a[href], button:not(:disabled), [tabindex="0"]'

/** The focused element when a dialog opens, and the last one on the page below all overlays. */
interface Opener {
  readonly element: Element | null
  readonly onPage: Element | undefined
  readonly isByKeys: boolean
}

const openers = new Map<Element, Opener>()
/** The last focused element of a dialog, to return to when an overlay above it closes. */
const lastInside = new WeakMap<Element, HTMLElement>()
let lastOnPage: Element | undefined
/** Portal of the focused dialog. */
let current: Element | undefined
/** Whether the user's last input is a key. */
let isByKeys = false

/** Starts moving the focus into each opened dialog, and back when it closes. */
export function startDialogFocus(): void {
  document.addEventListener('keydown', () => (isByKeys = true), { capture: true, passive: true })
  document.addEventListener('keydown', passEscape)
  document.addEventListener('pointerdown', () => (isByKeys = false), { capture: true, passive: true })
  document.addEventListener('focusin', follow, { capture: true })
  document.addEventListener('focusout', forget, { capture: true })
  // Portals of dialogs are children of the body.
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes) for (const node of removedNodes) giveBack(node)
  }).observe(document.body, { childList: true })
}

/** Passes Escape to an open dialog that does not have the focus yet: Blueprint moves it some frames later. */
function passEscape(event: KeyboardEvent): void {
  if (event.key !== 'Escape' || event.defaultPrevented || !(event.target instanceof Element)) return
  const overlay = [...document.querySelectorAll(`${OVERLAY}.bp6-overlay-open`)].findLast((open) => hasDialog(open))
  const portal = overlay?.closest(PORTAL)
  if (!overlay || !portal || openers.has(portal) || overlay.contains(event.target)) return
  overlay.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
}

const hasDialog = (overlay: Element): boolean => overlay.querySelector(`${DIALOG}, .bp6-drawer`) !== null

function follow({ target, relatedTarget }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  const portal = target.closest(PORTAL)
  if (!portal) {
    lastOnPage = target
    return
  }
  const overlay = target.closest(OVERLAY)
  if (!overlay || !hasDialog(overlay)) return
  const before = relatedTarget instanceof Element ? relatedTarget : null
  current = portal
  // A list that the dialog itself opened is not its opener.
  if (!openers.has(portal) || (before && !before.closest(PORTAL)))
    openers.set(portal, { element: before, onPage: lastOnPage, isByKeys })
  if (!target.classList.contains(START)) lastInside.set(overlay, target)
  // If the focus leaves from within the dialog, Blueprint wraps it around.
  else if (!overlay.contains(before)) (lastPlace(overlay) ?? firstPlace(overlay))?.focus({ preventScroll: true })
}

/** An element that lost the focus to no other is no opener; leaving the window does not count. */
function forget({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null || !document.hasFocus()) return
  if (target === lastOnPage) lastOnPage = undefined
  const portal = current
  // After pointer input the page keeps its keys, which a focused button would take.
  if (portal && openers.get(portal)?.isByKeys)
    setTimeout(() => portal.querySelector('.bp6-overlay-open') ?? giveBack(portal))
}

function lastPlace(overlay: Element): HTMLElement | undefined {
  const place = lastInside.get(overlay)
  return place?.isConnected ? place : undefined
}

/** The first field; without one the default button, or any other button. */
function firstPlace(overlay: Element): HTMLElement | undefined {
  const dialog = overlay.querySelector(DIALOG)
  const body = dialog?.querySelector('.bp6-dialog-body')
  const [field] = seen(body, FIELDS)
  if (field instanceof HTMLInputElement && field.type === 'radio')
    return seen(body, `input[type=radio][name="${CSS.escape(field.name)}"]:checked`)[0] ?? field
  const primary = seen(dialog, '.bp6-dialog-footer .bp6-intent-primary:not(:disabled)')
  const foot = seen(dialog?.querySelector('.bp6-dialog-footer'), CONTROLS)
  return field ?? primary[0] ?? seen(body, CONTROLS)[0] ?? foot[0] ?? seen(dialog, CONTROLS)[0]
}

function seen(parent: Element | null | undefined, selector: string): HTMLElement[] {
  return [...(parent?.querySelectorAll<HTMLElement>(selector) ?? [])].filter((element) => element.checkVisibility())
}

/** Props with which a dialog or drawer leaves the focus after closing to this code. */
export const closedOverlay = {
  shouldReturnFocusOnClose: false,
  onClosed: (node: HTMLElement): void => {
    const portal = node.closest(PORTAL)
    if (portal) giveBack(portal)
  },
}

/** Returns the focus to the opener of a closed dialog, if no other element has it. */
function giveBack(portal: Node): void {
  const opener = portal instanceof Element ? openers.get(portal) : undefined
  if (!opener || !(portal instanceof Element)) return
  openers.delete(portal)
  const { activeElement } = document
  if (activeElement !== document.body && !portal.contains(activeElement)) return
  const place = [opener.element, opener.onPage].find((element) => element?.isConnected)
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}
