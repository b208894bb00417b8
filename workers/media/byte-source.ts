/** Reads bytes of a film synchronously: ffmpeg's file calls can't wait. */
export interface ByteSource {
  readonly size: number
  read(from: number, to: number): Uint8Array
}

/** A local file, through the only synchronous reader that a worker has. */
export class FileSource implements ByteSource {
  readonly size: number
  private readonly file: Blob
  private readonly reader = new FileReaderSync()

  constructor(file: Blob) {
    this.file = file
    this.size = file.size
  }

  read(from: number, to: number): Uint8Array {
    return new Uint8Array(this.reader.readAsArrayBuffer(this.file.slice(from, to)))
  }
}

export class SourceUnreadable extends Error {}

const TRIES = 3

/** A remote file by HTTP Range; a server that answers with the whole file is refused, not downloaded. */
export class UrlSource implements ByteSource {
  readonly size: number
  private readonly url: string

  constructor(url: string) {
    this.url = url
    this.size = UrlSource.sizeOf(url)
  }

  private static sizeOf(url: string): number {
    const request = requestRange(url, 0, 1)
    const total = Number(/\/(\d+)$/.exec(request.getResponseHeader('content-range') ?? '')?.[1])
    if (!(total > 0)) throw new SourceUnreadable('The server does not tell the size of the file')
    return total
  }

  read(from: number, to: number): Uint8Array {
    for (let attempt = 1; ; attempt++) {
      try {
        const bytes = new Uint8Array(requestRange(this.url, from, to).response as ArrayBuffer)
        if (bytes.length === Math.min(to, this.size) - from) return bytes
        throw new SourceUnreadable(`${bytes.length} bytes instead of ${to - from}`)
      } catch (error) {
        if (attempt === TRIES) throw error
      }
    }
  }
}

function requestRange(url: string, from: number, to: number): XMLHttpRequest {
  const request = new XMLHttpRequest()
  request.open('GET', url, false)
  request.responseType = 'arraybuffer'
  request.setRequestHeader('range', `bytes=${from}-${to - 1}`)
  request.send()
  if (request.status !== 206) throw new SourceUnreadable(`The server answered ${request.status} to a range request`)
  return request
}
