import coreURL from '@ffmpeg/core?url'
import wasmURL from '@ffmpeg/core/wasm?url'

/** Addresses of the pinned single-thread core, hashed by the build and loaded on demand. */
export const core = { coreURL, wasmURL }
