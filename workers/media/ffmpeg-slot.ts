import { FFFSType, FFmpeg } from '@ffmpeg/ffmpeg'
import { core } from '#wasm/core.ts'
import { MediaFailed } from '#core/media/fault.ts'
import hostURL from './host.worker.ts?worker&url'
import {
  ADDRESS_TYPE,
  DEVICE_CONTROL_PATH,
  type DeviceMount,
  isReadReport,
  type ReadReport,
  SECOND_PATH,
  SOURCE_PATH,
  type SourceMount,
} from './protocol.ts'

export interface FfmpegCommand {
  readonly args: readonly string[]
  readonly device?: { readonly mount: DeviceMount; readonly onPiece: (buffer: ArrayBuffer) => void } | undefined
  /** Further input files of the command, deleted afterwards. */
  readonly files?: Readonly<Record<string, Uint8Array<ArrayBuffer> | string>> | undefined
  /** A second video or recording. */
  readonly second?: SourceMount | undefined
  readonly onLog?: ((line: string) => void) | undefined
  /** Finished output in milliseconds. */
  readonly onProgress?: ((ms: number) => void) | undefined
}

export interface CommandResult {
  readonly code: number
  readonly log: readonly string[]
}

const nothingRead: ReadReport = { bytes: 0, requests: 0, held: 0 }
const PROBE_PATH = '/probe'
/** Repeated messages of a damaged video would fill the memory. */
const LOG_LINES = 400

const absolute = (path: string): string => new URL(path, self.location.href).href

let compiled: Promise<WebAssembly.Module> | undefined

/**
 * The core's code, compiled once for all slots in a worker, as it blocks for some frames. The next slot retries a failed
 * fetch.
 */
function coreModule(): Promise<WebAssembly.Module> {
  compiled ??= WebAssembly.compileStreaming(fetch(core.wasmURL)).catch((error: unknown) => {
    compiled = undefined
    throw new MediaFailed('core_missing', String(error))
  })
  return compiled
}

/** One ffmpeg with one mounted source; commands run sequentially. A killed slot reloads itself on demand. */
export class FfmpegSlot {
  private readonly source: SourceMount
  private ffmpeg: FFmpeg | undefined
  private loading: Promise<FFmpeg> | undefined
  private current: FfmpegCommand | undefined
  private log: string[] = []
  private read: ReadReport = nothingRead
  /** Bytes read by former cores of this slot. */
  private readBefore: ReadReport = nothingRead

  constructor(source: SourceMount) {
    this.source = source
  }

  /** Bytes read by this slot, and its memory. */
  get reads(): ReadReport {
    return {
      bytes: this.readBefore.bytes + this.read.bytes,
      requests: this.readBefore.requests + this.read.requests,
      held: this.read.held,
    }
  }

  /** Runs ffmpeg. Rejects with `source_lost` if the source fails, and with `core_failed` if the core crashed. */
  run(command: FfmpegCommand): Promise<CommandResult> {
    return this.execute(command, (ffmpeg) => ffmpeg.exec([...command.args]))
  }

  /** ffprobe's output; empty if the source was unreadable, as the core passes on no exit status. */
  async probe(args: readonly string[]): Promise<{ text: string; log: readonly string[] }> {
    const { log } = await this.execute({ args }, (ffmpeg) => ffmpeg.ffprobe([...args, '-o', PROBE_PATH, SOURCE_PATH]))
    const ffmpeg = await this.ready()
    const text = await ffmpeg.readFile(PROBE_PATH, 'utf8').catch(() => '')
    await ffmpeg.deleteFile(PROBE_PATH).catch(() => undefined)
    return { text: String(text), log }
  }

  private async execute(command: FfmpegCommand, work: (ffmpeg: FFmpeg) => Promise<number>): Promise<CommandResult> {
    const ffmpeg = await this.ready()
    try {
      await this.prepare(ffmpeg, command)
      this.log = []
      this.current = command
      const code = await work(ffmpeg)
      const { fault } = this.read
      if (fault) throw new MediaFailed('source_lost', fault.text, fault)
      return { code, log: this.log }
    } catch (error) {
      throw this.faultOf(error, ffmpeg)
    } finally {
      this.current = undefined
      if (this.ffmpeg === ffmpeg) await this.tidy(ffmpeg, command)
    }
  }

  private faultOf(error: unknown, ffmpeg: FFmpeg): MediaFailed {
    if (this.ffmpeg !== ffmpeg) return new MediaFailed('cancelled')
    if (error instanceof MediaFailed) return error
    // The core crashed: the next command gets a new one.
    this.kill()
    return new MediaFailed('core_failed', String(error))
  }

  private async prepare(ffmpeg: FFmpeg, { device, files = {}, second }: FfmpegCommand): Promise<void> {
    if (device) await ffmpeg.writeFile(DEVICE_CONTROL_PATH, JSON.stringify(device.mount))
    if (second) await mountSource(ffmpeg, second, folderOf(SECOND_PATH))
    for (const [path, content] of Object.entries(files)) {
      const folder = folderOf(path)
      if (folder) await ffmpeg.createDir(folder)
      await ffmpeg.writeFile(path, content)
    }
  }

  private async tidy(ffmpeg: FFmpeg, { files = {}, second }: FfmpegCommand): Promise<void> {
    for (const path of Object.keys(files)) await ffmpeg.deleteFile(path).catch(() => undefined)
    if (second) await ffmpeg.unmount(folderOf(SECOND_PATH)).catch(() => undefined)
  }

  /** Kills the running command, which is rejected as cancelled. */
  kill(): void {
    this.ffmpeg?.terminate()
    this.ffmpeg = undefined
    this.loading = undefined
    this.readBefore = this.reads
    this.read = nothingRead
  }

  /** Preloads the core, so that the first command does not wait. */
  ready(): Promise<FFmpeg> {
    this.loading ??= this.load().catch((error: unknown) => {
      this.kill()
      throw error
    })
    return this.loading
  }

  private async load(): Promise<FFmpeg> {
    const module = await coreModule()
    const ffmpeg = new FFmpeg()
    this.ffmpeg = ffmpeg
    ffmpeg.on('log', ({ message }) => this.take(message))
    ffmpeg.on('progress', ({ time }) => this.current?.onProgress?.(time / 1000))
    const addresses = {
      coreURL: absolute(core.coreURL),
      wasmURL: absolute(core.wasmURL),
      classWorkerURL: absolute(hostURL),
      module,
    }
    await ffmpeg.load(addresses).catch((error: unknown) => {
      throw this.ffmpeg === ffmpeg ? new MediaFailed('core_missing', String(error)) : new MediaFailed('cancelled')
    })
    await mountSource(ffmpeg, this.source, folderOf(SOURCE_PATH))
    return ffmpeg
  }

  private take(message: unknown): void {
    if (message instanceof ArrayBuffer) this.current?.device?.onPiece(message)
    else if (isReadReport(message)) this.read = message
    else {
      this.current?.onLog?.(String(message))
      if (this.log.length < LOG_LINES) this.log.push(String(message))
    }
  }
}

function folderOf(path: string): string {
  return path.slice(0, path.lastIndexOf('/'))
}

async function mountSource(ffmpeg: FFmpeg, { file, url = '' }: SourceMount, folder: string): Promise<void> {
  const data = file ?? new Blob([url], { type: ADDRESS_TYPE })
  try {
    await ffmpeg.mount(FFFSType.WORKERFS, { blobs: [{ name: 'video', data }] }, folder)
  } catch (error) {
    throw new MediaFailed('source_lost', String(error))
  }
}
