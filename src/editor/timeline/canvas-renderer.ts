import { CanvasContextSystem, CanvasRenderer } from 'pixi.js'
import { beginWith } from './pixi-application.ts'

// It writes no code of its own, which pages may not run here; Pixi asks all the same. Pixi's own answer to that brings
// the renderers of WebGL and WebGPU along.
Object.assign(CanvasRenderer.prototype, { _unsafeEvalCheck: () => undefined })

const init = Reflect.get(CanvasContextSystem.prototype, 'init')
CanvasContextSystem.prototype.init = function (this: CanvasContextSystem) {
  const { canvas, background } = this['_renderer']
  // Pixi then asks for a context by its own settings, and gets this one. What is desynchronized is not copied again for
  // each frame of the page in which the timeline stays as it is.
  canvas.getContext('2d', { alpha: background.alpha < 1, desynchronized: true })
  init.call(this)
}

beginWith('canvas', () => new CanvasRenderer())
