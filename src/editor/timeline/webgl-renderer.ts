// Pages may not run code that is written while they run: Pixi's renderer does without.
import 'pixi.js/unsafe-eval'

export { WebGLRenderer } from 'pixi.js'
