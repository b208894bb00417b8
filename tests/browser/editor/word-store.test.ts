import { expect, onTestFinished, test } from 'vitest'
import { WordTimes } from '#core/subtitle/formats/cue-words.ts'
import { followWords } from '#src/editor/features/local/word-store.ts'
import type { EditorSession } from '#src/editor/model/session.ts'
import { tl } from '#tests/support/notation.ts'
import { openSession } from '#tests/support/session.ts'
import { waitFor } from '#tests/support/wait-for.ts'

const LINES = 'a[0-1000] b[2000-3000]'

function visit(key: string, cues = tl(LINES).cues): EditorSession {
  const session = openSession(cues)
  onTestFinished(followWords(session, key, undefined))
  return session
}

const heard = (session: EditorSession): void => {
  const { id, start, end, text } = session.list.cueAt(1)
  session.words = new WordTimes([{ cue_id: id, start, end, text, words: [{ offset: 0, start: 2100 }] }])
}

const wordsOfSecond = (session: EditorSession) => session.wordsOf(session.list.cueAt(1))?.map(({ start }) => start)

/** Repeats the visit until the words of the first one are stored. */
const comesBack = (key: string): Promise<void> =>
  waitFor(async () => {
    const session = visit(key)
    await waitFor(() => expect(wordsOfSecond(session)).toEqual([2100]), { timeout: 200 })
  })

test('the words of a local file are there at the next visit, also where its lines have other ids by then', async () => {
  const key = crypto.randomUUID()
  heard(visit(key))
  await comesBack(key)
  const renamed = tl(LINES).cues.map((cue, at) => ({ ...cue, id: `other${at}` }))
  const session = visit(key, renamed)
  await waitFor(() => expect(wordsOfSecond(session)).toEqual([2100]))
})

test('another file has none of them', async () => {
  const key = crypto.randomUUID()
  heard(visit(key))
  const other = visit(crypto.randomUUID())
  await comesBack(key)
  expect(wordsOfSecond(other)).toBeUndefined()
})
