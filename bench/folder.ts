/**
 * A folder of 500 videos in six languages against one of ten in one: opening, scrolling, 3,000 running tasks; and the
 * history of 10,000 tasks.
 */
import { sql } from 'kysely'
import { chromium, type Page } from 'playwright'
import { TaskState } from '#core/domain/task.ts'
import type { Db } from '#server/store/db.ts'
import { publishEvent } from '#server/store/events.ts'
import { clientOf } from '#tests/support/client.ts'
import { startEmbedded } from './embedded-server.ts'
import { median, percentile, printTable } from './table.ts'

const LANGUAGES = ['en', 'es', 'fr', 'de', 'it', 'pt']
const ROUNDS = 7
const SCROLL_STEPS = 240
/** A later frame after the one before was missed. */
const LATE_MS = 25
/** How long all tasks of the batch report progress, once a second each. */
const RUNNING_S = 6

interface Folders {
  readonly small: string
  readonly large: string
  readonly batchId: string
  readonly accountId: string
}

/** Time to the rows of a folder, the size of what is read, frames while it is scrolled, and requests of running tasks. */
export async function benchFolder(): Promise<void> {
  const server = await startEmbedded()
  const browser = await chromium.launch({
    executablePath: process.env['CHROMIUM_PATH'] ?? '/usr/bin/chromium',
    args: ['--no-sandbox'],
  })
  try {
    const { url, db } = server
    const page = await browser.newPage({ viewport: { width: 1440, height: 900 } })
    const folders = await seed(page, url, db)
    await measureOpening(page, url, folders)
    await measureScrolling(page, url, folders)
    await measureRunning(page, url, folders, db)
  } finally {
    await browser.close()
    await server.close()
  }
}

/** A signed-in user on the page, with both folders and a batch of 3,000 tasks in the large one. */
async function seed(page: Page, url: string, db: Db): Promise<Folders> {
  const { ok, signIn } = clientOf(url)
  const person = { name: 'bench', email: 'bench@example.org', password: 'secret-123' }
  const signedIn = await ok('registerAccount', person)
  signIn(signedIn.access_token)
  await page.goto(`${url}/health`)
  await page.evaluate(({ access_token: token, expires_at, userinfo, auth_list }) => {
    localStorage.setItem('access_token', JSON.stringify({ token, expires_at }))
    localStorage.setItem('userinfo', JSON.stringify(userinfo))
    localStorage.setItem('auth_list', JSON.stringify(auth_list))
    localStorage.setItem('history_guide', 'seen')
  }, signedIn)
  const { video_id } = await ok('openSample', { sample_id: 'harbour' })
  const { folder_id: small } = await ok('addFolder', { folder_name: 'Ten videos' })
  const { folder_id: large } = await ok('addFolder', { folder_name: 'Five hundred videos' })
  await fillFolder(db, { video_id, folder_id: small, videos: 10, languages: LANGUAGES.slice(0, 1) })
  await fillFolder(db, { video_id, folder_id: large, videos: 500, languages: LANGUAGES })
  const { account_id: accountId } = await db
    .selectFrom('folder')
    .select('account_id')
    .where('id', '=', large)
    .executeTakeFirstOrThrow()
  const batchId = 'bench-batch'
  await addRunning(db, { accountId, large, batchId })
  await addEnded(db, { accountId, large })
  await sql`analyze`.execute(db)
  return { small, large, batchId, accountId }
}

interface Filling {
  readonly video_id: string
  readonly folder_id: string
  readonly videos: number
  readonly languages: readonly string[]
}

/** Copies of the sample with a version in each language. */
async function fillFolder(db: Db, { video_id, folder_id, videos, languages }: Filling): Promise<void> {
  await sql`insert into task select (jsonb_populate_record(null::task, to_jsonb(task) || jsonb_build_object(
      'id', ${folder_id} || '-' || n, 'folder_id', ${folder_id}::text, 'idempotency_key', ${folder_id} || '-' || n,
      'state', ${TaskState.succeeded}::int))).*
    from task join video on video.ingest_task_id = task.id, generate_series(1, ${videos}::int) as n
    where video.id = ${video_id}`.execute(db)
  await sql`insert into video select (jsonb_populate_record(null::video, to_jsonb(video) || jsonb_build_object(
      'id', ${folder_id} || '-' || n, 'folder_id', ${folder_id}::text, 'sample_id', null, 'upload_id', null,
      'ingest_task_id', ${folder_id} || '-' || n, 'name', 'Episode ' || lpad(n::text, 3, '0')))).*
    from video, generate_series(1, ${videos}::int) as n where video.id = ${video_id}`.execute(db)
  for (const [at, language] of languages.entries())
    await sql`insert into subtitle select (jsonb_populate_record(null::subtitle, to_jsonb(one) || jsonb_build_object(
        'id', video.id || ${`-${language}`}, 'video_id', video.id, 'folder_id', video.folder_id, 'task_id', null,
        'language', ${language}::text, 'version', ${at + 1}::int, 'is_use', ${at === 0}::boolean))).*
      from video, (select * from subtitle where video_id = ${video_id} order by version limit 1) as one
      where video.folder_id = ${folder_id}`.execute(db)
}

