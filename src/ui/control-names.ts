import i18next from 'i18next'

/*
 * Blueprint names its controls in English only, so they are renamed in the page's language when drawn. React keeps the
 * attributes, since its own values do not change.
 */

/** Message keys by Blueprint's names. */
const names = {
  Close: 'close',
  'Remove tag': 'remove_tag',
  loading: 'loading',
  'Open sub menu': 'open_submenu',
  increment: 'increase',
  decrement: 'decrease',
} as const

const isKnown = (name: string): name is keyof typeof names => Object.hasOwn(names, name)

/** The controls with such names. */
const PARTS =
  '.bp6-dialog-close-button, .bp6-toast button, .bp6-tag-remove, .bp6-spinner, .bp6-submenu-icon title, .bp6-numeric-input button'

/** Starts naming Blueprint's controls in the page's language. */
export function startControlNames(): void {
  nameParts(document.body)
  new MutationObserver((changes) => {
    for (const { addedNodes } of changes) for (const node of addedNodes) if (node instanceof Element) nameParts(node)
  }).observe(document.body, { childList: true, subtree: true })
}

function nameParts(parent: Element): void {
  if (parent.matches(PARTS)) namePart(parent)
  if (parent.firstElementChild) for (const part of parent.querySelectorAll(PARTS)) namePart(part)
}

function namePart(part: Element): void {
  const isText = part.localName === 'title'
  const name = (isText ? part.textContent : part.getAttribute('aria-label')) ?? ''
  if (!isKnown(name)) return
  const words = i18next.t(names[name])
  if (isText) part.textContent = words
  else part.setAttribute('aria-label', words)
}
