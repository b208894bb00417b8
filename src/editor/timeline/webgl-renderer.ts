// Pages may not run code that is written while they run: Pixi's renderer does without.
import 'pixi.js/unsafe-eval'
import { isWebGLSupported, WebGLRenderer } from 'pixi.js'
import { beginWith } from './pixi-application.ts'

beginWith('webgl', () => (isWebGLSupported() ? new WebGLRenderer() : undefined))
