import { FFmpeg } from '@ffmpeg/ffmpeg'
import { core } from '#wasm/core.ts'
import { type FilmFacts, readBanner } from './banner.ts'
import hostURL from './host.worker.ts?worker&url'
import {
  DEVICE_FS,
  DEVICE_LOG,
  DEVICE_PATH,
  type DeviceMount,
  SOURCE_FS,
  SOURCE_PATH,
  type SourceMount,
} from './protocol.ts'

export type MediaFault = 'unreadable' | 'no_audio' | 'no_video' | 'cancelled'

/** Comlink passes the message of an error; the fault is its first word. */
export class MediaFailed extends Error {
  constructor(fault: MediaFault, detail = '') {
    super(`${fault} ${detail}`.trim())
  }
}

export interface ThumbnailRequest {
  readonly times: readonly number[]
  readonly height: number
}

export interface Thumbnail {
  readonly index: number
  readonly image: ImageBitmap
}

type Device = (buffer: ArrayBuffer) => void

/** One film in one ffmpeg: commands run one after another, a cancel ends all of them at once. */
export class MediaSession {
  private readonly source: SourceMount
  private ffmpeg: FFmpeg | undefined
  private facts: FilmFacts | undefined
  private tail: Promise<unknown> = Promise.resolve()
  private log: string[] = []
  private onDevice: Device | undefined

  constructor(source: SourceMount) {
    this.source = source
  }

  /** Facts of the film; a MediaFailed where it can't be opened. */
  probe(): Promise<FilmFacts> {
    return this.inTurn(() => this.readFacts())
  }

  private async readFacts(): Promise<FilmFacts> {
    if (this.facts) return this.facts
    await this.exec(['-hide_banner', '-i', SOURCE_PATH])
    const facts = readBanner(this.log.join('\n'))
    if (!facts) throw new MediaFailed('unreadable', this.log.at(-1))
    this.facts = facts
    return facts
  }

  /** Min and max of each hundredth of a second, handed out in tiles as they are decoded; returns how many there are. */
  peaks(onTile: (from: number, minMax: Int16Array) => void): Promise<number> {
    return this.inTurn(async () => {
      const { audioRate } = await this.readFacts()
      if (!audioRate) throw new MediaFailed('no_audio')
      let from = 0
      await this.stream({ kind: 'peaks', rate: audioRate }, peaksArgs, (buffer) => {
        const minMax = new Int16Array(buffer)
        // Counted first: the receiver takes the buffer away.
        const count = minMax.length / 2
        onTile(from, minMax)
        from += count
      })
      return from
    })
  }

  /** Pictures at the key frames next to the wanted times, as they are decoded; returns how many there are. */
  thumbnails({ times, height }: ThumbnailRequest, onThumbnail: (thumbnail: Thumbnail) => void): Promise<number> {
    return this.inTurn(async () => {
      const { size } = await this.readFacts()
      if (!size) throw new MediaFailed('no_video')
      const width = Math.max(2, Math.round((size.width * height) / size.height))
      const ffmpeg = await this.ready()
      await ffmpeg.writeFile('/list.txt', concatList(times))
      const pending: Promise<void>[] = []
      let index = 0
      await this.stream(
        { kind: 'frames', frameBytes: width * height * 4 },
        thumbnailArgs(times.length, width, height),
        (buffer) => {
          const at = index++
          const picture = new ImageData(new Uint8ClampedArray(buffer), width, height)
          pending.push(createImageBitmap(picture).then((image) => onThumbnail({ index: at, image })))
        },
      )
      await Promise.all(pending)
      return index
    })
  }

  /** Ends whatever runs; what waits in the queue is refused. The next call loads a fresh core. */
  cancel(): void {
    this.ffmpeg?.terminate()
    this.ffmpeg = undefined
  }

  private inTurn<T>(work: () => Promise<T>): Promise<T> {
    const result = this.tail.then(work)
    this.tail = result.catch(() => undefined)
    return result
  }

  private async stream(mount: DeviceMount, args: readonly string[], onDevice: Device): Promise<void> {
    const ffmpeg = await this.ready()
    await ffmpeg.mount(DEVICE_FS as never, mount as never, DEVICE_PATH)
    this.onDevice = onDevice
    try {
      const code = await this.exec(args)
      if (code !== 0) throw new MediaFailed('unreadable', this.log.at(-1))
    } finally {
      this.onDevice = undefined
    }
  }

  private async exec(args: readonly string[]): Promise<number> {
    const ffmpeg = await this.ready()
    this.log = []
    try {
      return await ffmpeg.exec([...args])
    } catch (error) {
      // The core was ended by `cancel`, or it broke: either way the next command needs a new one.
      const cancelled = this.ffmpeg !== ffmpeg
      if (!cancelled) this.cancel()
      throw cancelled ? new MediaFailed('cancelled') : error
    }
  }

  private async ready(): Promise<FFmpeg> {
    if (this.ffmpeg) return this.ffmpeg
    const ffmpeg = new FFmpeg()
    this.ffmpeg = ffmpeg
    ffmpeg.on('log', (entry) => this.take(entry))
    const absolute = (path: string): string => new URL(path, self.location.href).href
    await ffmpeg.load({
      coreURL: absolute(core.coreURL),
      wasmURL: absolute(core.wasmURL),
      classWorkerURL: absolute(hostURL),
    })
    await ffmpeg.mount(SOURCE_FS as never, this.source as never, '/source')
    return ffmpeg
  }

  private take({ type, message }: { type: string; message: unknown }): void {
    if (type === DEVICE_LOG) this.onDevice?.(message as ArrayBuffer)
    else if (this.log.length < 400) this.log.push(String(message))
  }
}

/** Decodes at the native rate: resampling is slower and flattens peaks. Time stamps are kept, gaps become silence. */
const peaksArgs = [
  ...['-v', 'error', '-skip_frame', 'nokey', '-vn', '-sn', '-dn', '-i', SOURCE_PATH, '-map', '0:a:0'],
  ...['-af', 'aresample=async=1:first_pts=0', '-ac', '1', '-c:a', 'pcm_s16le', '-f', 's16le', DEVICE_PATH],
]

/** One entry for each picture: the demuxer seeks to the key frame before it and reads no further. */
function concatList(times: readonly number[]): string {
  const entries = times.map((ms) => `file ${SOURCE_PATH}\ninpoint ${ms / 1000}\noutpoint ${ms / 1000 + 0.02}`)
  return ['ffconcat version 1.0', ...entries, ''].join('\n')
}

function thumbnailArgs(count: number, width: number, height: number): string[] {
  return [
    ...[
      '-v',
      'fatal',
      '-skip_frame',
      'nokey',
      '-skip_loop_filter',
      'all',
      '-f',
      'concat',
      '-safe',
      '0',
      '-i',
      '/list.txt',
    ],
    ...['-an', '-sn', '-vsync', '0', '-frames:v', String(count), '-vf', `scale=${width}:${height}:flags=fast_bilinear`],
    ...['-f', 'rawvideo', '-pix_fmt', 'rgba', '-flush_packets', '1', DEVICE_PATH],
  ]
}
