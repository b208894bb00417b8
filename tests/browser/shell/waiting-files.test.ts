import { expect, test, vi } from 'vitest'
import { keepBeforeLeaving, keepWhenLeaving } from '#src/api/leaving.ts'
import { keepWaiting, takeWaiting } from '#src/uploads/waiting-files.ts'

const placed = (name: string, text: string) => ({ file: new File([text], name), path: `season/${name}` })

test('files that wait for an account survive the page, once, with their content and folders', async () => {
  expect(await keepWaiting([placed('a.mp4', 'pictures'), placed('a.en.srt', 'lines')])).toBe(true)
  const files = await takeWaiting()
  expect(files.map(({ path }) => path)).toEqual(['season/a.mp4', 'season/a.en.srt'])
  expect(await Promise.all(files.map(({ file }) => file.text()))).toEqual(['pictures', 'lines'])
  expect(files[0]?.file.name).toBe('a.mp4')
  expect(await takeWaiting()).toEqual([])
  await keepWaiting([placed('b.mp4', 'x')])
  await keepWaiting([])
  expect(await takeWaiting()).toEqual([])
})

test('files without room are refused, and the page that would be left knows it', async () => {
  const room = vi.spyOn(navigator.storage, 'estimate').mockResolvedValue({ quota: 4, usage: 1 })
  keepWhenLeaving(() => keepWaiting([placed('a.mp4', 'pictures')]))
  expect(await keepBeforeLeaving()).toBe(false)
  room.mockRestore()
  expect(await keepBeforeLeaving()).toBe(true)
  expect(await takeWaiting()).toHaveLength(1)
})
