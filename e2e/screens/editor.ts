import { expect } from '@playwright/test'
import type { Page } from 'playwright'
import type { Video } from '#core/contract/video.ts'
import { EditorPage, rowText } from '../pages/app.ts'
import { choose } from '../pages/choice.ts'
import { SAVES } from '../pages/saves.ts'
import type { Camera } from './camera.ts'

const SONG =
  '1\n00:00:01,000 --> 00:00:03,000\nJe ne sais pas où il est allé hier soir.\n\n2\n00:00:04,000 --> 00:00:06,000\nMais il va revenir avant la nuit.\n'

/** The editor and its panes; `faulty` opens a version with findings. */
export async function takeEditorScreens(camera: Camera, address: string, faulty: string): Promise<void> {
  const { page } = camera
  await open(page, address)
  await camera.shot('editor')
  await choose(page.getByLabel(camera.word('editor:reference'), { exact: true }), { index: 1 })
  await camera.command('speakers')
  await choose(page.getByLabel(camera.word('editor:span')), '10s')
  await camera.shot('editor-speakers')
  await camera.command('style_pane')
  await page.locator('.row-number').nth(1).click()
  await camera.shot('editor-style')
  await camera.command('videos')
  await camera.shot('editor-videos')
  await camera.command('compare')
  await camera.shotOfOverlay('editor-compare')
  await open(page, address)
  await camera.command('player_place')
  await camera.shot('editor-player-over-lines')
  await camera.command('player_place')
  await camera.command('full_screen')
  await camera.shot('editor-full-screen')
  await page.keyboard.press('Alt+Enter')
  await open(page, faulty)
  await camera.command('quality')
  await page.locator('.row-number').nth(1).click()
  await camera.shot('editor-quality')
  await camera.command('fix_overlaps')
  await page.getByRole('dialog').waitFor()
  await camera.shotOfOverlay('fix')
  await camera.command('quality')
}

/** Two people at one version, and what goes beyond one: commands in words, macros, figures, profiles. */
export async function takePeopleScreens(camera: Camera, address: string): Promise<void> {
  const { page } = camera
  await open(page, address)
  const other = await page.context().newPage()
  await other.addInitScript(() => localStorage.setItem('cuelane-working-as', 'Ben'))
  await open(other, address)
  await other.locator('.row-number').nth(3).click()
  await other.keyboard.press('Alt+c')
  await other.keyboard.type('Is this what she says? I hear "before the sun".')
  await other.keyboard.press('Enter')
  await other.locator('.comment').first().waitFor()
  await page.bringToFront()
  await page.getByTestId('people-here').waitFor()
  await page.locator('.row-number').nth(1).click()
  await page.getByTestId('timeline').focus()
  await page.keyboard.press('Alt+Shift+C')
  await choose(page.getByLabel(camera.word('editor:span')), '1min')
  await camera.shot('people-comments')
  await page.getByTestId('people-here').click()
  await camera.shotOfOverlay('people-menu')
  await other.close()
  await camera.command('statistics')
  await camera.shot('statistics')
  await page.keyboard.press('Control+k')
  await page.keyboard.type('shift +250')
  await camera.shotOfOverlay('palette-command')
  await page.getByTestId('timeline').focus()
  await page.keyboard.press('Alt+Shift+R')
  await page.keyboard.press('Alt+Period')
  await page.keyboard.press('Alt+ArrowDown')
  await camera.shot('macro-recording')
  await page.keyboard.press('Alt+Shift+R')
  await camera.shotOfOverlay('macros')
  await camera.command('profiles')
  await camera.button('editor:profile_copy').click()
  await camera.shotOfOverlay('profiles')
}

async function open(page: Page, address: string): Promise<void> {
  await page.goto(address)
  await new EditorPage(page).opened()
}

