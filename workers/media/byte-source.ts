/** Reads a video's bytes synchronously, as ffmpeg's file calls need. */
export interface ByteSource {
  readonly size: number
  read(from: number, to: number): Uint8Array
}

/** A local file by the only synchronous reader of workers. */
export class FileSource implements ByteSource {
  readonly size: number
  private readonly file: Blob
  private readonly reader = new FileReaderSync()

  constructor(file: Blob) {
    this.file = file
    this.size = file.size
  }

  read(from: number, to: number): Uint8Array {
    try {
      return new Uint8Array(this.reader.readAsArrayBuffer(this.file.slice(from, to)))
    } catch (error) {
      // The file was moved, deleted or changed since it was opened.
      throw new SourceUnreadable(error instanceof Error ? error.message : String(error))
    }
  }
}

/** A source that failed while reading. */
export class SourceUnreadable extends Error {
  /** Whether a retry may succeed later. */
  readonly mayPass: boolean
  constructor(message: string, mayPass = false) {
    super(message)
    this.mayPass = mayPass
  }
}

/** Pauses before a retry in milliseconds: most interruptions are short; the session handles longer ones. */
const RETRY_AFTER_MS = [0, 100, 400]

/** A remote file by HTTP Range; a server that sends the whole file is refused. */
export class UrlSource implements ByteSource {
  readonly size: number
  private readonly url: string

  constructor(url: string) {
    this.url = url
    this.size = insist(() => sizeOf(url))
  }

  read(from: number, to: number): Uint8Array {
    return insist(() => {
      const response: ArrayBuffer = requestRange(this.url, from, to).response
      const bytes = new Uint8Array(response)
      if (bytes.length === to - from) return bytes
      throw new SourceUnreadable(`${bytes.length} bytes instead of ${to - from}`, true)
    })
  }
}

function insist<T>(attempt: () => T): T {
  for (let failures = 0; ; failures++) {
    try {
      return attempt()
    } catch (error) {
      const fault = asUnreadable(error)
      const wait = RETRY_AFTER_MS[failures]
      if (!fault.mayPass || wait === undefined) throw fault
      pause(wait)
    }
  }
}

function asUnreadable(error: unknown): SourceUnreadable {
  // A throwing request is a broken connection.
  return error instanceof SourceUnreadable ? error : new SourceUnreadable(String(error), true)
}

/** The only synchronous wait without shared memory. */
function pause(ms: number): void {
  const end = performance.now() + ms
  while (performance.now() < end);
}

function sizeOf(url: string): number {
  const total = Number(/\/(\d+)$/.exec(requestRange(url, 0, 1).getResponseHeader('content-range') ?? '')?.[1])
  if (!(total > 0)) throw new SourceUnreadable('the server does not tell the size of the file')
  return total
}

function requestRange(url: string, from: number, to: number): XMLHttpRequest {
  const request = new XMLHttpRequest()
  request.open('GET', url, false)
  request.responseType = 'arraybuffer'
  request.setRequestHeader('range', `bytes=${from}-${to - 1}`)
  request.send()
  if (request.status === 206) return request
  const text = `the server answered ${request.status} to a request for a part of the file`
  throw new SourceUnreadable(text, request.status >= 500)
}
