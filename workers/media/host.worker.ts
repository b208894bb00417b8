/**
 * Replaces the worker of @ffmpeg/ffmpeg's class: the same messages, and videos mounted through a block cache
 * instead of copied, output handed out while ffmpeg runs, and the stack pointer put back after every command (the
 * core loses 224 bytes of a 64 KB stack at each and ends after about a hundred).
 */
import { FileSource, SourceUnreadable, UrlSource } from './byte-source.ts'
import { type Device, makeDevice } from './devices.ts'
import {
  DEVICE_FS,
  DEVICE_LOG,
  DEVICE_PATH,
  type DeviceMount,
  messages,
  READ_LOG,
  type ReadReport,
  SOURCE_FS,
  type SourceMount,
} from './protocol.ts'
import { GrowingBlocks, LearntRuns, ReadCache } from './read-cache.ts'

interface Stream {
  node: { size: number; contents: ReadCache }
}

interface Core {
  exec(...args: string[]): number
  ffprobe(...args: string[]): number
  ret: number
  HEAP8: Int8Array
  reset(): void
  setTimeout(ms: number): void
  setLogger(log: (entry: { type: string; message: string }) => void): void
  setProgress(report: (progress: unknown) => void): void
  /** Raw exports: `Da` saves and `Ea` restores the stack pointer in this very build (see wasm/pin.json). */
  asm: { Da?: () => number; Ea?: (pointer: number) => void }
  FS: {
    ErrnoError: new (code: number) => Error
    writeFile(path: string, data: Uint8Array | string): void
    readFile(path: string, options: { encoding: string }): Uint8Array | string
    unlink(path: string): void
    mkdir(path: string): void
    mount(type: unknown, options: unknown, path: string): void
    unmount(path: string): void
    makedev(major: number, minor: number): number
    registerDevice(dev: number, ops: unknown): void
    mkdev(path: string, mode: number, dev: number): void
    analyzePath(path: string): { exists: boolean }
    filesystems: { WORKERFS: { reader: unknown; stream_ops: { read: unknown } } }
  }
}

interface LoadData {
  coreURL: string
  wasmURL: string
  /** Compiled once by the session, so that a core begins in a few milliseconds. */
  module?: WebAssembly.Module
}

/** The input/output error of emscripten's C library. */
const EIO = 29

interface Message {
  id: number
  type: string
  data: Record<string, unknown>
}

let core: Core | undefined
let device: Device | undefined
let nextDevice = 0
const caches = new Map<string, ReadCache>()
let readFault: ReadReport['fault']

async function load({ coreURL, wasmURL, module }: LoadData): Promise<boolean> {
  const first = !core
  const { default: createCore } = (await import(/* @vite-ignore */ coreURL)) as {
    default: (options: object) => Promise<Core>
  }
  const addresses = btoa(JSON.stringify({ wasmURL, workerURL: '' }))
  const instantiateWasm = (imports: WebAssembly.Imports, receive: (instance: WebAssembly.Instance) => void): object => {
    void WebAssembly.instantiate(module!, imports).then(receive)
    return {}
  }
  core = await createCore({ mainScriptUrlOrBlob: `${coreURL}#${addresses}`, ...(module && { instantiateWasm }) })
  core.setLogger((entry) => self.postMessage({ type: messages.LOG, data: entry }))
  core.setProgress((progress) => self.postMessage({ type: messages.PROGRESS, data: progress }))
  return first
}

function command(ffmpeg: Core, run: 'exec' | 'ffprobe', args: string[], timeout: number): number {
  const pointer = ffmpeg.asm.Da?.()
  ffmpeg.setTimeout(timeout)
  readFault = undefined
  for (const cache of caches.values()) cache.beginCommand()
  try {
    ffmpeg[run](...args)
    return ffmpeg.ret
  } finally {
    ffmpeg.reset()
    if (pointer !== undefined) ffmpeg.asm.Ea?.(pointer)
    device?.end()
    device = undefined
    tellReads()
  }
}

