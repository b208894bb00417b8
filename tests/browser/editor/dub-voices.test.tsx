import { afterEach, beforeAll, expect, test } from 'vitest'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import { dubPlanOf } from '#src/editor/features/dub/dub-plan.ts'
import { VoicesSummary } from '#src/editor/features/dub/VoicesSummary.tsx'
import { LineDetails } from '#src/editor/features/lines/LineDetails.tsx'
import { openEditor } from '#tests/support/editor.ts'
import { mount, shown, startWords, unmount } from './mount.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

beforeAll(startWords)
afterEach(unmount)

test('the voices of a dub follow edits, drags and undo, and say what does not fit', async () => {
  const { editor } = openEditor('a[0-4000 Good morning to you] b[4100-9000 Then I went home]')
  const { session } = editor
  editor.panels.hasVoices = true
  mount(
    editor,
    <>
      <VoicesSummary top={0} />
      <LineDetails />
    </>,
  )
  session.focus('a')
  await shown('Voices, estimated: all 2 lines fit')
  await shown('fits · 1.1 s')
  session.type(
    'a',
    'Let me tell you what happened yesterday at the harbour, before all of you came down to see the boats, and how little of it was left of them',
  )
  await shown('lines too long')
  await shown('too long')
  session.undo()
  await shown('all 2 lines fit')

  const [before] = dubPlanOf(editor).places()
  session.preview(replacePatch(session.list, [{ ...session.list.cues[0]!, start: 500 }]))
  await waitFor(() => expect(dubPlanOf(editor).places()[0]!.start).toBe(500))
  session.cancel()
  await waitFor(() => expect(dubPlanOf(editor).places()[0]).toEqual(before))
})

test('a plan that is not shown is not made', async () => {
  const { editor } = openEditor('a[0-4000 Good morning to you]')
  const plan = dubPlanOf(editor)
  const stop = plan.subscribe(() => undefined)
  expect(plan.counts().count).toBe(1)
  stop()
  const { session } = editor
  session.edit('step_text', replacePatch(session.list, [{ ...session.list.cues[0]!, text: '…' }]))
  await new Promise((resolve) => requestAnimationFrame(resolve))
  expect(plan.counts().count).toBe(1)
  plan.subscribe(() => undefined)
  expect(plan.counts().count).toBe(0)
})
