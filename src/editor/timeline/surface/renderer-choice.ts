import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'

const renderers = ['webgl', 'canvas'] as const
export type Renderer = (typeof renderers)[number]

const lastChoice = stored('cuelane-renderer', z.optional(z.enum(renderers)), undefined)

/** The choice of the last visit in this browser, where there is one: to ask for it takes a tenth of the editor's opening. */
export const lastRenderer = (): Renderer | undefined => lastChoice.get()

/** What draws fastest in this browser. */
export const usualRenderer = (): Renderer => lastRenderer() ?? keepChoice()

/** Looks what draws fastest, for the next visit too. */
export function keepChoice(): Renderer {
  const choice = chooseRenderer()
  lastChoice.set(choice)
  return choice
}

/**
 * Pixi's WebGL renderer costs 17 to 31 ms of other processes' CPU a frame where WebGL is software; its canvas renderer
 * then runs at 60 frames a second. With a GPU it is the other way round.
 */
export function chooseRenderer(): Renderer {
  // A browser that says so itself is asked first: making a software context takes a tenth of the timeline's start.
  const name = gpuName({ failIfMajorPerformanceCaveat: true })
  return name === '' || /swiftshader|llvmpipe|softpipe|software|microsoft basic/i.test(name) ? 'canvas' : 'webgl'
}

/** What draws WebGL here; empty where nothing does. */
export function gpuName(attributes: WebGLContextAttributes = {}): string {
  const gl = document.createElement('canvas').getContext('webgl2', attributes)
  if (!gl) return ''
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return name
}
