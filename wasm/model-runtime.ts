import runtimeURL from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'

/** Address of the pinned model runtime, hashed by the build and loaded on demand. */
export const modelRuntime = { runtimeURL }
