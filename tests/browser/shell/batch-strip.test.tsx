import '#src/style.css'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test } from 'vitest'
import type { MatrixCell } from '#core/contract/batch.ts'
import { TaskState } from '#core/domain/task.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { BatchStrip } from '#src/pages/pro/batch/BatchStrip.tsx'
import '#src/pages/pro/pro.css'

const done: MatrixCell = {
  ...{ task_id: 'a', file_id: 'f', language: 'es', state: TaskState.succeeded, progress: 1, step: '', fail_msg: '' },
  ...{ flagged: 0, made_id: '', reference_id: '' },
}
const cells: readonly MatrixCell[] = [
  ...Array.from({ length: 4 }, () => done),
  { ...done, flagged: 3 },
  { ...done, flagged: 4 },
  { ...done, state: TaskState.failed },
  { ...done, state: TaskState.running, progress: 0.5 },
  { ...done, state: TaskState.queued, progress: 0 },
  { ...done, state: TaskState.queued, progress: 0 },
]

let root: Root | undefined

beforeAll(async () => {
  startI18n()
  await loadMessages('common', 'pro')
})
afterEach(() => root?.unmount())

async function show(shown: readonly MatrixCell[]): Promise<HTMLElement> {
  const place = document.createElement('div')
  place.style.width = '1000px'
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(<BatchStrip cells={shown} />)
  await expect.poll(() => place.querySelector('.batch-strip-bar') !== null || shown.length === 0).toBe(true)
  return place
}

test('a batch in one strip: shares of its tasks by state, lines to check, and progress', async () => {
  const place = await show(cells)
  const spans = [...place.querySelectorAll<HTMLElement>('.batch-strip-bar > span')]
  expect(spans.map(({ dataset }) => dataset['part'])).toEqual(['done', 'flagged', 'failed', 'running', 'queued'])
  const widths = spans.map((span) => span.getBoundingClientRect().width)
  for (const [at, count] of [4, 2, 1, 1, 2].entries())
    expect(Math.abs(widths[at]! / widths[2]! - count)).toBeLessThan(0.05)
  expect(place.textContent).toBe('75% finished · 7 lines to check')
  expect(place.querySelector('[role=img]')?.getAttribute('aria-label')).toBe(
    '75% finished · 7 lines to check · 4 tasks succeeded · 2 tasks with lines to check · 1 task failed · 1 task running · 2 tasks waiting',
  )
})

test('a batch without tasks has no strip', async () => {
  const place = await show([])
  expect(place.textContent).toBe('')
})
