import type { Page } from '@playwright/test'
import { expect, test } from '../fixture.ts'
import { noSeriousFault } from '../pages/accessible.ts'
import { EditorPage, signIn } from '../pages/app.ts'

/** A version as diarisation makes it: lines of two speakers, some with low confidence. */
async function heardVersion(page: Page, url: string) {
  const client = await signIn(page, url)
  const { video_id, folder_id } = await client.ok('openSample', { sample_id: 'harbour' })
  const { list } = await client.ok('listVersions', { video_id })
  const english = list.find(({ language }) => language === 'en')!
  const names = ['One', 'Two']
  const roles: string[] = []
  for (const role_name of names) roles.push((await client.ok('addRole', { folder_id, role_name })).folder_role_id)
  const { subtitle_txt, revision } = await client.ok('getVersion', { file_id: english.file_id })
  const roleOf = (at: number): string => roles[at % 2] ?? ''
  let at = revision
  for (const [place, role] of roles.entries()) {
    const cue_ids = subtitle_txt.flatMap(({ cue_id }, index) => (index % 2 === place ? cue_id : []))
    const marked = { file_id: english.file_id, revision: at, cue_ids, folder_role_id: [role] }
    at = (await client.ok('markRole', marked)).revision
  }
  const sure = (at: number): number => ([1, 3].includes(at) ? 0.56 : 0.98)
  const lines = subtitle_txt.map(({ cue_id }, at) => ({ cue_id, role_id: roleOf(at), sure: sure(at) }))
  // Only the confidence of the task is replaced; the rest is the server's answer.
  await page.route('**/admin/file.srt/fileinfo*', async (route) => {
    const response = await route.fetch()
    const answer = (await response.json()) as { data: object }
    const voices = { count: 2, sure: 0.55, maybe: 3, lines }
    await route.fulfill({ response, json: { ...answer, data: { ...answer.data, voices } } })
  })
  await page.goto(`${url}/lab/pro/srt-edit?video=${video_id}&file=${english.file_id}`)
  await new EditorPage(page).opened()
}

test('unsure speakers are shown; a number assigns or confirms one and goes to the next unsure line', async ({
  page,
  server,
}) => {
  await heardVersion(page, server.url)
  const editor = new EditorPage(page)
  await page.keyboard.press('ControlOrMeta+Shift+P')
  await page.getByPlaceholder(/command/i).fill('Speakers')
  await page.keyboard.press('Enter')
  const pane = page.getByRole('region', { name: 'Speakers' })
  await expect(pane.getByTestId('voices-maybe')).toContainText('2 voices were found, 55% sure; there may be 3')
  await expect(pane).toContainText('2 unsure lines')
  await expect(editor.rows.nth(1)).toContainText('56%')
  await expect(editor.rows.nth(0)).not.toContainText('%')
  await noSeriousFault(page)

  // The first unsure line gets the other speaker, and the next one is selected.
  await editor.timeline.focus()
  await page.keyboard.press('Alt+K')
  await expect(editor.rows.nth(1)).toHaveAttribute('aria-selected', 'true')
  await page.keyboard.press('1')
  await expect(editor.rows.nth(1)).toContainText('One')
  await expect(editor.rows.nth(1)).not.toContainText('%')
  await expect(pane).toContainText('1 unsure line')
  await expect(editor.rows.nth(3)).toHaveAttribute('aria-selected', 'true')
  // The number of its own speaker confirms it.
  await page.keyboard.press('2')
  await expect(editor.rows.nth(3)).toContainText('Two')
  await expect(editor.rows.nth(3)).not.toContainText('%')
  await expect(pane).not.toContainText('unsure')
  await expect(page.getByText('No more lines with an unsure speaker')).toBeVisible()
  // Undo restores the speaker, unsure again.
  await page.keyboard.press('Control+z')
  await expect(editor.rows.nth(1)).toContainText('56%')
  await expect(editor.rows.nth(1)).toContainText('Two')
  await page.keyboard.press('0')
  await expect(editor.rows.nth(1)).not.toContainText('Two')
  await page.keyboard.press('9')
  await expect(page.getByText('There is no speaker 9 in this folder')).toBeVisible()
})
