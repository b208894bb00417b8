/**
 * Replaces the worker of @ffmpeg/ffmpeg's class: the same messages, and beside them films mounted through a block cache
 * instead of copied, output handed out while ffmpeg runs, and the stack pointer put back after every command (the
 * core loses 224 bytes of a 64 KB stack at each and ends after about a hundred).
 */
import { BlockCache } from './block-cache.ts'
import { FileSource, UrlSource } from './byte-source.ts'
import { type Device, FramesDevice, PeaksDevice } from './devices.ts'
import {
  DEVICE_FS,
  DEVICE_LOG,
  DEVICE_PATH,
  type DeviceMount,
  messages,
  SOURCE_FS,
  type SourceMount,
} from './protocol.ts'

interface Stream {
  node: { size: number; contents: BlockCache }
}

interface Core {
  exec(...args: string[]): number
  ret: number
  reset(): void
  setTimeout(ms: number): void
  setLogger(log: (entry: { type: string; message: string }) => void): void
  setProgress(report: (progress: unknown) => void): void
  /** Raw exports: `Da` saves and `Ea` restores the stack pointer in this very build (see wasm/pin.json). */
  asm: { Da?: () => number; Ea?: (pointer: number) => void }
  FS: {
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

interface Message {
  id: number
  type: string
  data: Record<string, unknown>
}

let core: Core | undefined
let device: Device | undefined
let nextDevice = 0

async function load(data: { coreURL: string; wasmURL: string }): Promise<boolean> {
  const first = !core
  const { default: createCore } = (await import(/* @vite-ignore */ data.coreURL)) as {
    default: (options: object) => Promise<Core>
  }
  const addresses = btoa(JSON.stringify({ wasmURL: data.wasmURL, workerURL: '' }))
  core = await createCore({ mainScriptUrlOrBlob: `${data.coreURL}#${addresses}` })
  core.setLogger((entry) => self.postMessage({ type: messages.LOG, data: entry }))
  core.setProgress((progress) => self.postMessage({ type: messages.PROGRESS, data: progress }))
  return first
}

function exec(ffmpeg: Core, args: string[], timeout: number): number {
  const pointer = ffmpeg.asm.Da?.()
  ffmpeg.setTimeout(timeout)
  try {
    ffmpeg.exec(...args)
    return ffmpeg.ret
  } finally {
    ffmpeg.reset()
    if (pointer !== undefined) ffmpeg.asm.Ea?.(pointer)
    device?.end()
    device = undefined
  }
}

function mountSource(ffmpeg: Core, { file, url }: SourceMount, path: string): void {
  const cache = new BlockCache(file ? new FileSource(file) : new UrlSource(url!))
  const workerFs = ffmpeg.FS.filesystems.WORKERFS
  workerFs.stream_ops.read = (stream: Stream, buffer: Int8Array, offset: number, length: number, position: number) =>
    stream.node.contents.readInto(new Uint8Array(buffer.buffer, buffer.byteOffset + offset, length), position)
  if (!ffmpeg.FS.analyzePath(path).exists) ffmpeg.FS.mkdir(path)
  ffmpeg.FS.mount(workerFs, { blobs: [{ name: 'film', data: cache }] }, path)
}

function mountDevice(ffmpeg: Core, options: DeviceMount): void {
  const emit = (buffer: ArrayBuffer): void =>
    self.postMessage({ type: messages.LOG, data: { type: DEVICE_LOG, message: buffer } }, [buffer])
  device = options.kind === 'peaks' ? new PeaksDevice(options.rate, emit) : new FramesDevice(options.frameBytes, emit)
  const { FS } = ffmpeg
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

async function answer({ type, data }: Message): Promise<unknown> {
  if (type === messages.LOAD) return load(data as { coreURL: string; wasmURL: string })
  if (!core) throw new Error('ffmpeg is not loaded')
  const path = data['path'] as string
  switch (type) {
    case messages.EXEC:
      return exec(core, data['args'] as string[], data['timeout'] as number)
    case messages.WRITE_FILE:
      core.FS.writeFile(path, data['data'] as Uint8Array | string)
      return true
    case messages.READ_FILE:
      return core.FS.readFile(path, { encoding: data['encoding'] as string })
    case messages.DELETE_FILE:
      core.FS.unlink(path)
      return true
    case messages.MOUNT:
      return mount(core, data['fsType'] as string, data['options'], data['mountPoint'] as string)
    case messages.UNMOUNT:
      core.FS.unmount(data['mountPoint'] as string)
      return true
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
