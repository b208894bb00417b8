import '#src/style.css'
import { afterEach, expect, test, vi } from 'vitest'
import { notify } from '#src/ui/toaster.ts'
import { waitFor } from '#tests/support/wait-for.ts'

afterEach(() => {
  for (const part of document.querySelectorAll('[data-part]')) part.remove()
})

/** A part at the bottom of the page that toasts must not cover. */
function addPart(height: number, style = ''): HTMLElement {
  const part = document.createElement('section')
  part.dataset['part'] = ''
  part.className = 'toasts-above'
  part.style.cssText = `position:fixed;bottom:0;left:0;width:100%;height:${height}px;${style}`
  document.body.append(part)
  return part
}

const toast = (text: string): Promise<HTMLElement> =>
  waitFor(() => {
    const found = [...document.querySelectorAll<HTMLElement>('.bp6-toast')].find(
      ({ textContent, className }) => textContent.includes(text) && !className.includes('leave'),
    )
    if (!found) throw new RangeError(`no toast ${text}`)
    return found
  })
/** At its final place, without the movement by which it appears. */
const bottomOf = (element: HTMLElement): number => {
  const list = element.closest('.toasts')!
  return list.getBoundingClientRect().bottom
}

test('toasts lie at the bottom of the page, and above the tray while it is there and as it grows', async () => {
  notify.info('No tray')
  expect(bottomOf(await toast('No tray'))).toBe(innerHeight)
  const tray = addPart(40)
  notify.info('A tray')
  const shown = await toast('A tray')
  expect(bottomOf(shown)).toBe(innerHeight - 40)
  tray.style.height = '200px'
  expect(bottomOf(shown)).toBe(innerHeight - 200)
})

test('toasts lie above the timeline of an editor that opened over the page after the toasts were there', async () => {
  notify.info('Before')
  await toast('Before')
  addPart(40)
  addPart(260)
  notify.info('After')
  expect(bottomOf(await toast('After'))).toBe(innerHeight - 260)
})

test('Escape goes to what is on the page, not to a toast over it', async () => {
  notify.info('Stays')
  const shown = await toast('Stays')
  const event = new KeyboardEvent('keydown', { key: 'Escape', bubbles: true, cancelable: true })
  const reached = vi.fn()
  window.addEventListener('keydown', reached, { once: true })
  expect(document.body.dispatchEvent(event)).toBe(true)
  expect(reached).toHaveBeenCalledOnce()
  expect(shown.isConnected).toBe(true)
})
