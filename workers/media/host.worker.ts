/**
 * The worker behind @ffmpeg/ffmpeg. It adds a block cache for mounted videos, output while ffmpeg runs, and restoring the
 * stack pointer after every command (a leak of 224 bytes crashes the core after about a hundred).
 */
import type {
  FFMessageCreateDirData,
  FFMessageDeleteFileData,
  FFMessageExecData,
  FFMessageLoadConfig,
  FFMessageMountData,
  FFMessageReadFileData,
  FFMessageUnmountData,
  FFMessageWriteFileData,
} from '@ffmpeg/ffmpeg'
import { FileSource, SourceUnreadable, UrlSource } from './byte-source.ts'
import { type Device, makeDevice, readDeviceMount } from './devices.ts'
import { ADDRESS_TYPE, DEVICE_CONTROL_PATH, DEVICE_PATH, messages, type ReadReport } from './protocol.ts'
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
  /** Raw exports of this exact build: `Da` saves and `Ea` restores the stack pointer (see wasm/pin.json). */
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

interface LoadData extends FFMessageLoadConfig {
  /** Compiled once by the session, so that a core starts in a few milliseconds. */
  readonly module?: WebAssembly.Module
}

/** EIO of emscripten's C library. */
const EIO = 29

type Message = { readonly id: number } & (
  | { readonly type: 'LOAD'; readonly data: LoadData }
  | { readonly type: 'EXEC' | 'FFPROBE'; readonly data: FFMessageExecData }
  | { readonly type: 'WRITE_FILE'; readonly data: FFMessageWriteFileData }
  | { readonly type: 'READ_FILE'; readonly data: FFMessageReadFileData }
  | { readonly type: 'DELETE_FILE'; readonly data: FFMessageDeleteFileData }
  | { readonly type: 'CREATE_DIR'; readonly data: FFMessageCreateDirData }
  | { readonly type: 'MOUNT'; readonly data: FFMessageMountData }
  | { readonly type: 'UNMOUNT'; readonly data: FFMessageUnmountData }
)

let core: Core | undefined
let device: Device | undefined
let nextDevice = 0
const caches = new Map<string, ReadCache>()
let readFault: ReadReport['fault']

interface CoreModule {
  readonly default: (options: object) => Promise<Core>
}

async function load({ coreURL = '', wasmURL, module }: LoadData): Promise<boolean> {
  const first = !core
  const { default: createCore }: CoreModule = await import(/* @vite-ignore */ coreURL)
  const addresses = btoa(JSON.stringify({ wasmURL, workerURL: '' }))
  const options = { mainScriptUrlOrBlob: `${coreURL}#${addresses}` }
  core = await createCore(module ? { ...options, instantiateWasm: instantiator(module) } : options)
  core.setLogger((entry) => self.postMessage({ type: messages.LOG, data: entry }))
  core.setProgress((progress) => self.postMessage({ type: messages.PROGRESS, data: progress }))
  return first
}

type Receive = (instance: WebAssembly.Instance) => void

function instantiator(module: WebAssembly.Module): (imports: WebAssembly.Imports, receive: Receive) => object {
  return (imports, receive) => {
    void WebAssembly.instantiate(module, imports).then(receive)
    return {}
  }
}

function command(ffmpeg: Core, run: 'exec' | 'ffprobe', { args, timeout = -1 }: FFMessageExecData): number {
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
    reportReads()
  }
}

function reportReads(): void {
  const read = [...caches.values()]
  const report: ReadReport = {
    bytes: read.reduce((sum, cache) => sum + cache.bytes, 0),
    requests: read.reduce((sum, cache) => sum + cache.requests, 0),
    held: read.reduce((sum, cache) => sum + cache.held, core?.HEAP8.byteLength ?? 0),
    fault: readFault,
  }
  self.postMessage({ type: messages.LOG, data: { type: 'read', message: report } })
}

function openSource(data: Blob): ReadCache {
  if (data.type !== ADDRESS_TYPE) return new ReadCache(new FileSource(data), new GrowingBlocks())
  return new ReadCache(new UrlSource(new FileReaderSync().readAsText(data)), new LearntRuns())
}

function mountSource(ffmpeg: Core, { options, mountPoint: path }: FFMessageMountData): boolean {
  const [source] = options.blobs ?? []
  if (!source) throw new Error('Only a Blob can be mounted')
  const cache = openSource(source.data)
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
  return true
}

/** A failing source is an input error for ffmpeg, which then finishes properly. */
function readSource({ FS }: Core, { node }: Stream, target: Uint8Array, position: number): number {
  try {
    return node.contents.readInto(target, position)
  } catch (error) {
    if (!(error instanceof SourceUnreadable)) throw error
    readFault = { text: error.message, mayPass: error.mayPass }
    throw new FS.ErrnoError(EIO)
  }
}

function openDevice({ FS }: Core, mount: string): void {
  device = makeDevice(readDeviceMount(mount), (buffer) =>
    self.postMessage({ type: messages.LOG, data: { type: 'device', message: buffer } }, [buffer]),
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

function unmount({ FS }: Core, path: string): boolean {
  FS.unmount(path)
  caches.delete(path)
  return true
}

function writeFile(ffmpeg: Core, { path, data }: FFMessageWriteFileData): boolean {
  if (path === DEVICE_CONTROL_PATH) openDevice(ffmpeg, String(data))
  else ffmpeg.FS.writeFile(path, data)
  return true
}

async function answer(message: Message): Promise<unknown> {
  if (message.type === messages.LOAD) return load(message.data)
  if (!core) throw new Error('ffmpeg is not loaded')
  const { FS } = core
  switch (message.type) {
    case messages.EXEC:
      return command(core, 'exec', message.data)
    case messages.FFPROBE:
      return command(core, 'ffprobe', message.data)
    case messages.WRITE_FILE:
      return writeFile(core, message.data)
    case messages.READ_FILE:
      return FS.readFile(message.data.path, { encoding: message.data.encoding })
    case messages.DELETE_FILE:
      FS.unlink(message.data.path)
      return true
    case messages.CREATE_DIR:
      if (!FS.analyzePath(message.data.path).exists) FS.mkdir(message.data.path)
      return true
    case messages.MOUNT:
      return mountSource(core, message.data)
    case messages.UNMOUNT:
      return unmount(core, message.data.mountPoint)
  }
}

self.onmessage = async ({ data: message }: MessageEvent<Message>): Promise<void> => {
  const { id, type } = message
  try {
    const data = await answer(message)
    const moved = data instanceof Uint8Array && data.buffer instanceof ArrayBuffer ? [data.buffer] : []
    self.postMessage({ id, type, data }, moved)
  } catch (error) {
    self.postMessage({ id, type: messages.ERROR, data: String(error) })
  }
}
