import { once } from 'node:events'
import { createServer, type IncomingMessage } from 'node:http'
import type { AddressInfo } from 'node:net'

export interface FakeServices {
  readonly url: string
  /** Requests to the chat service so far. */
  chats: number
  close(): Promise<void>
}

/** Network engines with the real protocol; the model drops a line and wraps its first answer. */
export async function startFakeServices(): Promise<FakeServices> {
  const state: FakeServices = { url: '', chats: 0, close: async () => undefined }
  const server = createServer((request, response) => {
    void body(request).then((text) => {
      const answer = request.url === '/chat/completions' ? chat(text, ++state.chats) : transcription()
      response.setHeader('content-type', 'application/json')
      // Busy once: the caller has to come again.
      if (state.chats === 1) response.statusCode = 503
      response.end(JSON.stringify(answer))
    })
  })
  server.listen(0, '127.0.0.1')
  await once(server, 'listening')
  return Object.assign(state, {
    url: `http://127.0.0.1:${(server.address() as AddressInfo).port}`,
    close: async () => {
      server.closeAllConnections()
      server.close()
    },
  })
}

async function body(request: IncomingMessage): Promise<string> {
  const chunks: Buffer[] = []
  for await (const chunk of request) chunks.push(chunk as Buffer)
  return Buffer.concat(chunks).toString()
}

function transcription(): object {
  const words = ['Guten', 'Morgen.', 'Wie', 'geht', 'es?']
  return { words: words.map((word, index) => ({ word, start: 1 + index, end: 1.9 + index })) }
}

function chat(text: string, times: number): object {
  const { messages } = JSON.parse(text) as { messages: { content: string }[] }
  const target = /to (\S+)\./.exec(messages[0]!.content)![1]
  const lines = Object.entries(JSON.parse(messages[1]!.content) as Record<string, string>)
  const kept = times === 2 ? lines.slice(0, 1) : lines
  const content = JSON.stringify(Object.fromEntries(kept.map(([id, line]) => [id, `[${target}] 译 ${line}`])))
  return { choices: [{ message: { content: times === 2 ? `Here it is:\n${content}` : content } }] }
}
