import '@blueprintjs/core/lib/css/blueprint.css'
import { Menu, MenuItem } from '@blueprintjs/core'
import i18next from 'i18next'
import { type ReactNode, useEffect, useState } from 'react'
import { createRoot, type Root } from 'react-dom/client'
import { initReactI18next } from 'react-i18next'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { NameDialog } from '#src/shell/dialogs/NameDialog.tsx'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { startControlNames } from '#src/ui/control-names.ts'
import { startDialogFocus } from '#src/ui/dialog-focus.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { startMenuKeys } from '#src/ui/menu-keys.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { Tag } from '#src/ui/Tag.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { startTips } from '#src/ui/tips.ts'
import { notify } from '#src/ui/toaster.ts'
import zh_cn from '../../../locales/zh_cn/common.json'
import { waitFor } from '#tests/support/wait-for.ts'

let root: Root | undefined

beforeAll(async () => {
  await i18next.use(initReactI18next).init({
    lng: 'zh_cn',
    defaultNS: 'common',
    resources: { zh_cn: { common: zh_cn } },
    react: { useSuspense: false },
  })
  startDialogFocus()
  startControlNames()
})
afterEach(() => {
  root?.unmount()
  document.querySelector('#here')?.remove()
})

function draw(element: ReactNode): void {
  const place = document.createElement('div')
  place.id = 'here'
  document.body.append(place)
  root = createRoot(place)
  root.render(element)
}

const find = (selector: string): Promise<HTMLElement> =>
  waitFor(() => {
    const element = document.querySelector<HTMLElement>(selector)
    if (!element) throw new Error(`no ${selector}`)
    return element
  })
const keyboardAt = (selector: string): Promise<void> =>
  waitFor(() => expect(document.activeElement?.matches(selector), document.activeElement?.outerHTML).toBe(true))
const escape = (): void =>
  void document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))

/** A button that opens a dialog and unmounts it when it closes. */
function Opener({ children }: { children?: ReactNode }): ReactNode {
  const [isOpen, setOpen] = useState(false)
  return (
    <>
      <Button id="opener" text="open" onClick={() => setOpen(true)} />
      {isOpen && (
        <Dialog isOpen title="A dialog" onClose={() => setOpen(false)}>
          <DialogBody>{children}</DialogBody>
        </Dialog>
      )}
    </>
  )
}

async function open(): Promise<void> {
  const opener = await find('#opener')
  opener.focus()
  opener.click()
}

test('the keyboard goes to the first field of a dialog, and back to what opened it', async () => {
  draw(
    <Opener>
      <p>words</p>
      <TextInput id="first" />
      <TextInput id="second" />
    </Opener>,
  )
  await open()
  await keyboardAt('#first')
  escape()
  await keyboardAt('#opener')
})

test('without a field it goes to what can be done', async () => {
  draw(
    <Opener>
      <Button id="buy" text="buy" />
    </Opener>,
  )
  await open()
  await keyboardAt('#buy')
  escape()
  await keyboardAt('#opener')
})

test('a second press of what confirms does nothing while the first is at work', async () => {
  const works: (() => void)[] = []
  const remove = vi.fn(() => new Promise<void>((done) => works.push(done)))
  draw(<ConfirmDialog open text="?" confirmText="delete" onConfirm={remove} onClose={() => undefined} />)
  const button = await find('.bp6-alert-footer button')
  button.click()
  button.click()
  await waitFor(() => expect(button.className).toContain('bp6-loading'))
  expect(remove).toHaveBeenCalledTimes(1)
  works[0]?.()
  await waitFor(() => expect(button.className).not.toContain('bp6-loading'))
})

test('an empty name is asked for at its field, in the language of the page', async () => {
  const onName = vi.fn(() => Promise.resolve())
  draw(<NameDialog title="t" label="l" maxLength={20} confirmText="ok" onName={onName} onClose={() => undefined} />)
  const form = await find('.name-dialog form')
  ;(await find('.name-dialog button[type=submit]')).click()
  await waitFor(() => expect(form.textContent).toContain(zh_cn.name_missing))
  await keyboardAt('input[aria-invalid=true]')
  expect(onName).not.toHaveBeenCalled()
})

