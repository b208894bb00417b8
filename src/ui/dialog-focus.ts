/**
 * Blueprint leaves the keyboard at a hidden element of a dialog that asks for no place of its own, and gives it back only
 * where the dialog stays drawn after it has closed. Here it goes to the first field, and back to what opened the dialog.
 */
const OVERLAY = '.bp6-overlay'
const PORTAL = '.bp6-portal'
const DIALOG = '.bp6-dialog'
const START = 'bp6-overlay-start-focus-trap'
const FIELDS =
  'input:not([type=hidden], [type=file], :disabled), textarea:not(:disabled), [role=combobox]:not(:disabled), .many-button'
const CONTROLS = 'a[href], button:not(:disabled), [tabindex="0"]'

/** What had the keyboard when a dialog opened, and what had it on the page under all lists and dialogs. */
interface Opener {
  readonly element: Element | null
  readonly onPage: Element | undefined
  readonly isByKeys: boolean
}

const openers = new Map<Element, Opener>()
/** Where the keyboard was last in a dialog: a list over it that has closed leaves it there. */
const lastInside = new WeakMap<Element, HTMLElement>()
let lastOnPage: Element | undefined
/** Where the dialog stands that has the keyboard. */
let current: Element | undefined
/** Whether the person's last act was a key. */
let isByKeys = false

/** From now on the keyboard goes into each dialog that opens, and comes back when the dialog is gone. */
export function startDialogFocus(): void {
  document.addEventListener('keydown', () => (isByKeys = true), { capture: true, passive: true })
  document.addEventListener('pointerdown', () => (isByKeys = false), { capture: true, passive: true })
  document.addEventListener('focusin', follow, { capture: true })
  document.addEventListener('focusout', forget, { capture: true })
  // Dialogs stand in portals, which are children of the body.
  new MutationObserver((changes) => {
    for (const { removedNodes } of changes) for (const node of removedNodes) giveBack(node)
  }).observe(document.body, { childList: true })
}

function follow({ target, relatedTarget }: FocusEvent): void {
  if (!(target instanceof HTMLElement)) return
  const portal = target.closest(PORTAL)
  if (!portal) {
    lastOnPage = target
    return
  }
  const overlay = target.closest(OVERLAY)
  if (!overlay?.querySelector(`${DIALOG}, .bp6-drawer`)) return
  const before = relatedTarget instanceof Element ? relatedTarget : null
  current = portal
  // A list that the dialog itself had opened did not open it.
  if (!openers.has(portal) || (before && !before.closest(PORTAL)))
    openers.set(portal, { element: before, onPage: lastOnPage, isByKeys })
  if (!target.classList.contains(START)) lastInside.set(overlay, target)
  // By the keyboard from within the dialog: Blueprint leads on to its other end.
  else if (!overlay.contains(before)) (lastPlace(overlay) ?? firstPlace(overlay))?.focus({ preventScroll: true })
}

/** What is left for nothing else is not what a dialog would be opened from; leaving the window is not meant. */
function forget({ target, relatedTarget }: FocusEvent): void {
  if (relatedTarget !== null || !document.hasFocus()) return
  if (target === lastOnPage) lastOnPage = undefined
  const portal = current
  // One that stays drawn is given back by Blueprint, but not to an entry of a menu, which is gone by then. Who has come to
  // it by the pointer goes on with the keys of the page: a button would take the next one.
  if (portal && openers.get(portal)?.isByKeys)
    setTimeout(() => portal.querySelector('.bp6-overlay-open') ?? giveBack(portal))
}

function lastPlace(overlay: Element): HTMLElement | undefined {
  const place = lastInside.get(overlay)
  return place?.isConnected ? place : undefined
}

/** The first field; without one what Enter should do, or what else can be done. */
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

/** A dialog is gone: the keyboard goes where it came from, if nothing else has it meanwhile. */
function giveBack(portal: Node): void {
  const opener = portal instanceof Element ? openers.get(portal) : undefined
  if (!opener || !(portal instanceof Element)) return
  openers.delete(portal)
  if (document.activeElement !== document.body) return
  const place = [opener.element, opener.onPage].find((element) => element?.isConnected)
  if (place instanceof HTMLElement) place.focus({ preventScroll: true })
}