function tellReads(): void {
  const read = [...caches.values()]
  const report: ReadReport = {
    bytes: read.reduce((sum, cache) => sum + cache.bytes, 0),
    requests: read.reduce((sum, cache) => sum + cache.requests, 0),
    held: read.reduce((sum, cache) => sum + cache.held, core?.HEAP8.byteLength ?? 0),
    fault: readFault,
  }
  self.postMessage({ type: messages.LOG, data: { type: READ_LOG, message: report } })
}

function openSource({ file, url }: SourceMount): ReadCache {
  return file
    ? new ReadCache(new FileSource(file), new GrowingBlocks())
    : new ReadCache(new UrlSource(url!), new LearntRuns())
}

function mountSource(ffmpeg: Core, source: SourceMount, path: string): void {
  const cache = openSource(source)
  const { FS } = ffmpeg
  FS.filesystems.WORKERFS.stream_ops.read = (
    stream: Stream,
    buffer: Int8Array,
    offset: number,
    length: number,
    position: number,
  ) => readSource(ffmpeg, stream, new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length), position)
  if (!FS.analyzePath(path).exists) FS.mkdir(path)
  FS.mount(FS.filesystems.WORKERFS, { blobs: [{ name: 'video', data: cache }] }, path)
  caches.set(path, cache)
}

/** A source that fails is an input error for ffmpeg, which then ends in good order with what it has. */
function readSource({ FS }: Core, { node }: Stream, target: Uint8Array, position: number): number {
  try {
    return node.contents.readInto(target, position)
  } catch (error) {
    if (!(error instanceof SourceUnreadable)) throw error
    readFault = { text: error.message, mayPass: error.mayPass }
    throw new FS.ErrnoError(EIO)
  }
}

function mountDevice({ FS }: Core, mount: DeviceMount): void {
  device = makeDevice(mount, (buffer) =>
    self.postMessage({ type: messages.LOG, data: { type: DEVICE_LOG, message: buffer } }, [buffer]),
  )
  if (FS.analyzePath(DEVICE_PATH).exists) return
  const dev = FS.makedev(64, nextDevice++)
  FS.registerDevice(dev, {
    open: () => undefined,
    close: () => undefined,
    read: () => 0,
    write: (_: unknown, buffer: Int8Array, offset: number, length: number) => {
      device?.write(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length))
      return length
    },
  })
  FS.mkdev(DEVICE_PATH, 0o666, dev)
}

function mount(ffmpeg: Core, type: string, options: unknown, path: string): boolean {
  if (type === SOURCE_FS) mountSource(ffmpeg, options as SourceMount, path)
  else if (type === DEVICE_FS) mountDevice(ffmpeg, options as DeviceMount)
  else return false
  return true
}

function unmount({ FS }: Core, path: string): boolean {
  FS.unmount(path)
  caches.delete(path)
  return true
}

async function answer({ type, data }: Message): Promise<unknown> {
  if (type === messages.LOAD) return load(data as unknown as LoadData)
  if (!core) throw new Error('ffmpeg is not loaded')
  const path = data['path'] as string
  switch (type) {
    case messages.EXEC:
      return command(core, 'exec', data['args'] as string[], data['timeout'] as number)
    case messages.FFPROBE:
      return command(core, 'ffprobe', data['args'] as string[], data['timeout'] as number)
    case messages.WRITE_FILE:
      core.FS.writeFile(path, data['data'] as Uint8Array | string)
      return true
    case messages.READ_FILE:
      return core.FS.readFile(path, { encoding: data['encoding'] as string })
    case messages.DELETE_FILE:
      core.FS.unlink(path)
      return true
    case messages.CREATE_DIR:
      if (!core.FS.analyzePath(path).exists) core.FS.mkdir(path)
      return true
    case messages.MOUNT:
      return mount(core, data['fsType'] as string, data['options'], data['mountPoint'] as string)
    case messages.UNMOUNT:
      return unmount(core, data['mountPoint'] as string)
    default:
      throw new Error(`Unknown message ${type}`)
  }
}

self.onmessage = async ({ data: message }: MessageEvent<Message>): Promise<void> => {
  try {
    const data = await answer(message)
    const moved = data instanceof Uint8Array ? [data.buffer] : []
    self.postMessage({ id: message.id, type: message.type, data }, moved as Transferable[])
  } catch (error) {
    self.postMessage({ id: message.id, type: messages.ERROR, data: String(error) })
  }
}
