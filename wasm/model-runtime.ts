import runtimeURL from 'onnxruntime-web/ort-wasm-simd-threaded.wasm?url'

/** Address of the pinned runtime for models, hashed by the build and loaded only when a model is to run. */
export const modelRuntime = { runtimeURL }
