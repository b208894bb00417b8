import type { BrowserContext, Page } from '@playwright/test'
import { EditorPage, enterText, rowText } from './app.ts'
import { passFrames } from './painted.ts'
import { SAVES } from './saves.ts'

/** An edit that is made so much before a page crashes is there afterwards. */
const KEPT_AFTER_MS = 50
/** The page counts the time to its crash by frames. */
const framesIn = (ms: number): number => Math.round((ms * 60) / 1000)

/** What the user does before the page crashes, and how long after the last key it does. */
export interface CrashPlan {
  readonly what: 'letters' | 'edits'
  readonly keys: number
  readonly betweenMs: number
  readonly waitMs: number
}

export interface CrashResult {
  /** Changes that the page had taken so long before the crash, and all. */
  readonly due: number
  readonly made: number
  /** Changes that were there when the page was opened again; -1 where it shows something else. */
  readonly found: number
}

/** Edits, crashes and opens again the editor of a page whose saves do not get through; gives the page that has it then. */
export async function crashAndReopen(
  context: BrowserContext,
  page: Page,
  plan: CrashPlan,
): Promise<{ page: Page; result: CrashResult }> {
  const url = page.url()
  await page.route(SAVES, (route) => route.abort())
  const states = await make(new EditorPage(page), plan)
  await passFrames(page, framesIn(plan.waitMs))
  const devtools = await context.newCDPSession(page)
  const crashed = page.waitForEvent('crash')
  const at = performance.now()
  // It is never answered.
  void devtools.send('Page.crash').catch(() => undefined)
  await crashed
  await page.close()
  const next = await context.newPage()
  await next.goto(url)
  const editor = new EditorPage(next)
  await editor.opened()
  await editor.saved()
  const shown = await shownIn(editor, plan.what)
  const due = states.findLastIndex((state) => state.at <= at - KEPT_AFTER_MS)
  return {
    page: next,
    result: { due, made: states.length - 1, found: states.findLastIndex(({ text }) => text === shown) },
  }
}

/** What the page shows after each key, and when it had taken that; the first before all. */
async function make(editor: EditorPage, { what, keys, betweenMs }: CrashPlan): Promise<{ text: string; at: number }[]> {
  const { page } = editor
  const states = [{ text: await shownIn(editor, what), at: -Infinity }]
  if (what === 'letters') await enterText(page, 1)
  else await page.locator('.row-number').first().click()
  // A word that no run before had, over the text.
  if (what === 'letters') await page.keyboard.press('Control+a')
  const word = Math.random()
    .toString(36)
    .slice(2, 2 + keys)
  for (let n = 1; n <= keys; n++) {
    await page.keyboard.press(what === 'letters' ? (word[n - 1] ?? 'x') : 'ShiftRight+ArrowRight')
    const at = performance.now()
    states.push({ text: what === 'letters' ? word.slice(0, n).padEnd(n, 'x') : await shownIn(editor, what), at })
    await passFrames(page, framesIn(betweenMs))
  }
  return states
}

async function shownIn(editor: EditorPage, what: CrashPlan['what']): Promise<string> {
  if (what === 'letters') return rowText(editor.page, 1).innerText()
  return (await editor.times(1)).join(' ')
}
