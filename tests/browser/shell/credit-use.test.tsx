import '#src/style.css'
import { createRoot, type Root } from 'react-dom/client'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { CreditUse } from '#src/pages/finance/CreditUse.tsx'
import { UiProvider } from '#src/ui/start.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

const use = {
  months: ['2026-02', '2026-03'],
  sums: [
    { month: '2026-02', task_type: '', credits: 5 },
    { month: '2026-02', task_type: 'video_dubbing', credits: 20 },
    { month: '2026-03', task_type: 'video_dubbing', credits: 1000 },
    { month: '2026-03', task_type: 'subtitle_translate', credits: 300 },
  ],
}

let root: Root | undefined

beforeAll(async () => {
  startI18n()
  await loadMessages('common', 'finance', 'tasks')
})
afterEach(() => {
  root?.unmount()
  vi.restoreAllMocks()
})

function show(data: typeof use): void {
  vi.spyOn(window, 'fetch').mockImplementation(async () => Response.json({ code: 0, message: '', data }))
  account.token = `token ${Math.random()}`
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(
    <UiProvider>
      <SWRConfig value={{ provider: () => new Map() }}>
        <CreditUse />
      </SWRConfig>
    </UiProvider>,
  )
}

const cells = (): string[][] =>
  [...document.querySelectorAll('tr')].map((row) => [...row.querySelectorAll('th, td')].map((cell) => cell.textContent))

/** Number of distinct colours of the columns. */
function coloursIn(canvas: HTMLCanvasElement): number {
  const { data } = canvas.getContext('2d')!.getImageData(0, 0, canvas.width, canvas.height)
  const counts = new Map<string, number>()
  for (let at = 0; at < data.length; at += 4) {
    if (data[at + 3] !== 255) continue
    const colour = data.slice(at, at + 3).join()
    counts.set(colour, (counts.get(colour) ?? 0) + 1)
  }
  return [...counts.values()].filter((pixels) => pixels > 200).length
}

test('credits by month and kind are columns, and a table for screen readers, the most used kind first', async () => {
  show(use)
  const canvas = await waitFor(() => {
    const found = document.querySelector<HTMLCanvasElement>('.stacked-bars canvas')
    if (!found) throw new RangeError('no chart')
    return found
  })
  expect(canvas.closest('[aria-hidden]')).not.toBeNull()
  await waitFor(() => expect(coloursIn(canvas)).toBeGreaterThanOrEqual(2))
  expect(cells().filter((row) => row.length === 4)).toEqual([
    ['', 'Feb 26', 'Mar 26', 'Total'],
    ['Translation and dubbing', '20', '1,000', '1,020'],
    ['Subtitle translation', '0', '300', '300'],
    ['Expired', '5', '0', '5'],
  ])
  const shown = document.querySelector('table.table')!
  expect(shown.closest('.unseen')).not.toBeNull()
  await userEvent.click(
    [...document.querySelectorAll('button')].find((each) => each.textContent === 'Show as a table')!,
  )
  expect(document.querySelector('.stacked-bars canvas')).toBeNull()
  expect(document.querySelector('table.table')!.closest('.unseen')).toBeNull()
})

test('without any use there is no chart', async () => {
  show({ ...use, sums: [] })
  await waitFor(() => expect(window.fetch).toHaveBeenCalled())
  await waitFor(() => expect(document.querySelector('figure')).toBeNull())
})
