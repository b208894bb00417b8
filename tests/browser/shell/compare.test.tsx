import '#src/style.css'
import { createRoot, type Root } from 'react-dom/client'
import { afterEach, beforeAll, expect, test, vi } from 'vitest'
import { userEvent } from 'vitest/browser'
import type { Task } from '#core/contract/task.ts'
import { TaskState } from '#core/domain/task.ts'
import { account } from '#src/api/session.ts'
import { loadMessages, startI18n } from '#src/i18n/index.ts'
import { CompareDialog } from '#src/tasks/CompareDialog.tsx'
import { UiProvider } from '#src/ui/start.tsx'
import { waitFor } from '#tests/support/wait-for.ts'

const erased: Task = {
  ...{ task_id: 'a', task_name: 'harbour.mp4', task_type: 'video_erase', state: TaskState.succeeded, progress: 1 },
  ...{ step: '', remaining_s: null, fail_msg: '', fail_key: '', credits: 2, cover: '', duration_ms: 42_000 },
  ...{ took_ms: null, batch_id: '', project_id: '', chain_id: '', video_id: 'v', folder_id: 'f', language: '' },
  ...{ previous_language: '', create_time: '2026-03-02T10:00:00Z', update_time: '', task_video_url: '/erased.mp4' },
  ...{ file_id: '', task_config: {}, source_file_id: '', flagged: 0 },
}
const video = {
  video_id: 'v',
  proxy_url: '/a.mp4',
  video_url: '/a.mp4',
  video_url_m3u8: '',
  video_info: { duration_ms: 42_000 },
}

let root: Root | undefined

beforeAll(async () => {
  startI18n()
  await loadMessages('common', 'tasks')
})
afterEach(() => {
  root?.unmount()
  vi.restoreAllMocks()
})

async function open(task: Task, dubs: readonly object[] = []): Promise<HTMLElement> {
  vi.spyOn(window, 'fetch').mockImplementation(async (path) => {
    const name = String(path)
    const data = name.includes('history.task')
      ? task
      : name.includes('file.video/fileinfo')
        ? video
        : { list: name.includes('derivative') ? dubs : [] }
    return Response.json({ code: 0, message: '', data })
  })
  account.token = `token ${Math.random()}`
  const place = document.createElement('div')
  document.body.replaceChildren(place)
  root = createRoot(place)
  root.render(
    <UiProvider>
      <CompareDialog task={task} onClose={() => undefined} />
    </UiProvider>,
  )
  return waitFor(() => {
    const stage = document.querySelector<HTMLElement>('.compare-stage')
    if (!stage) throw new RangeError('nothing is compared')
    return stage
  })
}

/** Where the result begins, from the left of the picture; also while the dialog opens, smaller than it is. */
const dividedAt = (stage: HTMLElement): number => {
  const place = stage.getBoundingClientRect()
  const line = stage.querySelector('.compare-line')!.getBoundingClientRect()
  return Math.round(((line.left + line.width / 2 - place.left) / place.width) * stage.clientWidth)
}

test('an erased video is compared at a line that keys move, and Space still plays', async () => {
  const stage = await open(erased)
  expect(stage.dataset['layout']).toBe('divided')
  expect(dividedAt(stage)).toBe(Math.round(stage.clientWidth / 2))
  const divider = stage.querySelector<HTMLInputElement>('.compare-divider')!
  divider.focus()
  await userEvent.keyboard('{ArrowRight}{ArrowRight}')
  expect(divider.value).toBe('52')
  const handle = 24
  const expected = handle / 2 + (stage.clientWidth - handle) * 0.52
  expect(Math.abs(dividedAt(stage) - expected)).toBeLessThanOrEqual(1)
  const play = vi.spyOn(HTMLMediaElement.prototype, 'play').mockResolvedValue()
  await userEvent.keyboard(' ')
  expect(play).toHaveBeenCalled()
  const result = stage.querySelectorAll('figure')[1]!
  expect(getComputedStyle(result).clipPath).toContain('inset')
})

test('a dub is compared side by side; S switches whose sound is heard, at one position', async () => {
  const stage = await open({ ...erased, task_type: 'video_dubbing' })
  expect(stage.dataset['layout']).toBe('beside')
  const muted = (): boolean[] => [...stage.querySelectorAll('video')].map((each) => each.muted)
  expect(muted()).toEqual([true, false])
  document.querySelector<HTMLElement>('.compare-videos')!.focus()
  await userEvent.keyboard('s')
  await waitFor(() => expect(muted()).toEqual([false, true]))
  await userEvent.keyboard('s')
  await waitFor(() => expect(muted()).toEqual([true, false]))
})

test('one key goes through the original, the result and other dubs, and only the chosen one sounds', async () => {
  const dub = (video_url: string) => ({ task_type: 'video_dubbing', video_url, language: 'es' })
  const stage = await open({ ...erased, task_type: 'video_dubbing' }, [
    ...[dub('/erased.mp4?name=x'), dub('/one.mp4'), dub('/two.mp4')],
  ])
  await waitFor(() => expect(document.querySelectorAll('.compare-videos audio')).toHaveLength(2))
  const players = [
    ...stage.querySelectorAll('video'),
    ...document.querySelectorAll<HTMLAudioElement>('.compare-videos audio'),
  ]
  const sounding = (): number => players.findIndex(({ muted }) => !muted)
  document.querySelector<HTMLElement>('.compare-videos')!.focus()
  const keys = ['s', 's', 's', 's', '4', '1']
  const heard: number[] = [sounding()]
  for (const key of keys) {
    const before = sounding()
    await userEvent.keyboard(key)
    await waitFor(() => expect(sounding()).not.toBe(before))
    heard.push(sounding())
    expect(players.filter(({ muted }) => !muted)).toHaveLength(1)
  }
  expect(heard).toEqual([1, 2, 3, 0, 1, 3, 0])
})
