import type { Page } from '@playwright/test'
import { EditorPage } from '../pages/app.ts'
import { englishNames } from '../pages/names.ts'
import { signInSpeaking, wordsIn } from '../pages/words.ts'
import { expect, test } from '../fixture.ts'

const t = wordsIn('zh_cn')

/** Names of a page's parts are in its language; parts may appear after the page. */
async function isAllChinese(page: Page, where: string, data: readonly string[] = []): Promise<void> {
  await expect(async () => expect(await englishNames(page, data), where).toEqual([])).toPass({ timeout: 5000 })
}

/** Dialogs by their keys, and those that the list of commands opens. */
const keys = ['F1', 'Control+k', 't', 'Shift+T', 'Control+g'] as const
const commands = ['versions', 'keys', 'export_subtitle', 'about', 'profiles', 'macros'] as const
const panes = ['speakers', 'style_pane', 'quality', 'statistics', 'comments'] as const

test('what screen readers are told of the editor, its panes, its dialogs and its menus is all Chinese', async ({
  page,
  server,
}) => {
  const client = await signInSpeaking(page, server.url, 'zh_cn')
  const { folder_id, video_id } = await client.ok('openSample', { sample_id: 'harbour' })
  const { video_name } = await client.ok('getVideo', { file_id: video_id })
  const { list } = await client.ok('listVersions', { folder_id, video_id })
  const versions = await Promise.all(list.map(({ file_id }) => client.ok('getVersion', { file_id })))
  const texts = versions.flatMap(({ subtitle_txt }) => subtitle_txt.map(({ text }) => text))
  const data = [video_name, ...list.map(({ name }) => name), ...texts]
  await page.goto(`${server.url}/lab/pro/srt-edit?video=${video_id}`)
  const editor = new EditorPage(page)
  await editor.opened()
  await isAllChinese(page, 'editor', data)
  const command = async (name: string): Promise<void> => {
    await editor.timeline.focus()
    await page.keyboard.press('Control+k')
    await page.getByPlaceholder(t('editor:palette_hint')).fill(t(`editor:action_${name}`))
    await page.keyboard.press('Enter')
    await expect(page.getByPlaceholder(t('editor:palette_hint'))).toHaveCount(0)
  }
  for (const pane of panes) {
    await command(pane)
    await isAllChinese(page, pane, data)
  }
  const over = page.locator('.bp6-overlay-open').last()
  const close = async (): Promise<void> => {
    await page.keyboard.press('Escape')
    await expect(over).toHaveCount(0)
  }
  for (const key of keys) {
    await editor.timeline.focus()
    await page.keyboard.press(key)
    await expect(over).toHaveCount(1)
    await isAllChinese(page, key, data)
    await close()
  }
  for (const name of commands) {
    await command(name)
    await expect(over).toHaveCount(1)
    await isAllChinese(page, name, data)
    await close()
  }
  await page.getByRole('button', { name: t('editor:more'), exact: true }).click()
  await page.getByRole('menuitem', { name: t('editor:row_density') }).hover()
  await isAllChinese(page, 'menu', data)
  await close()
  await page.locator('.row-number').nth(1).click({ button: 'right' })
  await isAllChinese(page, 'menu of a line', data)
})
