import { flushCompileCache } from 'node:module'
import type { Answer, Question } from './messages.ts'

/** The process ends above this much memory: a model with its largest input needs half of it. */
const MEMORY_BYTES = 4 * 1024 ** 3

type Operation = (input: never) => unknown

/** Answers a host's requests until the host ends. */
export function serve(operations: Readonly<Record<string, Operation>>): void {
  // Its host kills it, which would lose what it compiled.
  flushCompileCache()
  setInterval(() => {
    if (process.memoryUsage.rss() > MEMORY_BYTES) process.exit(9)
  }, 250).unref()
  process.on('disconnect', () => process.exit())
  process.on('message', (message) => {
    const { id, operation, input } = message as Question
    void answer(operations[operation], input).then(
      (value) => send({ id, value }),
      (error: unknown) => send({ id, fault: error instanceof Error ? error.message : String(error) }),
    )
  })
}

async function answer(operation: Operation | undefined, input: unknown): Promise<unknown> {
  if (!operation) throw new Error('no such operation')
  return operation(input as never)
}

function send(message: Answer): void {
  process.send?.(message)
}
