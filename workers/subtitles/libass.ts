import startModule from 'jassub/dist/wasm/jassub-worker.js'
import type { ASSImage } from 'jassub/dist/worker/util.js'

/** libass in WebAssembly, as the package `jassub` builds it: one renderer with one track. Times are seconds. */
export interface Libass {
  setThreads(count: number): void
  createTrackMem(script: string): void
  removeTrack(): void
  /** Takes over a block of the module's memory. */
  addFont(name: string, pointer: number, bytes: number): void
  reloadFonts(): void
  resizeCanvas(width: number, height: number, storageWidth: number, storageHeight: number): void
  /** The images that make up the picture, from back to front; null where nothing changed since the last call. */
  rawRender(seconds: number, force: number): ASSImage[] | null
}

interface Module {
  readonly JASSUB: new (width: number, height: number, defaultFont: string) => Libass
  readonly _malloc: (bytes: number) => number
}

/** What the module leaves in the worker's scope. */
declare const self: { HEAPU8RAW: Uint8Array<ArrayBuffer> }

/** A renderer, its memory, and a way to hand it fonts. */
export interface LoadedLibass {
  readonly libass: Libass
  readonly memory: () => Uint8Array<ArrayBuffer>
  readonly addFont: (bytes: Uint8Array) => void
}

/** Loads the module. `defaultFont` is the family for scripts that name one which nobody has. */
export async function loadLibass(defaultFont: string): Promise<LoadedLibass> {
  // The package declares no types for what its module holds.
  const module = (await startModule({ __out: () => undefined, __err: () => undefined })) as Module
  const libass = new module.JASSUB(1, 1, defaultFont)
  libass.setThreads(1)
  let fonts = 0
  return {
    libass,
    memory: () => self.HEAPU8RAW,
    addFont: (bytes) => {
      const pointer = module._malloc(bytes.byteLength)
      self.HEAPU8RAW.set(bytes, pointer)
      libass.addFont(`font-${fonts++}`, pointer, bytes.byteLength)
    },
  }
}