/** A batch of a task for each video and language, all of them running. */
async function addRunning(
  db: Db,
  { accountId, large, batchId }: { accountId: string; large: string; batchId: string },
): Promise<void> {
  await db
    .insertInto('batch')
    .values({ id: batchId, account_id: accountId, folder_id: large, task_type: 'subtitle_translate', config: '{}' })
    .execute()
  await sql`insert into task (id, account_id, folder_id, batch_id, name, type, config, language, state, credits, idempotency_key)
    select 'run-' || id, account_id, folder_id, ${batchId}, name, 'subtitle_translate', '{}', language, ${TaskState.running}, 0, id
    from subtitle where folder_id = ${large}`.execute(db)
  await sql`insert into task_subject (task_id, kind, id)
    select 'run-' || id, 'video', video_id from subtitle where folder_id = ${large}`.execute(db)
}

/** Earlier tasks, so that the history has 10,000 besides those of the folders. */
async function addEnded(db: Db, { accountId, large }: { accountId: string; large: string }): Promise<void> {
  await sql`insert into task (id, account_id, folder_id, name, type, config, language, state, credits, idempotency_key, created_at)
    select 'ended-' || n, ${accountId}, ${large}, 'Episode ' || n, 'subtitle_translate', '{}', 'es',
      ${TaskState.succeeded}, 2, 'ended-' || n, now() - n * interval '1 minute'
    from generate_series(1, 7000) as n`.execute(db)
}

/** Interleaved, so that other load affects both alike. */
async function measureOpening(page: Page, url: string, { small, large }: Folders): Promise<void> {
  const times: Record<'small' | 'large', number[]> = { small: [], large: [] }
  const sizes: Record<'small' | 'large', number> = { small: 0, large: 0 }
  for (let round = 0; round <= ROUNDS; round++) {
    for (const [name, id] of [
      ['small', small],
      ['large', large],
    ] as const) {
      const { ms, bytes } = await open(page, url, id)
      // The first round fetches the program.
      if (round > 0) times[name].push(ms)
      sizes[name] = bytes
    }
  }
  const row = (label: string, name: 'small' | 'large'): string[] => [
    label,
    median(times[name]).toFixed(0),
    (sizes[name] / 1024).toFixed(0),
  ]
  printTable(
    'Opening a folder, from the click to its rows',
    ['folder', 'ms', 'KB read'],
    [
      row('10 videos, 1 language', 'small'),
      row('500 videos, 6 languages', 'large'),
      ['large / small', (median(times.large) / median(times.small)).toFixed(2), ''],
    ],
  )
}

async function open(page: Page, url: string, folderId: string): Promise<{ ms: number; bytes: number }> {
  await page.goto(`${url}/lab/pro`)
  await page.locator(`.tile[data-id="${folderId}"]`).waitFor()
  await page.waitForTimeout(500)
  const answer = page.waitForResponse((response) => response.url().includes('/pro.folder/videos'))
  const ms = await page.evaluate(async (id) => {
    const began = performance.now()
    document.querySelector<HTMLElement>(`.tile[data-id="${id}"] a`)?.click()
    const isThere = (): boolean => document.querySelectorAll('.pro-video-row').length >= 8
    while (!isThere()) await new Promise((resolve) => requestAnimationFrame(resolve))
    return performance.now() - began
  }, folderId)
  return { ms, bytes: (await (await answer).body()).length }
}

