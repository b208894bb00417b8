import type { Locator, Page, Route } from '@playwright/test'
import { clientOf } from '#tests/support/client.ts'
import { expect, test } from '../fixture.ts'
import { choose } from '../pages/choice.ts'
import { languages, signInSpeaking, speak, wordsIn } from '../pages/words.ts'

const LINES = '1\n00:00:01,000 --> 00:00:03,000\nGood morning, and welcome to the harbour.\n'
const srt = (name: string) => ({ name, mimeType: 'text/plain', buffer: Buffer.from(LINES) })

const button = (place: Page | Locator, name: string): Locator => place.getByRole('button', { name, exact: true })

const languageButton = { en: 'Language: English', zh_cn: /简体中文/ } as const
const languageNames = { en: 'English', zh_cn: '简体中文' } as const

for (const language of languages) {
  const t = wordsIn(language)

  test.describe(language, () => {
    test('pages: the language chosen in the menu, titles, widths, recent work, the guide, a page view, and the ways out', async ({
      page,
      server,
    }) => {
      const other = language === 'en' ? 'zh_cn' : 'en'
      const client = await signInSpeaking(page, server.url, other)
      const { video_id } = await client.ok('openSample', { sample_id: 'harbour' })
      const { video_name } = await client.ok('getVideo', { file_id: video_id })
      const seen = page.waitForRequest((request) => request.url().endsWith('/admin/log.website/add'))
      await page.goto(`${server.url}/lab`)
      await page.waitForURL('**/lab/library')
      expect((await seen).postData()).toContain('page_view')
      await page.getByRole('button', { name: languageButton[other] }).click()
      await expect(page.getByRole('option')).toHaveCount(10)
      await page.getByRole('option', { name: languageNames[language] }).click()
      await expect(page).toHaveTitle(`${t('common:title_library')} · Cuelane`)
      await expect(page.locator('html')).toHaveAttribute('lang', language === 'en' ? 'en' : 'zh-CN')

      const menu = page.getByRole('navigation', { name: t('shell:menu') })
      await expect(menu.getByRole('heading', { name: t('shell:menu_localisation') })).toBeVisible()
      for (const [entry, path, title] of [
        ['dubbing_personal', '/lab/project/video_dubbing', 'projects'],
        ['dubbing_pro', '/lab/pro', 'pro'],
        ['subtitle_erase', '/lab/project/video_erase', 'projects'],
        ['subtitle_translate', '/lab/subtitleTranslate', 'subtitle_translate'],
        ['start', '/lab/workspace', 'start'],
      ]) {
        await menu.getByRole('link', { name: t(`shell:menu_${entry}`), exact: true }).click()
        await page.waitForURL(`**${path}`)
        await expect(page).toHaveTitle(`${t(`common:title_${title}`)} · Cuelane`)
        await expect(page.getByRole('heading', { level: 1 })).not.toBeEmpty()
      }
      await expect(page.getByRole('link', { name: video_name })).toBeVisible()
      const width = async (): Promise<number> => (await menu.boundingBox())?.width ?? 0
      await expect.poll(width).toBe(240)
      await button(menu, t('shell:collapse_menu')).click()
      await expect.poll(width).toBe(80)
      await button(menu, t('shell:expand_menu')).click()

      const help = page.waitForEvent('popup')
      await menu.getByRole('link', { name: t('shell:menu_help') }).click()
      const guide = await help
      await expect(guide).toHaveURL(`${server.url}/lab/doc?u=doc_help`)
      await guide.getByLabel(t('guide:search')).fill(language === 'en' ? 'shot changes' : '镜头切换')
      await expect(guide.locator('section')).toHaveCount(1)
      await guide.close()

      await page.goto(`${server.url}/no/such/page`)
      await page.waitForURL('**/404/404')
      await expect(page.getByText(t('public:not_found'))).toBeVisible()
      await page.goto(`${server.url}/lab/${language === 'en' ? 'home' : 'space'}`)
      await page.waitForURL('**/login')
      expect(await page.evaluate(() => localStorage.getItem('access_token'))).toBeNull()
      await page.goto(`${server.url}/lab/profile`)
      await page.waitForURL('**/login?redirect=%2Flab%2Fprofile')
    })

    test('the first page: the live editor, what the server sells, and a demonstration booked, once though it is sent again', async ({
      page,
      server,
    }) => {
      await speak(page, server.url, language)
      await page.goto(server.url)
      await expect(page.getByRole('heading', { level: 1, name: t('public:headline') })).toBeVisible()
      await page.mouse.move(700, 400)
      await expect(page.getByTestId('sample-editor').locator('canvas').first()).toBeVisible()
      await expect(
        page
          .getByRole('list', { name: t('public:packages') })
          .getByRole('listitem')
          .nth(1),
      ).toContainText(language === 'en' ? '$' : '¥')
      await page.getByRole('link', { name: t('public:company_demo_button') }).click()
      await button(page, t('forms:send')).click()
      await expect(page.getByText(t('forms:field_missing'))).toHaveCount(7)
      for (const [field, value] of [
        ['user_name', 'Ada'],
        ['company_name', 'Harbour Films'],
        ['email', `ada.${language}@example.org`],
        ['phone', '+49 40 123456'],
      ])
        await page.getByLabel(t(`forms:${field}`), { exact: true }).fill(value!)
      await choose(page.getByLabel(t('forms:intention')), t('forms:service_video_dubbing'))
      await choose(page.getByLabel(t('forms:source_language')), 'en')
      await choose(page.getByLabel(t('forms:target_language')), 'ja')
      // The answer is lost on the way.
      const lose = async (route: Route): Promise<void> => {
        await route.fetch()
        await route.abort()
      }
      await page.route('**/apply/jowoai', lose, { times: 1 })
      await button(page, t('forms:send')).click()
      await expect(page.getByRole('alert')).toHaveText(t('common:offline'))
      await button(page, t('forms:send')).click()
      await expect(page.getByRole('status')).toHaveText(t('forms:demo_sent'))
    })
  })
}

