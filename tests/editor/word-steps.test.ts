import fc from 'fast-check'
import { expect, test } from 'vitest'
import { profiles } from '#core/checks/profiles.ts'
import { wordsOfCues } from '#core/speech/cue-words.ts'
import { type Cue, makeCue } from '#core/subtitle/cue/cue.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { WordTimes } from '#core/subtitle/formats/cue-words.ts'
import type { Word } from '#core/speech/words.ts'
import { mergeWithNext, nudge, removeSelected } from '#src/editor/model/document/commands.ts'
import { isStep } from '#src/editor/model/document/history.ts'
import type { Editor } from '#src/editor/context/editor.ts'
import type { EditorSession } from '#src/editor/model/session.ts'
import { linesKept, writeLines } from '#src/editor/features/transcribe/write-lines.ts'
import { openSession } from '#tests/support/session.ts'

const LINE_MS = 2000
const said = (n: number, by: string): Word[] =>
  Array.from({ length: 4 }, (_, at) => {
    const start = n * LINE_MS + at * 300
    return { text: `${by}${at}`, start, end: start + 250, speaker: '' }
  })

/** Five lines of four words, all with times. */
function open(): EditorSession {
  const cues = [0, 1, 2, 3, 4].map((n) =>
    makeCue(
      `l${n}`,
      n * LINE_MS,
      n * LINE_MS + 1200,
      said(n, `word${n}`)
        .map(({ text }) => text)
        .join(' '),
    ),
  )
  const session = openSession(cues)
  session.words = new WordTimes(
    wordsOfCues(
      cues,
      [0, 1, 2, 3, 4].flatMap((n) => said(n, `word${n}`)),
      false,
    ),
  )
  return session
}

/** The parts of an editor that writing recognised lines reads. */
const editorOf = (session: EditorSession) =>
  ({
    session,
    roles: [],
    analysis: { shotChanges: [] },
    profile: { chosen: profiles.cuelane, checkOptions: { rate: undefined, duration: undefined } },
  }) as unknown as Editor

type Work = (session: EditorSession, n: number) => unknown
const acts: readonly Work[] = [
  (session, n) => {
    const part = { start: (n % 5) * LINE_MS, end: (n % 5) * LINE_MS + 1500 }
    const count = writeLines(editorOf(session), said(n % 5, 'heard'), part, linesKept[n % 2] ?? 'replace')
    if (count > 0) expect(session.focused && session.wordsOf(session.focused)).toBeDefined()
  },
  (session, n) => session.edit('step_replace', replacePatch(session.list, replaced(session.list.cues, n))),
  (session) => session.run(mergeWithNext),
  (session) => session.run(removeSelected),
  (session) => session.run(nudge('start', 100)),
]

const replaced = (cues: readonly Cue[], n: number): Cue[] =>
  cues
    .filter(({ text }) => text.includes(`${n % 4}`))
    .map((cue) => ({ ...cue, text: cue.text.replaceAll(`${n % 4}`, 'x') }))

const wordsOf = (session: EditorSession) => session.list.cues.map((cue) => [cue.id, cue.text, session.wordsOf(cue)])

test('an undo restores word times with the lines, and a redo those after them', () => {
  fc.assert(
    fc.property(fc.array(fc.tuple(fc.nat(acts.length - 1), fc.nat(50)), { maxLength: 12 }), (made) => {
      const session = open()
      const seen = [wordsOf(session)]
      for (const [which, n] of made) {
        const id = session.list.at(n % Math.max(1, session.list.length))?.id
        if (id !== undefined) session.focus(id)
        const { length } = session.history.past
        acts[which]?.(session, n)
        // A held key is one step.
        if (session.history.past.length === length) seen.pop()
        seen.push(wordsOf(session))
      }
      for (const before of seen.slice(0, -1).toReversed()) {
        session.undo()
        expect(wordsOf(session)).toEqual(before)
      }
      for (const after of seen.slice(1)) {
        session.redo()
        expect(wordsOf(session)).toEqual(after)
      }
    }),
    { numRuns: 300 },
  )
})

test('a step with word times comes back from storage, a damaged one does not', () => {
  const session = open()
  acts[0]?.(session, 1)
  const step: unknown = JSON.parse(JSON.stringify(session.history.past.at(-1)))
  expect(isStep(step)).toBe(true)
  expect(isStep({ ...(step as object), words: { removed: [{ cue_id: 'l1' }], added: [] } })).toBe(false)
})
