import { expect, test } from 'vitest'
import { nextTurn, taskToPause } from '#core/tasks/fair-share.ts'
import { remainingMs } from '#core/tasks/remaining.ts'
import { retryAfter } from '#core/tasks/retry.ts'

interface Waiting {
  owner: string
  turn: number
}

/** A queue of one slot: what runs is the earliest turn, of one turn the older task. */
class Line {
  readonly waiting: Waiting[] = []
  readonly ran: string[] = []
  private running: Waiting | undefined

  send(owner: string): void {
    const unfinished = [...this.waiting, ...(this.running ? [this.running] : [])]
    const own = unfinished.filter((one) => one.owner === owner).map(({ turn }) => turn)
    const turns = this.waiting.map(({ turn }) => turn)
    const turn = nextTurn({
      running: this.running?.turn,
      waiting: turns.length > 0 ? Math.min(...turns) : undefined,
      own: own.length > 0 ? Math.max(...own) : undefined,
    })
    this.waiting.push({ owner, turn })
  }

  next(): void {
    const least = Math.min(...this.waiting.map(({ turn }) => turn))
    const at = this.waiting.findIndex(({ turn }) => turn === least)
    this.running = this.waiting.splice(at, 1)[0]
    if (this.running) this.ran.push(this.running.owner)
  }
}

test('one with 500 tasks does not starve another, nor is starved by one who always has one more', () => {
  const line = new Line()
  for (let i = 0; i < 500; i++) line.send('a')
  for (let i = 0; i < 300; i++) line.next()
  for (let i = 0; i < 10; i++) line.send('b')
  for (let i = 0; i < 22; i++) line.next()
  expect(line.ran.slice(300).filter((owner) => owner === 'b')).toHaveLength(10)
  // `c` sends one task whenever its last one has begun: half of what runs is still of `a`.
  for (let i = 0; i < 100; i++) {
    if (!line.waiting.some(({ owner }) => owner === 'c')) line.send('c')
    line.next()
  }
  const last = line.ran.slice(-100)
  expect(Math.abs(last.filter((owner) => owner === 'a').length - 50)).toBeLessThanOrEqual(1)
})

interface Job {
  readonly account: string
  readonly turn: number
  readonly beganAt: number
  readonly id: string
  readonly steps: number
}

/** Slots for long tasks in steps of a minute; what waits is taken by its turn, and who makes room takes a new one. */
class Slots {
  private readonly slots: number
  private waiting: Job[] = []
  private running: Job[] = []
  private now = 0
  private last = 0
  readonly firstRan = new Map<string, number>()
  readonly done: string[] = []

  constructor(slots: number) {
    this.slots = slots
  }

  send(account: string, steps: number): void {
    const own = [...this.waiting, ...this.running].filter((job) => job.account === account)
    const turn = nextTurn({
      running: this.running.length > 0 ? Math.max(...this.running.map((job) => job.turn)) : undefined,
      waiting: this.waiting.length > 0 ? Math.min(...this.waiting.map((job) => job.turn)) : undefined,
      own: own.length > 0 ? Math.max(...own.map((job) => job.turn)) : undefined,
    })
    this.waiting.push({ id: String(++this.last), account, turn, steps, beganAt: 0 })
  }

  minute(): void {
    this.waiting.sort((one, other) => one.turn - other.turn)
    while (this.running.length < this.slots && this.waiting.length > 0) {
      const job = this.waiting.shift()!
      this.running.push({ ...job, beganAt: this.now })
      if (!this.firstRan.has(job.account)) this.firstRan.set(job.account, this.now / 60_000)
    }
    this.now += 60_000
    const worked = this.running.map((job) => ({ ...job, steps: job.steps - 1 }))
    this.done.push(...worked.filter(({ steps }) => steps === 0).map(({ account }) => account))
    this.running = worked.filter(({ steps }) => steps > 0)
    const accounts = this.waiting.map(({ account }) => account)
    const id = taskToPause(this.running, accounts, this.now)
    const paused = this.running.find((job) => job.id === id)
    if (!paused) return
    this.running = this.running.filter((job) => job !== paused)
    this.send(paused.account, paused.steps)
  }
}

test('nobody waits for hours behind long tasks of others, and all of them are done', () => {
  for (const slots of [1, 2, 4]) {
    const line = new Slots(slots)
    for (let at = 0; at < 6; at++) line.send('a', 120)
    for (let at = 0; at < 10; at++) line.minute()
    for (const account of ['b', 'c']) line.send(account, 5)
    for (let at = 0; at < 1000; at++) line.minute()
    for (const account of ['b', 'c']) expect(line.firstRan.get(account)! - 10).toBeLessThanOrEqual(8)
    expect(line.done).toHaveLength(8)
  }
})

test('who has the only task, or nobody to make room for, goes on', () => {
  const task = (id: string, account: string, beganAt = 0) => ({ id, account, beganAt })
  expect(taskToPause([task('1', 'a')], [], 1e9)).toBeUndefined()
  expect(taskToPause([task('1', 'a')], ['a'], 1e9)).toBeUndefined()
  expect(taskToPause([task('1', 'a')], ['b'], 60_000)).toBeUndefined()
  expect(taskToPause([task('1', 'a'), task('2', 'a', 5), task('3', 'b')], ['c'], 10)).toBe('2')
})

test('after everything is done the turns begin anew', () => {
  expect(nextTurn({ running: undefined, waiting: undefined, own: undefined })).toBe(1)
  expect(nextTurn({ running: 7, waiting: 8, own: undefined })).toBe(8)
  expect(nextTurn({ running: undefined, waiting: 8, own: 9 })).toBe(10)
})

test('a fault that may pass is met again later and later, one of ours once, and no longer than that', () => {
  const pauses = [20, 60]
  const passing = [1, 2, 3].map((attempt) => retryAfter('passing', attempt, { pauses }))
  expect(passing).toEqual([20, 60, undefined])
  expect(retryAfter('passing', 1, { pauses, askedSeconds: 90 })).toBe(90)
  expect([1, 2].map((attempt) => retryAfter('unknown', attempt, { pauses }))).toEqual([2, undefined])
})

test('the remaining time goes by what tasks like it took, then by its own pace', () => {
  const pace = { progress: 0, beganAt: 0, elapsedMs: 0, usualMs: undefined }
  expect(remainingMs(pace)).toBeUndefined()
  expect(remainingMs({ ...pace, usualMs: 60_000 })).toBe(60_000)
  expect(remainingMs({ ...pace, progress: 0.5, elapsedMs: 10_000 })).toBe(10_000)
  // Half of it was there from an earlier attempt.
  expect(remainingMs({ ...pace, progress: 0.75, beganAt: 0.5, elapsedMs: 10_000 })).toBe(10_000)
  expect(remainingMs({ ...pace, progress: 0.25, elapsedMs: 10_000, usualMs: 60_000 })).toBe(37_500)
  // Stands still beyond its time: nothing is promised.
  expect(remainingMs({ ...pace, elapsedMs: 90_000, usualMs: 60_000 })).toBeUndefined()
})
