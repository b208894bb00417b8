import { Application, type ApplicationOptions, Container, type Renderer as PixiRenderer } from 'pixi.js'
import type { Renderer } from './renderer-choice.ts'

/** Undefined where the browser can not draw so: Pixi then takes what it can. */
type Make = () => PixiRenderer | undefined

const made = new Map<unknown, Make>()
const begin = Reflect.get(Application.prototype, 'init')

/**
 * Applications draw with this renderer from now on where they ask for it by name. Pixi itself imports the renderer and its
 * extensions once more when an application begins, though they are there: that held the timeline up by a fifth of the
 * editor's opening.
 */
export function beginWith(name: Renderer, make: Make): void {
  made.set(name, make)
}

Application.prototype.init = async function (this: Application, options: Partial<ApplicationOptions> = {}) {
  const renderer = made.get(options.preference)?.()
  if (!renderer) return begin.call(this, options)
  this.stage ??= new Container()
  await renderer.init({ ...options, skipExtensionImports: true })
  this.renderer = renderer
  for (const plugin of Application._plugins) plugin.init.call(this, options)
}