/** Dialogs, menus and bars over the editor. */
export async function takeEditorOverlays(camera: Camera, address: string): Promise<void> {
  const { page } = camera
  await open(page, address)
  for (const [key, what] of [
    ['F1', 'keys'],
    ['Control+k', 'palette'],
    ['t', 'shift'],
    ['Shift+T', 'stretch'],
    ['Control+g', 'go-to'],
    ['Control+h', 'find'],
  ] as const) {
    await page.getByTestId('timeline').focus()
    await page.keyboard.press(key)
    if (what === 'find') await page.keyboard.type('the')
    await camera.shotOfOverlay(what)
    if (what === 'find') await page.keyboard.press('Escape')
  }
  await page.getByTestId('timeline').focus()
  await page.keyboard.press('Shift+T')
  await page.getByRole('radio', { name: camera.word('editor:sync_sound') }).click()
  await page.locator('.sync-matched').waitFor()
  await camera.shotOfOverlay('stretch-sound')
  await page.getByLabel(camera.word('editor:version'), { exact: true }).click()
  await camera.shotOfOverlay('version-list')
  for (const [action, what] of [
    ['versions', 'versions'],
    ['keys', 'change-keys'],
    ['export_subtitle', 'export'],
    ['about', 'about'],
  ] as const) {
    await camera.command(action)
    await camera.shotOfOverlay(what)
  }
  await page
    .getByTestId('subtitle-file')
    .first()
    .setInputFiles({ name: 'song.srt', mimeType: 'text/plain', buffer: Buffer.from(SONG) })
  await page.getByRole('dialog').getByRole('combobox').first().waitFor()
  await camera.shotOfOverlay('import')
  await takeMenus(camera)
}

async function takeMenus(camera: Camera): Promise<void> {
  const { page } = camera
  await camera.button('editor:more').click()
  await page.getByRole('menuitem', { name: camera.word('editor:row_density') }).hover()
  await camera.shotOfOverlay('more-menu')
  await page.keyboard.press('Escape')
  await page.getByRole('button', { name: camera.word('editor:video'), exact: true }).click()
  await camera.shot('video-menu')
  await page.getByRole('menuitem', { name: camera.word('editor:export_title') }).click()
  await camera.shotOfOverlay('make-a-file')
  const box = await page.getByTestId('timeline').boundingBox()
  if (!box) throw new Error('There is no timeline')
  await page.mouse.click(box.x + 300, box.y + 60, { button: 'right' })
  await camera.shotOfOverlay('shot-menu')
  await page.locator('.row-number').nth(2).click({ button: 'right' })
  await camera.shotOfOverlay('line-menu')
}

/** Screens without version or server, in a conflict, for an unknown video; and local files. */
export async function takeEditorStates(camera: Camera, url: string, video: Video): Promise<void> {
  const { page } = camera
  const address = `${url}/lab/pro/srt-edit?video=${video.video_id}`
  await page.route('**/file.srt/getlist*', (route) =>
    route.fulfill({ json: { code: 0, message: '', data: { list: [] } } }),
  )
  await page.goto(address)
  await camera.shot('no-subtitles')
  await page.unroute('**/file.srt/getlist*')
  await page.goto(`${url}/lab/pro/srt-edit?video=no-such-video`)
  await camera.shot('no-such-video')
  await takeConflict(camera, address)
  await page.goto(`${url}/lab/pro/srt-edit`)
  await camera.shot('local')
  await page
    .getByTestId('local-files')
    .setInputFiles({ name: 'song.srt', mimeType: 'text/plain', buffer: Buffer.from(SONG) })
  await page.getByText(camera.word('editor:local_reading'), { exact: true }).waitFor({ state: 'hidden' })
  await camera.shot('local-chosen')
}

/** Two tabs that changed the same line. */
async function takeConflict(camera: Camera, address: string): Promise<void> {
  const { page } = camera
  await open(page, address)
  await page.route(SAVES, (route) => route.abort())
  // The fields of the focused line lie over its row.
  await rowText(page, 2).click({ force: true })
  await page.locator('.row-field').fill(`Changed here at ${Date.now()}`)
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'offline')
  await camera.shot('save-offline')
  const other = await page.context().newPage()
  await open(other, address)
  await rowText(other, 2).click({ force: true })
  await other.locator('.row-field').fill(`Changed elsewhere at ${Date.now()}`)
  await expect(other.getByTestId('save-mark')).toHaveAttribute('data-state', 'saved')
  await other.close()
  await page.unroute(SAVES)
  const mark = page.locator('[aria-rowindex="2"] .row-readings')
  await mark.waitFor()
  await camera.shot('other-reading')
  await mark.click()
  await camera.shotOfOverlay('other-reading-open')
  await mark.click()
  await page.getByText(camera.word('editor:reading_keep')).click()
  await expect(page.getByTestId('save-mark')).toHaveAttribute('data-state', 'saved')
}
