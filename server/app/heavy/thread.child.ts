import { parentPort } from 'node:worker_threads'
import { type WorkName, works } from './work.ts'

parentPort?.on('message', async ({ name, input }: { name: WorkName; input: never }) => {
  parentPort?.postMessage(await works[name](input))
})
