import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'

const renderers = ['webgl', 'canvas'] as const
export type Renderer = (typeof renderers)[number]

let chosen: Renderer | undefined

/** What draws the timeline on this page, once it is chosen. */
export const chosenRenderer = (): Renderer | undefined => chosen

const lastChoice = stored('cuelane-renderer', z.optional(z.enum(renderers)), undefined)

/** The page has opened by then, and rests. */
const LOOK_AGAIN_MS = 8000

/**
 * The choice of the last visit in this browser: to ask for it takes a tenth of the editor's opening. It is looked after
 * once the page rests, for the next visit.
 */
export function usualRenderer(): Renderer {
  const last = lastChoice.get()
  if (last) setTimeout(keepChoice, LOOK_AGAIN_MS)
  chosen = last ?? keepChoice()
  return chosen
}

const loading = new Map<Renderer, Promise<void>>()
const there = new Set<Renderer>()

/** Whether a renderer can draw at once. */
export const isRendererThere = (renderer: Renderer): boolean => there.has(renderer)

/** Resolves when a renderer and what it imports are there; asked for again where that failed. */
export function loadRenderer(renderer: Renderer): Promise<void> {
  const known = loading.get(renderer)
  if (known) return known
  const made = fetchModules(renderer)
  loading.set(renderer, made)
  made.catch(() => loading.delete(renderer))
  return made
}

async function fetchModules(renderer: Renderer): Promise<void> {
  await Promise.all([
    renderer === 'canvas' ? import('./canvas-renderer.ts') : import('./webgl-renderer.ts'),
    // Pixi would ask for it only once the editor is mounted.
    import('pixi.js/browser'),
  ])
  there.add(renderer)
}

/** Fetches the renderer of the last visit while the editor's code is on its way. */
export function fetchRenderer(): void {
  const last = lastChoice.get()
  // Who draws the timeline asks for it again, and says what is wrong.
  if (last) loadRenderer(last).catch(() => undefined)
}

function keepChoice(): Renderer {
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
