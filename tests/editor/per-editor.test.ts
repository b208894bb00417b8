import { expect, test } from 'vitest'
import type { Editor } from '#src/editor/context/editor.ts'
import { perEditor } from '#src/editor/context/per-editor.ts'

test('a feature has one part for each editor, made at its first use', () => {
  const [one, other] = [{} as Editor, {} as Editor]
  let made = 0
  const partOf = perEditor(() => ({ number: ++made }))
  expect(made).toBe(0)
  expect(partOf(one)).toBe(partOf(one))
  expect(partOf(other)).not.toBe(partOf(one))
  expect(made).toBe(2)
})

test('a part that an editor does not have is asked for once', () => {
  let asked = 0
  const partOf = perEditor(() => void asked++)
  const editor = {} as Editor
  expect([partOf(editor), partOf(editor), asked]).toEqual([undefined, undefined, 1])
})
