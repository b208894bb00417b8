import './tips.css'

const DELAY_MS = 450
/** Who goes from tool to tool is told each at once. */
const AGAIN_MS = 400
const GAP_PX = 6
const hidingEvents = ['pointerdown', 'keydown', 'scroll', 'wheel'] as const

/**
 * Shows what a tool is called, and its key, under the pointer or the keyboard: one element for all tools, which have the
 * attributes `data-tip` and `data-tip-key`. With `data-tip-cut` a tip comes only where the text is cut: that of the
 * element, or of what the attribute selects in it. Call once for each page.
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
    // At the window, where some events end; only now, since each key and each turn of the wheel is one.
    for (const type of hidingEvents) {
      page.defaultView?.addEventListener(type, hide, { capture: true, passive: true, signal: listening.signal })
    }
    timer = setTimeout(() => show(tip, next), performance.now() - hiddenAt < AGAIN_MS ? 0 : DELAY_MS)
  }
  page.addEventListener('pointerover', point)
  page.addEventListener('focusin', point)
  page.documentElement.addEventListener('pointerleave', hide)
}

/** Whether the tip would only say what is read anyway. */
function isWhole(tool: HTMLElement): boolean {
  const { tipCut } = tool.dataset
  if (tipCut === undefined) return false
  const text = tipCut === '' ? tool : tool.querySelector(tipCut)
  return !text || text.scrollWidth <= text.clientWidth
}

function show(tip: HTMLElement, tool: HTMLElement): void {
  const { tip: text, tipKey: key } = tool.dataset
  // What has changed since the pointer came may be gone, have nothing to say, or be read whole.
  if (!tool.isConnected || !text || isWhole(tool)) return
  // A line's text among them may be read from right to left.
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
