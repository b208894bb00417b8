import { CanvasRenderer } from 'pixi.js'

// It writes no code of its own, which pages may not run here; Pixi asks all the same. Pixi's own answer to that brings
// the renderers of WebGL and WebGPU along.
Object.assign(CanvasRenderer.prototype, { _unsafeEvalCheck: () => undefined })

export { CanvasRenderer }