test('a name as long as it may be, and one that is longer, are told at their field while they are typed', async () => {
  const onName = vi.fn(() => Promise.resolve())
  draw(
    <NameDialog
      title="t"
      label="l"
      name="longer"
      maxLength={4}
      confirmText="ok"
      onName={onName}
      onClose={() => undefined}
    />,
  )
  const field = (await find('.name-dialog input')) as HTMLInputElement
  const said = (text: string): Promise<void> =>
    waitFor(() => expect(document.querySelector('.name-dialog [role=alert]')?.textContent).toBe(text))
  const words = (message: string): string => message.replace('{{n}}', '4')
  await said(words(zh_cn.at_most))
  ;(await find('.name-dialog button[type=submit]')).click()
  await keyboardAt('input[aria-invalid=true]')
  expect(onName).not.toHaveBeenCalled()
  field.setRangeText('', 4, 6, 'end')
  field.dispatchEvent(new InputEvent('input', { bubbles: true }))
  await said(words(zh_cn.limit_reached))
  ;(await find('.name-dialog button[type=submit]')).click()
  await waitFor(() => expect(onName).toHaveBeenCalledWith('long'))
})

test('what Blueprint draws by itself is named in the language of the page', async () => {
  draw(
    <Dialog isOpen title="t">
      <NumberInput aria-label="n" value={1} />
      <Spinner />
      <Button loading text="b" />
      <Tag onRemove={() => undefined}>a label</Tag>
      <Menu>
        <MenuItem text="more">
          <MenuItem text="less" />
        </MenuItem>
      </Menu>
    </Dialog>,
  )
  const dialog = await find('.bp6-dialog')
  const named = [...dialog.querySelectorAll('button[aria-label], [role=progressbar], svg title')]
  const names = (): (string | null)[] => named.map((one) => one.getAttribute('aria-label') ?? one.textContent)
  const { close, increase, decrease, loading, remove_tag, open_submenu } = zh_cn
  await waitFor(() => expect(names()).toEqual([close, increase, decrease, loading, loading, remove_tag, open_submenu]))
})

test('without a field the keyboard is at what the dialog offers, not at what closes it', async () => {
  draw(
    <Dialog isOpen title="t">
      <DialogBody>nothing yet</DialogBody>
      <DialogFooter actions={<Button className="begin" text="begin" />} />
    </Dialog>,
  )
  await keyboardAt('.begin')
})

test('a dialog that an entry of a menu has opened by keys gives the keyboard back to the button of the menu', async () => {
  const view = (isOpen: boolean): ReactNode => (
    <>
      <Button className="opener" text="menu" />
      <Dialog isOpen={isOpen} title="t" transitionDuration={0}>
        <DialogBody>
          <TextInput className="field" />
        </DialogBody>
      </Dialog>
    </>
  )
  draw(view(false))
  ;(await find('.opener')).focus()
  const menu = Object.assign(document.createElement('div'), { className: 'bp6-portal', tabIndex: 0 })
  document.body.append(menu)
  document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key: 'Enter', bubbles: true }))
  menu.focus()
  root?.render(view(true))
  await keyboardAt('.field input')
  menu.remove()
  root?.render(view(false))
  await keyboardAt('.opener')
})

test('Escape closes a popover that has no focus yet, and not the dialog around it', async () => {
  // The focus comes with a frame, which a busy page draws late.
  const frames = vi.spyOn(window, 'requestAnimationFrame').mockReturnValue(0)
  const close = vi.fn()
  draw(
    <Dialog isOpen title="t" onClose={close}>
      <Popover content={<p className="inside">words</p>}>
        <Button className="opener" text="more" />
      </Popover>
    </Dialog>,
  )
  const opener = await find('.opener')
  opener.focus()
  opener.click()
  await find('.inside')
  expect(document.activeElement).toBe(opener)
  escape()
  await waitFor(() => expect(document.querySelector('.inside')).toBeNull())
  expect(close).not.toHaveBeenCalled()
  escape()
  expect(close).toHaveBeenCalledOnce()
  frames.mockRestore()
})

