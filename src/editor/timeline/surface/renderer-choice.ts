import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'

const renderers = ['webgl', 'canvas'] as const
export type Renderer = (typeof renderers)[number]

const lastChoice = stored('cuelane-renderer', z.optional(z.enum(renderers)), undefined)

/** The stored choice of the last visit, if any: making it takes a tenth of the editor's opening. */
export const lastRenderer = (): Renderer | undefined => lastChoice.get()

let ofPage: Renderer | undefined

/** The fastest renderer of this browser; a page keeps its first one, since Pixi shares a shader between renderers. */
export const usualRenderer = (): Renderer => (ofPage ??= lastRenderer() ?? keepChoice())

/** Chooses the fastest renderer and stores the choice. */
export function keepChoice(): Renderer {
  const choice = chooseRenderer()
  lastChoice.set(choice)
  return choice
}

/**
 * With software WebGL, Pixi's WebGL renderer takes 17 to 31 ms of CPU per frame, while its canvas renderer runs at 60
 * fps. With a GPU WebGL is faster.
 */
export function chooseRenderer(): Renderer {
  // Some browsers report software rendering; otherwise creating a software context takes a tenth of the timeline's
  // start.
  const name = gpuName({ failIfMajorPerformanceCaveat: true })
  return name === '' || /swiftshader|llvmpipe|softpipe|software|microsoft basic/i.test(name) ? 'canvas' : 'webgl'
}

/** Name of the GPU behind WebGL; empty without WebGL. */
export function gpuName(attributes: WebGLContextAttributes = {}): string {
  const gl = document.createElement('canvas').getContext('webgl2', attributes)
  if (!gl) return ''
  const info = gl.getExtension('WEBGL_debug_renderer_info')
  const name = String(gl.getParameter(info ? info.UNMASKED_RENDERER_WEBGL : gl.RENDERER))
  gl.getExtension('WEBGL_lose_context')?.loseContext()
  return name
}
