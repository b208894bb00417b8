import './tips.css'

const DELAY_MS = 450
/** While the pointer moves from tool to tool, tips show without a delay. */
const AGAIN_MS = 400
const GAP_PX = 6
const hidingEvents = ['pointerdown', 'keydown', 'scroll', 'wheel'] as const

/**
 * Shows tips (`data-tip`, `data-tip-key`) of hovered or focused tools by one element. With `data-tip-cut`, a tip shows
 * only if the text of the element (or selected part) is cut. Called once per page.
 */
export function startTips(page: Document = document): void {
  const tip = page.createElement('div')
  tip.className = 'tip'
  tip.setAttribute('role', 'presentation')
  tip.setAttribute('aria-hidden', 'true')
  tip.popover = 'manual'
  page.body.append(tip)
  let timer: ReturnType<typeof setTimeout> | undefined
  let tool: HTMLElement | undefined
  let hiddenAt = -Infinity
  let listening = new AbortController()
  const hide = (): void => {
    if (!tool) return
    listening.abort()
    clearTimeout(timer)
    tool = undefined
    if (!tip.matches(':popover-open')) return
    hiddenAt = performance.now()
    tip.hidePopover()
  }
  const point = (event: Event): void => {
    const next = event.target instanceof Element ? event.target.closest<HTMLElement>('[data-tip]') : null
    if (next === (tool ?? null)) return
    const isKeyboard = event.type === 'focusin'
    if (isKeyboard && !next?.matches(':focus-visible')) return
    hide()
    if (!next || isWhole(next)) return
    tool = next
    listening = new AbortController()
    // On the window, which also gets events that do not bubble; only while a tip shows, since every key and wheel event
    // calls it.
    for (const type of hidingEvents) {
      page.defaultView?.addEventListener(type, hide, { capture: true, passive: true, signal: listening.signal })
    }
    timer = setTimeout(() => show(tip, next), performance.now() - hiddenAt < AGAIN_MS ? 0 : DELAY_MS)
  }
  page.addEventListener('pointerover', point)
  page.addEventListener('focusin', point)
  page.documentElement.addEventListener('pointerleave', hide)
}

/** Whether the tip would repeat a text that is fully visible. */
function isWhole(tool: HTMLElement): boolean {
  const { tipCut } = tool.dataset
  if (tipCut === undefined) return false
  const text = tipCut === '' ? tool : tool.querySelector(tipCut)
  return !text || (text.scrollWidth <= text.clientWidth && text.scrollHeight <= text.clientHeight + 2)
}

/** Whether the tool's menu is open, which the tip would cover. */
function isOpen(tool: HTMLElement): boolean {
  return tool.closest('[aria-expanded=true]') !== null || tool.querySelector('[aria-expanded=true]') !== null
}

function show(tip: HTMLElement, tool: HTMLElement): void {
  const { tip: text, tipKey: key } = tool.dataset
  // Since the pointer came, the tool may have been removed, or its text changed or become fully visible.
  if (!tool.isConnected || !text || isWhole(tool) || isOpen(tool)) return
  // A cue's text in a tip may be right-to-left.
  tip.dir = 'auto'
  tip.replaceChildren(text)
  if (key) tip.append(Object.assign(document.createElement('kbd'), { textContent: key }))
  tip.showPopover()
  const box = tool.getBoundingClientRect()
  const { offsetWidth: width, offsetHeight: height } = tip
  const { innerWidth, innerHeight } = tip.ownerDocument.defaultView ?? window
  const isBelow = box.bottom + GAP_PX + height < innerHeight
  const left = box.left + box.width / 2 - width / 2
  tip.style.top = `${isBelow ? box.bottom + GAP_PX : box.top - GAP_PX - height}px`
  tip.style.left = `${Math.max(GAP_PX, Math.min(left, innerWidth - width - GAP_PX))}px`
}
