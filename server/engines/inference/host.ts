import { type ChildProcess, fork } from 'node:child_process'
import { join } from 'node:path'
import PQueue from 'p-queue'
import { childEnv } from '../child-env.ts'
import { EngineError } from '../engine-error.ts'
import type { Answer, Question } from './messages.ts'
import type { Operations } from './operations.ts'

/** An idle child ends after this time, as its models take memory. */
const IDLE_MS = 60_000
/** Time limit of one call: an 8K picture or half a minute of sound takes some seconds. */
const TIMEOUT_MS = 120_000

/** Operations by name. */
type Catalogue<T> = { readonly [K in keyof T]: (input: never) => unknown }

type InputOf<F> = F extends (input: infer I) => unknown ? I : never
type AnswerOf<F> = F extends (input: never) => infer R ? Awaited<R> : never

interface Waiting {
  readonly id: number
  readonly resolve: (value: unknown) => void
  readonly fail: (message: string) => void
}

/** A child process for models, started by the first call: one call at a time, each on all its threads. */
export class InferenceHost<T extends Catalogue<T>> {
  private readonly script: string
  private readonly timeoutMs: number
  private readonly queue = new PQueue({ concurrency: 1 })
  private child: ChildProcess | undefined
  private idle: NodeJS.Timeout | undefined
  private waiting: Waiting | undefined
  private lastId = 0

  constructor(script: string, timeoutMs: number) {
    this.script = script
    this.timeoutMs = timeoutMs
  }

  /** Throws an EngineError in the engine's name, or the signal's reason. */
  async ask<K extends keyof T & string>(
    engine: string,
    operation: K,
    input: InputOf<T[K]>,
    signal?: AbortSignal,
  ): Promise<AnswerOf<T[K]>> {
    signal?.throwIfAborted()
    const answer = this.queue.add(() => {
      signal?.throwIfAborted()
      return this.send(engine, { id: ++this.lastId, operation, input })
    })
    return orAborted(answer, signal) as Promise<AnswerOf<T[K]>>
  }

  private async send(engine: string, question: Question): Promise<unknown> {
    const { promise, resolve, reject } = Promise.withResolvers<unknown>()
    const fail = (message: string): void => reject(new EngineError('transient', engine, message))
    this.waiting = { id: question.id, resolve, fail }
    const running = (this.child ??= this.start())
    clearTimeout(this.idle)
    running.ref()
    running.channel?.ref()
    const late = setTimeout(() => {
      fail(`took longer than ${this.timeoutMs / 1000} s`)
      this.end(running)
    }, this.timeoutMs)
    try {
      running.send(question, (error) => error && fail(error.message))
      return await promise
    } finally {
      clearTimeout(late)
      this.waiting = undefined
      running.unref()
      running.channel?.unref()
      this.idle = setTimeout(() => this.end(running), IDLE_MS)
      this.idle.unref()
    }
  }

  private start(): ChildProcess {
    const started = fork(this.script, {
      serialization: 'advanced',
      stdio: ['ignore', 'ignore', 'ignore', 'ipc'],
      execArgv: ['--max-old-space-size=1024'],
      env: childEnv(),
    })
    started.on('message', (message) => {
      const answer = message as Answer
      if (this.waiting?.id !== answer.id) return
      if ('fault' in answer) this.waiting.fail(answer.fault)
      else this.waiting.resolve(answer.value)
    })
    const gone = (): void => {
      if (this.child !== started) return
      this.child = undefined
      this.waiting?.fail('its process ended')
    }
    started.on('exit', gone)
    started.on('error', gone)
    return started
  }

  private end(ended: ChildProcess): void {
    if (this.child === ended) this.child = undefined
    ended.kill('SIGKILL')
  }
}

/** A promise's result unless the signal aborts first; the work itself continues. */
async function orAborted<T>(work: Promise<T>, signal: AbortSignal | undefined): Promise<T> {
  if (!signal) return work
  const { promise, reject } = Promise.withResolvers<never>()
  const abort = (): void => reject(signal.reason as Error)
  signal.addEventListener('abort', abort, { once: true })
  try {
    return await Promise.race([work, promise])
  } finally {
    signal.removeEventListener('abort', abort)
    work.catch(() => undefined)
  }
}

const host = new InferenceHost<Operations>(join(import.meta.dirname, 'inference.child.ts'), TIMEOUT_MS)

/**
 * Runs a model of the default install in a child process, so that a native crash does no harm. Throws an EngineError in
 * the engine's name, or the signal's reason.
 */
export const infer: InferenceHost<Operations>['ask'] = (...question) => host.ask(...question)