/** All other flows are in English. */
const language = 'zh_cn'
const tag = 'zh-CN'
const t = wordsIn(language)

test.describe('in Chinese', () => {
  test('the header: credits, what runs, notices, the key of the account, and logging out', async ({ page, server }) => {
    const client = await signInSpeaking(page, server.url, language)
    const { folder_id } = await client.ok('addFolder', { folder_name: 'Harbour' })
    const { file_id } = await client.ok('addVersion', { folder_id, name: 'one', language: 'en', content: LINES })
    await page.goto(`${server.url}/lab/workspace`)
    await expect(page.locator('.credits')).toHaveText(t('common:credits', { count: 200 }))
    await button(page, t('header:notices')).click()
    await expect(page.getByText(t('common:no_data'))).toBeVisible()
    const notices = page.locator('.notices-drawer')
    await expect(notices).toContainText(t('header:notices_none'))
    await page.keyboard.press('Escape')
    await expect(notices).toHaveCount(0)
    for (const to_language of ['fr', 'es', 'it', 'pt'] as const)
      await client.ok('runTranslate', {
        file_id,
        source_language: 'en',
        to_language,
        idempotency_key: `header-${to_language}-${language}`,
      })
    const history = page.getByRole('button', { name: new RegExp(`^${t('shell:menu_history')}`) })
    await history.hover()
    await expect(page.locator('.recent-task')).toHaveCount(3)
    await expect(button(page, t('shell:all_history'))).toBeVisible()
    await page.locator('.recent-task').first().click()
    await expect(page.getByRole('dialog')).toContainText(t('tasks:type_subtitle_translate'))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const person = page.getByTitle(t('common:user_menu'))
    await person.click()
    await page.getByRole('menuitem', { name: t('header:copy') }).click()
    await expect(page.locator('.toasts')).toContainText(t('common:copied'))
    await person.click()
    await page.getByRole('menuitem', { name: t('common:log_out') }).click()
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(t('common:logout_question'))
    // The message is gone again before a busy machine has loaded the page.
    await Promise.all([
      expect(page.getByText(t('common:logout_success'))).toBeVisible(),
      button(question, t('common:log_out')).click(),
    ])
    await page.waitForURL('**/login')
  })

  test('the space: a folder made, files added, found, renamed, shown as a list, deleted and brought back', async ({
    page,
    server,
  }) => {
    await signInSpeaking(page, server.url, language)
    await page.goto(`${server.url}/lab/library`)
    await button(page, t('shell:new_folder')).first().click()
    await page.getByLabel(t('shell:folder_name')).fill('港口 🚢')
    await button(page, t('shell:create')).click()
    await expect(page.getByRole('heading', { level: 1, name: '港口 🚢' })).toBeVisible()
    await expect(page.getByText(t('library:no_videos'))).toBeVisible()
    await page.getByTestId('video-files').setInputFiles([srt('one.srt'), srt('two.srt')])
    const cards = page.locator('.file-place')
    await expect(cards).toHaveCount(2)
    await page.getByLabel(t('library:search')).fill('tw')
    await expect(cards).toHaveCount(1)
    await page.getByRole('button', { name: t('library:clear_search') }).click()
    await button(page, t('library:density_rows')).click()
    await expect(cards).toHaveCount(2)
    await cards.filter({ hasText: 'one' }).locator('.video-name').focus()
    await page.keyboard.press('F2')
    await page.getByRole('dialog').getByRole('textbox').fill('first')
    await button(page.getByRole('dialog'), t('library:rename')).click()
    const renamed = cards.filter({ hasText: 'first' })
    await renamed.locator('.video-name').focus()
    await page.keyboard.press('Control+Space')
    await page.keyboard.press('Delete')
    await button(page.getByRole('alertdialog'), t('common:delete')).click()
    await expect(renamed).toHaveCount(0)
    await button(page, t('common:undo')).click()
    await expect(renamed).toHaveCount(1)
  })

  test('uploads: what is no file for them says so, subtitles are added, a private address is refused', async ({
    page,
    server,
  }) => {
    const client = await signInSpeaking(page, server.url, language)
    const { folder_id } = await client.ok('addFolder', { folder_name: 'Films' })
    await page.goto(`${server.url}/lab/upload/${folder_id}`)
    await page
      .getByTestId('upload-files')
      .setInputFiles([{ name: 'notes.txt', mimeType: 'text/plain', buffer: Buffer.from(LINES) }, srt('lines.srt')])
    await expect(page.locator('.upload-row').getByRole('alert')).toContainText(
      t('errors:format_not_supported', { formats: '' }).slice(0, 8),
    )
    await expect(page.getByText(t('upload:subtitles_added', { count: 1 }))).toBeVisible()
    await button(page, t('upload:import')).click()
    const dialog = page.getByRole('dialog')
    await dialog.getByLabel(t('upload:import_link')).fill('https://10.0.0.1/harbour.mp4')
    await button(dialog, t('upload:import_look')).click()
    await expect(dialog.getByRole('alert')).toHaveText(t('errors:import_address_private', { host: '10.0.0.1' }))
  })

  test('a page of a task: what is missing, files with the price of each, the start for all', async ({
    page,
    server,
  }) => {
    await signInSpeaking(page, server.url, language)
    await page.goto(`${server.url}/lab/subtitleTranslate`)
    await button(page, t('tasks:start')).click()
    await expect(page.getByText(t('taskpages:target_required'))).toBeVisible()
    await expect(page.getByText(t('taskpages:file_required'))).toBeVisible()
    await page.getByTestId('srt-files').setInputFiles(srt('one.srt'))
    const nameOf = new Intl.DisplayNames([tag], { type: 'language' })
    await button(page, nameOf.of('es')!).click()
    await expect(button(page, t('tasks:start_for', { count: 1 }))).toBeEnabled()
    await expect(page.getByRole('cell', { name: t('common:credits', { count: 1 }) })).toBeVisible()
  })

  test('the history: times of this language, filtered by kind, state, time and language, fetched, ordered, looked at, deleted one by one and all', async ({
    page,
    server,
  }) => {
    const client = await signInSpeaking(page, server.url, language)
    const { folder_id } = await client.ok('addFolder', { folder_name: 'Harbour' })
    const { file_id } = await client.ok('addVersion', { folder_id, name: 'one', language: 'en', content: LINES })
    for (const to_language of ['es', 'fr'] as const)
      await client.ok('runTranslate', {
        file_id,
        source_language: 'en',
        to_language,
        idempotency_key: `history-${to_language}-${language}`,
      })
    await page.goto(`${server.url}/lab/history`)
    const rows = page.locator('tr[data-state=succeeded]')
    await expect(rows).toHaveCount(2)
    const row = rows.first()
    const time = row.locator('time')
    await expect(time).toHaveText(t('common:just_now'))
    const made = new Date((await time.getAttribute('datetime'))!)
    const format = new Intl.DateTimeFormat(tag, { dateStyle: 'medium', timeStyle: 'short' })
    await expect(time).toHaveAttribute('title', format.format(made))
    await choose(page.getByLabel(t('tasks:filter_kind')), t('tasks:type_video_erase'))
    await expect(page.getByText(t('tasks:no_match'))).toBeVisible()
    await button(page, t('common:clear_filters')).click()
    // A list closes where its field is moved, as by rows that arrive.
    await expect(rows).toHaveCount(2)
    // By keys alone: failed is the last of the list.
    await page.getByLabel(t('tasks:filter_state')).focus()
    for (const key of ['Enter', 'End', 'Enter']) await page.keyboard.press(key)
    await expect(page.getByText(t('tasks:no_match'))).toBeVisible()
    await choose(page.getByLabel(t('tasks:filter_state')), '1')
    await choose(page.getByLabel(t('tasks:filter_time')), '1')
    await expect(rows).toHaveCount(2)
    await choose(page.getByRole('combobox', { name: t('tasks:column_languages') }), 'fr')
    await expect(rows).toHaveCount(1)
    const file = page.waitForEvent('download')
    await button(row, t('tasks:download')).press('Enter')
    expect((await file).suggestedFilename()).toMatch(/\.srt$/)
    await page.goBack()
    await expect(rows).toHaveCount(2)
    await page.goto(`${server.url}/lab/history`)
    await button(page, t('tasks:column_credits')).click()
    await expect(page.locator('th[aria-sort=descending]')).toHaveText(t('tasks:column_credits'))
    await row.locator('.task-open').click()
    await page.getByRole('tab', { name: t('tasks:tab_info') }).click()
    await page.keyboard.press('Escape')
    await expect(page.getByRole('dialog')).toHaveCount(0)
    const question = page.getByRole('alertdialog')
    await page.getByRole('checkbox').nth(1).check({ force: true })
    await button(page.getByRole('toolbar'), t('common:delete')).click()
    await button(question, t('common:delete')).click()
    await expect(page.locator('tr[data-task]')).toHaveCount(1)
    await button(row, t('tasks:delete_task')).click()
    await button(question, t('common:delete')).click()
    await expect(page.getByText(t('tasks:no_tasks'), { exact: true })).toBeVisible()
  })

  test('the account: another name, other sessions ended, a new password', async ({ page, server }) => {
    const client = await signInSpeaking(page, server.url, language)
    const { userinfo } = await client.ok('getProfile', {})
    const elsewhere = clientOf(server.url)
    await elsewhere.ok('loginAccount', { account: userinfo.name, password: 'secret-123' })
    await page.goto(`${server.url}/lab/profile`)
    await page.getByLabel(t('account:nickname'), { exact: true }).fill('Ada 阿达')
    await button(page, t('account:save')).click()
    await expect(page.getByTitle(t('common:user_menu'))).toContainText('Ada 阿达')
    await button(page, t('account:sign_out_others')).click()
    await expect(page.getByText(t('account:signed_out'))).toBeVisible()
    await expect(button(page, t('account:sign_out'))).toHaveCount(0)
    const fill = async (field: string, text: string): Promise<void> =>
      page.getByLabel(t(`account:${field}`), { exact: true }).fill(text)
    await fill('old_password', 'secret-123')
    await fill('new_password', 'secret-456')
    await fill('password_again', 'secret-457')
    await button(page, t('account:change_password')).click()
    await expect(page.getByText(t('account:passwords_differ'))).toBeVisible()
    await fill('password_again', 'secret-456')
    await button(page, t('account:change_password')).click()
    await page.waitForURL('**/login')
    await expect(page.getByText(t('account:password_changed'))).toBeVisible()
    await page.getByLabel(t('login:name_or_email')).fill(userinfo.name)
    await page.getByLabel(t('login:password'), { exact: true }).fill('secret-456')
    await button(page, t('login:log_in')).last().click()
    await page.waitForURL('**/lab/workspace')
    await expect(page.getByText('Ada 阿达').first()).toBeVisible()
  })

  test('a new version asks where work may be lost; feedback and survey are sent once they are whole', async ({
    page,
    server,
  }) => {
    await signInSpeaking(page, server.url, language)
    await page.route('**/home.system/**', async (route) => {
      const answer = await (await route.fetch()).text()
      await route.fulfill({ body: answer.replace(/"version":"[^"]*"/, '"version":"9.9.9"') })
    })
    await page.goto(`${server.url}/lab/subtitleTranslate`)
    const question = page.getByRole('alertdialog')
    await expect(question).toContainText(t('shell:new_version'))
    await button(question, t('shell:later')).click()
    await page.unrouteAll({ behavior: 'ignoreErrors' })

    await button(page, t('header:feedback')).click()
    const dialog = page.getByRole('dialog')
    const send = button(dialog, t('forms:send'))
    await expect(send).toBeDisabled()
    await choose(dialog.getByLabel(t('forms:feedback_type')), t('forms:feedback_usage'))
    await dialog.getByLabel(t('forms:description')).fill('The waveform of a long video comes late on my computer')
    await dialog.getByLabel(t('forms:contact_email')).fill('ada@example.org')
    await expect(send).toBeDisabled()
    await choose(dialog.getByLabel(t('forms:feature'), { exact: true }), t('forms:feature_editor'))
    await page.keyboard.press('Escape')
    await expect(page.getByRole('alertdialog')).toContainText(t('common:discard_question'))
    await button(page.getByRole('alertdialog'), t('common:keep_typing')).click()
    await send.click()
    await expect(page.getByText(t('forms:feedback_sent'))).toBeVisible()

    await page.getByTitle(t('common:user_menu')).click()
    await page.getByRole('menuitem', { name: t('header:survey') }).click()
    for (const number of [1, 2, 3, 4]) {
      await expect(send).toBeDisabled()
      const group = dialog.getByRole('group', { name: t(`forms:survey_no_${number}`) })
      await group.getByText(String(number + 6), { exact: true }).click()
    }
    await send.click()
    await expect(page.getByText(t('forms:survey_sent'))).toBeVisible()
  })
})