async function measureScrolling(page: Page, url: string, { large }: Folders): Promise<void> {
  const ours = async (view: 'rows' | 'cards', item: string): Promise<number[]> => {
    await page.evaluate((density) => localStorage.setItem('pro_density', JSON.stringify(density)), view)
    await page.goto(`${url}/lab/pro/folder/${large}/videos`)
    await page.locator(item).first().waitFor()
    await page.waitForTimeout(1000)
    return scroll(page, '.virtual-grid')
  }
  const cards = await ours('cards', '.pro-video-card')
  const rows = await ours('rows', '.pro-video-row')
  await page.goto(`${url}/lab/history`)
  await page.locator('tr[data-task]').first().waitFor()
  await page.waitForTimeout(1000)
  const history = await scroll(page, '.history-scroll')
  await page.goto(`${url}/health`)
  await page.evaluate(showBareList)
  const bare = await scroll(page, '.bare-list')
  const row = (label: string, frames: readonly number[]): string[] => [
    label,
    String(frames.length),
    median(frames).toFixed(1),
    percentile(frames, 0.95).toFixed(1),
    `${((frames.filter((ms) => ms > LATE_MS).length / frames.length) * 100).toFixed(1)} %`,
  ]
  printTable(
    'Scrolling by 60 pixels a frame',
    ['list', 'frames', 'median ms', 'p95 ms', 'late'],
    [
      row('500 videos, 6 languages, as a list', rows),
      row('500 videos, 6 languages, as cards', cards),
      row('history of 10,000 tasks', history),
      row('bare virtual list', bare),
      ['list / bare', '', (median(rows) / median(bare)).toFixed(2), '', ''],
      ['cards / bare', '', (median(cards) / median(bare)).toFixed(2), '', ''],
      ['history / bare', '', (median(history) / median(bare)).toFixed(2), '', ''],
    ],
  )
}

/** Times of the frames, in milliseconds, while a list is scrolled through. */
function scroll(page: Page, selector: string): Promise<number[]> {
  return page.evaluate(
    async ({ steps, of }) => {
      const list = document.querySelector(of)
      if (!list) return []
      const times: number[] = []
      let before = performance.now()
      for (let step = 0; step < steps; step++) {
        list.scrollTop += 60
        await new Promise((resolve) => requestAnimationFrame(resolve))
        const now = performance.now()
        times.push(now - before)
        before = now
      }
      return times
    },
    { steps: SCROLL_STEPS, of: selector },
  )
}

/** The peer: rows of one line of text, made by hand; runs in the page. */
function showBareList(): void {
  const [count, height] = [500, 64]
  document.body.innerHTML = '<div class="bare-list" style="height:640px;overflow:auto;contain:strict"><div></div></div>'
  const list = document.querySelector<HTMLElement>('.bare-list')
  const inside = list?.firstElementChild
  if (!list || !(inside instanceof HTMLElement)) return
  inside.style.cssText = `position:relative;height:${count * height}px`
  const shown = new Map<number, HTMLElement>()
  const draw = (): void => {
    const first = Math.max(0, Math.floor(list.scrollTop / height) - 3)
    const last = Math.min(count, Math.ceil((list.scrollTop + list.clientHeight) / height) + 3)
    for (const [at, row] of shown) {
      if (at >= first && at < last) continue
      row.remove()
      shown.delete(at)
    }
    for (let at = first; at < last; at++) {
      if (shown.has(at)) continue
      const row = document.createElement('div')
      row.textContent = `Episode ${at}`
      row.style.cssText = `position:absolute;height:${height}px;width:100%;transform:translateY(${at * height}px)`
      inside.append(row)
      shown.set(at, row)
    }
  }
  list.addEventListener('scroll', draw)
  draw()
}

async function measureRunning(page: Page, url: string, { batchId, accountId }: Folders, db: Db): Promise<void> {
  await page.goto(`${url}/lab/pro/batch/${batchId}`)
  await page.locator('.pro-cell').first().waitFor()
  await page.waitForTimeout(2000)
  const asked = new Map<string, number>()
  page.on('request', (request) => {
    const { pathname } = new URL(request.url())
    asked.set(pathname, (asked.get(pathname) ?? 0) + 1)
  })
  let events = 0
  for (let second = 0; second < RUNNING_S; second++) {
    const began = performance.now()
    const progress = (second + 1) / (RUNNING_S + 1)
    await sql`update task set progress = ${progress}::real, updated_at = now() where batch_id = ${batchId}`.execute(db)
    for (let at = 0; at < 3000; at++, events++)
      await publishEvent(db, accountId, {
        kind: 'task',
        task_id: `run-${at}`,
        state: TaskState.running,
        progress,
        step: 'translate',
      })
    await new Promise((resolve) => setTimeout(resolve, Math.max(0, 1000 - (performance.now() - began))))
  }
  const streams = asked.get('/aiclient/user.info/events') ?? 0
  printTable(
    `Progress of 3,000 running tasks: ${events} events`,
    ['request', 'how often'],
    [...[...asked].map(([path, count]) => [path, String(count)]), ['streams opened meanwhile', String(streams)]],
  )
}
