import { expect, test } from 'vitest'
import type { Batch } from '#core/contract/batch.ts'
import type { Chain } from '#core/contract/chain.ts'
import type { Task } from '#core/contract/task.ts'
import { TaskState } from '#core/domain/task.ts'
import { countRows, isOngoingRow, trayRows, waitsForUser } from '#src/shell/tray/tray-rows.ts'

const { queued, running, failed, succeeded } = TaskState
const task = (task_id: string, state: number, batch_id = ''): Task => ({ task_id, state, batch_id }) as Task
const batch = (batch_id: string, sums: Partial<Batch>): Batch =>
  ({ batch_id, task_sum: 3, task_sum_ing: 0, task_sum_fail: 0, ...sums }) as Batch

test('running tasks come first, then waiting, failed and done ones', () => {
  const rows = trayRows([task('d', succeeded), task('f', failed), task('q', queued), task('r', running)], [])
  expect(rows.map(({ key }) => key)).toEqual(['r', 'q', 'f', 'd'])
  expect(rows.map(isOngoingRow)).toEqual([true, true, false, false])
  expect(countRows(rows)).toEqual({ running: 2, waiting: 0, failed: 1, done: 1 })
})

test('a batch has one row for its tasks, and goes on as long as one of them does', () => {
  const tasks = [
    task('a', succeeded, 'b'),
    task('c', running, 'b'),
    task('e', failed, 'b'),
    task('single', running, 's'),
  ]
  const rows = trayRows(tasks, [batch('b', { task_sum_ing: 1 }), batch('s', { task_sum: 1 })])
  expect(rows.map(({ key, taskIds }) => [key, taskIds])).toEqual([
    ['b', ['c', 'e', 'a']],
    ['single', ['single']],
  ])
  expect(countRows(rows)).toEqual({ running: 2, waiting: 0, failed: 0, done: 0 })
  const ended = trayRows([task('a', succeeded, 'b')], [batch('b', { task_sum_fail: 1 })])
  expect(countRows(ended)).toEqual({ running: 0, waiting: 0, failed: 1, done: 0 })
})

test('a chain has one row, also between its tasks; one that stopped waits for the user', () => {
  const chain = (chain_id: string, state: Chain['state']): Chain => ({ chain_id, state }) as Chain
  const ofChain: Task = { ...task('a', succeeded), chain_id: 'c' }
  const rows = trayRows(
    [ofChain, task('b', running)],
    [],
    [chain('c', 'stopped'), chain('d', 'running'), chain('e', 'failed'), chain('f', 'done')],
  )
  expect(rows.map(({ key, taskIds }) => [key, taskIds])).toEqual([
    ['c', ['a']],
    ['d', []],
    ['e', []],
    ['f', []],
    ['b', ['b']],
  ])
  expect(rows.map(isOngoingRow)).toEqual([true, true, false, false, true])
  expect(rows.filter(waitsForUser).map(({ key }) => key)).toEqual(['c'])
  expect(countRows(rows)).toEqual({ running: 2, waiting: 1, failed: 1, done: 1 })
})
