import i18next from 'i18next'
import { expect, test } from 'vitest'
import type { Task } from '#core/contract/task.ts'
import { countFormatter } from '#src/i18n/counts.ts'
import { deleteQuestion, isPaidBack, taskLanguages, tookText } from '#src/tasks/task-words.ts'

const task = (fields: Partial<Task>): Task =>
  ({ task_type: 'video_dubbing', state: 1, credits: 4, task_video_url: '', file_id: '', ...fields }) as Task

test('a task says the languages that it is of, an erase none', () => {
  expect(taskLanguages(task({ previous_language: 'en', language: 'es' }))).toEqual(['en', 'es'])
  expect(taskLanguages(task({ previous_language: 'en', language: 'en' }))).toEqual(['en'])
  expect(taskLanguages(task({ task_type: 'video_erase', previous_language: 'en', language: 'en' }))).toEqual([])
})

test('what a failed task cost came back', () => {
  expect(isPaidBack(task({ state: 2 }))).toBe(true)
  expect(isPaidBack(task({ state: 2, credits: 0 }))).toBe(false)
  expect(isPaidBack(task({ state: 1 }))).toBe(false)
})

test('what goes with a deleted task is what it made', () => {
  expect(deleteQuestion(task({}))).toBe('delete_task_question')
  expect(deleteQuestion(task({ file_id: 'a' }))).toBe('delete_task_question_subtitles')
  expect(deleteQuestion(task({ task_video_url: '/a.mp4' }))).toBe('delete_task_question_file')
  expect(deleteQuestion(task({ task_video_url: '/a.mp4', file_id: 'a' }))).toBe('delete_task_question_both')
})

test('counts are grouped in messages, numbers of other things are not', async () => {
  const messages = i18next.createInstance().use(countFormatter)
  const lines = {
    lines_one: '{{count}} line',
    lines_other: '{{count}} lines',
    line: 'Line {{number}}',
    cost: '{{a, number}}',
  }
  const resources = { en: { tasks: lines }, zh_cn: { tasks: { lines_other: '{{count}} 行' } } }
  await messages.init({ lng: 'en', resources, defaultNS: 'tasks', interpolation: { alwaysFormat: true } })
  const t = messages.t as (key: string, params: object) => string
  expect(t('lines', { count: 1333 })).toBe('1,333 lines')
  expect(t('lines', { count: 1 })).toBe('1 line')
  expect(t('lines', { count: 1333, lng: 'zh_cn' })).toBe('1,333 行')
  expect(t('line', { number: 1333 })).toBe('Line 1333')
  expect(t('cost', { a: 1333 })).toBe('1,333')
  expect(tookText(messages.t as Parameters<typeof tookText>[0], 61_000)).toBe('1:01')
  expect(tookText(messages.t as Parameters<typeof tookText>[0], 400)).toBe('took_less')
})
