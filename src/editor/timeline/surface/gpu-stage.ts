import type { Application, Container } from 'pixi.js'
import { GpuSurface, Textures } from './gpu-surface.ts'
import type { Layer, Stage } from './surface.ts'

/** With a GPU: layers are containers of sprites and shapes. */
export class GpuStage implements Stage {
  private readonly app: Application
  private readonly container: Container
  private readonly textures = new Textures()
  private readonly surfaces: GpuSurface[] = []

  constructor(app: Application, container: Container) {
    this.app = app
    this.container = container
  }

  draw(layers: readonly Layer[], background: number): void {
    const { renderer } = this.app
    renderer.background.color = background
    for (const [at, layer] of layers.entries()) {
      const surface = (this.surfaces[at] ??= this.added())
      surface.draw(layer, renderer.resolution)
    }
    this.app.render()
    this.textures.endFrame()
  }

  private added(): GpuSurface {
    const surface = new GpuSurface(this.textures)
    this.container.addChild(surface.container)
    return surface
  }

  resize(width: number, height: number, density: number): void {
    this.app.renderer.resize(width, height, density)
  }
}