test('arrow keys go through a menu, into its submenu and back', async () => {
  startMenuKeys()
  draw(
    <div className="bp6-popover-content">
      <Menu>
        <MenuItem className="one" text="one" />
        <MenuItem disabled text="off" />
        <MenuItem className="more" text="more" popoverProps={{ isOpen: true, usePortal: false }}>
          <MenuItem className="inner" text="inner" />
        </MenuItem>
        <MenuItem className="last" text="last" />
      </Menu>
    </div>,
  )
  const one = await find('.one')
  await find('.inner')
  one.focus()
  const visited = ['ArrowDown', 'ArrowRight', 'ArrowLeft', 'ArrowDown', 'ArrowDown', 'ArrowUp', 'Home', 'End'].map(
    (key) => {
      document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', { key, bubbles: true, cancelable: true }))
      return document.activeElement?.textContent
    },
  )
  const more = expect.stringContaining('more')
  expect(visited).toEqual([more, 'inner', more, 'last', 'one', 'last', 'one', 'last'])
})

/** Presses Escape on the page as soon as it is there, before any focus moves. */
function Early(): ReactNode {
  useEffect(() => {
    document.body.dispatchEvent(new KeyboardEvent('keydown', { key: 'Escape', bubbles: true }))
  }, [])
  return null
}

test('Escape closes a dialog that does not have the focus yet', async () => {
  const onClose = vi.fn()
  draw(
    <Dialog isOpen title="late" onClose={onClose} transitionDuration={0}>
      <DialogBody>
        <Early />
      </DialogBody>
    </Dialog>,
  )
  await find('.bp6-dialog')
  expect(onClose).toHaveBeenCalledOnce()
})

test('a tip that has nothing more to say does not come', async () => {
  startTips()
  const cut = (text: string | undefined): ReactNode => (
    <span id="tool" data-tip={text}>
      tool
    </span>
  )
  draw(cut('the whole text'))
  const tool = await find('#tool')
  tool.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  await waitFor(() => expect(document.querySelector('.tip:popover-open')?.textContent).toBe('the whole text'))
  tool.dispatchEvent(new PointerEvent('pointerdown', { bubbles: true }))
  document.body.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  tool.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  root?.render(cut(undefined))
  await new Promise((later) => setTimeout(later, 600))
  expect(document.querySelector('.tip:popover-open')).toBeNull()
})

test('a tip does not cover the menu that its tool has opened', async () => {
  startTips()
  draw(
    <button id="opened" data-tip="what it opens" aria-expanded="true">
      open
    </button>,
  )
  const tool = await find('#opened')
  vi.useFakeTimers()
  tool.dispatchEvent(new PointerEvent('pointerover', { bubbles: true }))
  vi.runAllTimers()
  vi.useRealTimers()
  expect(document.querySelector('.tip:popover-open')).toBeNull()
})

test('one message is shown at a time: a success takes the place of the failure, the same one counts up', async () => {
  const shown = (): string[] => [...document.querySelectorAll('.bp6-toast')].map((toast) => toast.textContent ?? '')
  notify.error('No answer')
  await waitFor(() => expect(shown()).toEqual(['No answer']))
  notify.error('No answer')
  await waitFor(() => expect(shown()).toEqual(['No answer ×2']))
  notify.success('Saved')
  await waitFor(() => expect(shown()).toEqual(['Saved']))
})

test('a field of large steps is drawn without an error of the toolkit', async () => {
  const failed = vi.spyOn(console, 'error')
  draw(<NumberInput id="steps" value={0} stepSize={100} minorStepSize={1} min={-5000} max={5000} />)
  await find('#steps')
  expect(failed).not.toHaveBeenCalled()
  failed.mockRestore()
})
