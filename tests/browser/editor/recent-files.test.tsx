import { openDB } from 'idb'
import { createRoot } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { RecentList } from '#src/editor/features/local/RecentList.tsx'
import { keepRecent, type Recent, recentFiles } from '#src/editor/features/local/recent-files.ts'
import { UiProvider } from '#src/ui/start.tsx'
import { named, shown, startWords } from './mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

const files = (name: string): Omit<Recent, 'id' | 'openedAt'> => ({
  video: { name, handle: undefined },
  subtitle: undefined,
  track: undefined,
  isUnrolled: true,
  language: 'en',
  durationMs: 40_000,
  lines: 2,
})

const names = async (): Promise<(string | undefined)[]> => (await recentFiles()).map(({ video }) => video?.name)

/** Another page that writes to the list: other writes wait until it ends. */
async function holdList(): Promise<() => Promise<void>> {
  const db = await openDB('cuelane-recent')
  const held = db.transaction('files', 'readwrite')
  const control = new AbortController()
  const holding = (async () => {
    while (!control.signal.aborted) await held.store.count()
    await held.done
    db.close()
  })()
  return () => {
    control.abort()
    return holding
  }
}

beforeAll(startWords)
afterEach(() => document.body.replaceChildren())

test('opened again, files are listed once', async () => {
  for (const name of ['a.mp4', 'b.mp4', 'a.mp4']) await keepRecent(files(name))
  expect(await names()).toEqual(['a.mp4', 'b.mp4'])
})

test('an entry is shown until its removal is stored', async () => {
  await keepRecent(files('harbour.mp4'))
  const place = document.body.appendChild(document.createElement('div'))
  const root = createRoot(place)
  root.render(
    <UiProvider>
      <RecentList onOpen={vi.fn()} onChooseAgain={vi.fn()} />
    </UiProvider>,
  )
  const button = await named<HTMLButtonElement>('button', 'Remove harbour.mp4 from the list')
  const end = await holdList()
  button.click()
  await new Promise(requestAnimationFrame)
  await new Promise(requestAnimationFrame)
  await shown('harbour.mp4')
  await end()
  await waitFor(() => expect(place.textContent).not.toContain('harbour.mp4'))
  expect(await names()).not.toContain('harbour.mp4')
  root.unmount()
})
