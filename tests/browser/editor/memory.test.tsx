import { MemoryRouter } from 'react-router-dom'
import { SWRConfig } from 'swr'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { MemoryPane } from '#src/editor/features/memory/MemoryPane.tsx'
import { memoryOf } from '#src/editor/features/memory/memory.ts'
import { LibraryBinding } from '#src/editor/store/linked/library.ts'
import { FakeVersions, openEditor } from '#tests/support/editor.ts'
import { mount, named, shown, startWords, unmount } from './mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

beforeAll(startWords)
afterEach(() => {
  unmount()
  vi.unstubAllGlobals()
})

const match = (target: string, score: number, more: object = {}) => ({
  ...{ pair_id: target, source_language: 'de', target_language: 'en', source: 'Wir gehen heim', target, score },
  ...{ kind: score === 100 ? 'exact' : 'fuzzy', count: 1, video_id: 'v', file_id: 'file', cue_id: 'a', at_ms: 1000 },
  ...{ video_name: 'Pilot', person: 'Ann', confirm_time: '2026-01-02T00:00:00Z', ...more },
})

/** A server with a memory of so many pairs; returns the calls that were made, as `path body`. */
function serve(answer: () => Response, pairs = 0): string[] {
  const list = [{ source_language: 'de', target_language: 'en', pair_count: pairs }]
  const calls: string[] = []
  vi.stubGlobal('fetch', async (input: RequestInfo | URL, init?: RequestInit) => {
    const { pathname } = new URL(String(input instanceof Request ? input.url : input), location.origin)
    calls.push(`${pathname.replace(/.*\//, '')} ${typeof init?.body === 'string' ? init.body : ''}`)
    return pathname.endsWith('/search') || pathname.endsWith('/find')
      ? answer()
      : Response.json({ code: 0, data: { list, most_pairs: 20 } })
  })
  return calls
}
const found = (...list: readonly object[]) => Response.json({ code: 0, message: '', data: { list } })

async function open() {
  const video = { video_id: 'v', folder_id: 'f', access: 'own' } as never
  const versions = [{ file_id: 'german', language: 'de', name: 'German', version: 1, from: 'upload' }] as never
  const library = new LibraryBinding('file', { video, versions, roles: [], onOpen: () => undefined })
  const texts = new FakeVersions({ german: 'x[1000-2000 Wir gehen heim] y[3000-4000 Ja]' })
  const { editor, notices } = openEditor('a[1000-2000 one] b[3000-4000 two]', texts, [], { library })
  const stop = memoryOf(editor).start()
  mount(
    editor,
    <SWRConfig value={{ provider: () => new Map() }}>
      <MemoryRouter>
        <MemoryPane />
      </MemoryRouter>
    </SWRConfig>,
  )
  await shown('Choose the source version')
  await editor.reference.choose('german')
  editor.session.focus('a')
  return { editor, notices, stop }
}

test('the line in focus is looked up with its neighbours; a key takes the best, and a letter waits for nothing', async () => {
  const calls = serve(() => found(match('We go home', 100), match('We walk home', 75, { source: 'Wir laufen heim' })))
  const { editor, stop } = await open()
  await shown('We walk home')
  expect(calls.find((each) => each.startsWith('search'))).toContain('"text":"Wir gehen heim","before":"","after":"Ja"')
  await shown('Pilot')
  expect(
    [...document.querySelectorAll('.memory-source del, .memory-source ins')].map((each) => each.textContent),
  ).toEqual([' laufen', ' gehen'])
  const before = calls.length
  editor.session.type('a', 'onex')
  expect(calls.length).toBe(before)
  void editor.run('use_memory')
  await waitFor(() => expect(editor.session.list.at(0)?.text).toBe('We go home'))
  expect(editor.save.confirmedOf?.(['a', 'b'])).toEqual({
    source_id: 'german',
    lines: [{ cue_id: 'a', source: 'Wir gehen heim', before: '', after: 'Ja' }],
  })
  editor.session.undo()
  expect(editor.save.confirmedOf?.(['a', 'b'])).toBeUndefined()
  stop()
  expect(editor.save.confirmedOf).toBeUndefined()
})

test('an empty memory, a failed request and a search for words say what they are', async () => {
  let isDown = true
  serve(() => (isDown ? Response.json({ code: 1001, message: 'down', data: {} }) : found()))
  const { editor, notices } = await open()
  await shown('The memory could not be read')
  isDown = false
  ;(await named<HTMLButtonElement>('button', 'Try again')).click()
  await shown('Nothing similar yet')
  void editor.run('use_memory')
  await waitFor(() => expect(notices).toContainEqual({ kind: 'memory_nothing' }))
  const field = await named<HTMLInputElement>('input', 'Find words in the memory')
  field.focus()
  document.execCommand('insertText', false, 'heim')
  await shown('No confirmed pair has these words')
})

test('a full memory says that confirmed lines are not remembered, and where there is room to make', async () => {
  serve(() => found(), 20)
  await open()
  await shown('The memory is full with 20 pairs')
  expect(document.querySelector('.memory a')?.getAttribute('href')).toBe('/lab/profile')
})
