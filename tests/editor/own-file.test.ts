import { expect, test } from 'vitest'
import { readKeys, writeKeys } from '#src/editor/keys/keymap.ts'
import { textOfOwnFile } from '#src/editor/parts/own-file.ts'

test('a file that no keys can fill is not read', async () => {
  const keys = writeKeys('cuelane', {})
  const read = async (text: string) => readKeys(await textOfOwnFile(new File([text], 'keys.json')))
  expect(await read(keys)).toBeDefined()
  expect(await read(keys + ' '.repeat(600 * 1024))).toBeUndefined()
})
