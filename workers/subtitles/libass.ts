import startModule from 'jassub/dist/wasm/jassub-worker.js'
import type { ASSImage } from 'jassub/dist/worker/util.js'

/** libass in WebAssembly by the package `jassub`: one renderer with one track. Times are seconds. */
export interface Libass {
  setThreads(count: number): void
  createTrackMem(script: string): void
  removeTrack(): void
  /** Takes ownership of a block of the module's memory. */
  addFont(name: string, pointer: number, bytes: number): void
  reloadFonts(): void
  resizeCanvas(width: number, height: number, storageWidth: number, storageHeight: number): void
  /** The picture's images from back to front; null if nothing changed since the last call. */
  rawRender(seconds: number, force: number): ASSImage[] | null
}

interface Module {
  readonly JASSUB: new (width: number, height: number, defaultFont: string) => Libass
  readonly _malloc: (bytes: number) => number
}

/** What the module adds to the worker's scope. */
declare const self: { HEAPU8RAW: Uint8Array<ArrayBuffer> }

/** A renderer, its memory, and a function to add fonts. */
export interface LoadedLibass {
  readonly libass: Libass
  readonly memory: () => Uint8Array<ArrayBuffer>
  readonly addFont: (bytes: Uint8Array) => void
}

/** Loads the module. `defaultFont` replaces unknown families. */
export async function loadLibass(defaultFont: string): Promise<LoadedLibass> {
  // The package declares no types for the module's content.
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
