import '#src/style.css'
import { afterEach, beforeAll, expect, test } from 'vitest'
import { SaveMark } from '#src/editor/shell/SaveMark.tsx'
import '#src/editor/shell/TopBar.css'
import { openEditor } from '#tests/support/editor.ts'
import { mount, startWords, unmount } from './mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

beforeAll(startWords)
afterEach(unmount)

test('where the text is saved is a mark of one size; only what must be known is in words', async () => {
  const { editor } = openEditor('a[1000-2000 one]')
  const { session } = editor
  mount(editor, <SaveMark session={session} />)
  const mark = await waitFor(() => {
    const found = document.querySelector<HTMLElement>('.save-mark')
    if (!found) throw new RangeError('no mark')
    return found
  })
  const looks = (): string => getComputedStyle(mark, '::before').backgroundColor
  const read = (): boolean => mark.querySelector('.unseen') === null
  expect(mark.textContent).toBe('All changes saved')
  expect(mark.dataset['tip']).toBe('All changes saved')
  expect(read()).toBe(false)
  const [width, saved] = [mark.offsetWidth, looks()]
  session.saving.state = 'local'
  await waitFor(() => expect(mark.textContent).toBe('Saved on this device'))
  expect(mark.offsetWidth).toBe(width)
  expect(looks()).not.toBe(saved)
  expect(read()).toBe(false)
  session.saving.state = 'offline'
  await waitFor(() => expect(mark.textContent).toBe('Saved on this device. Retrying…'))
  expect(read()).toBe(true)
  expect(mark.offsetWidth).toBeGreaterThan(width)
  session.saving.state = 'unsaved'
  await waitFor(() => expect(mark.textContent).toContain('Keep this page open'))
  expect(read()).toBe(true)
})
