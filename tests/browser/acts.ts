import { expect } from 'vitest'
import { named } from './editor/mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

/** A worker, or code that loads on demand, takes its time on a busy machine. */
export const STARTS = { timeout: 30_000 }

/** Waits until the page shows a text that work in a worker brings. */
export const comes = (text: string): Promise<void> =>
  waitFor(() => expect(document.body.textContent).toContain(text), STARTS)

/** Clicks on the one element of a kind with such a name, once it can be used. */
export async function press(selector: string, name: string): Promise<void> {
  const element = await waitFor(() => named(selector, name), STARTS)
  await waitFor(() => expect(element.matches(':disabled')).toBe(false))
  element.click()
}

/** Writes over the text of a field, as a user would. */
export function typeInto(field: HTMLInputElement | HTMLTextAreaElement, text: string): void {
  field.focus()
  field.select()
  document.execCommand('insertText', false, text)
}

/** Chooses a file in a hidden field. */
export async function setFile(selector: string, ...files: readonly File[]): Promise<void> {
  const field = await waitFor(() => {
    const found = document.querySelector<HTMLInputElement>(selector)
    if (!found) throw new Error(`no ${selector}`)
    return found
  })
  const transfer = new DataTransfer()
  for (const file of files) transfer.items.add(file)
  field.files = transfer.files
  field.dispatchEvent(new Event('change', { bubbles: true }))
}
