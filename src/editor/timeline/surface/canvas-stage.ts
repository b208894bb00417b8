import { type Application, type Container, RenderContainer } from 'pixi.js'
import { CanvasSurface } from './canvas-surface.ts'
import type { Layer, Stage } from './surface.ts'

/**
 * Without a GPU: one container of Pixi's canvas renderer paints all layers. An object per box or time costs several
 * times its painting.
 */
export class CanvasStage implements Stage {
  private readonly app: Application
  private layers: readonly Layer[] = []
  private density: number

  constructor(app: Application, container: Container) {
    this.app = app
    this.density = app.renderer.resolution
    container.addChild(new RenderContainer(() => this.paint()))
  }

  draw(layers: readonly Layer[], background: number): void {
    this.layers = layers
    this.app.renderer.background.color = background
    this.app.render()
  }

  resize(width: number, height: number, density: number): void {
    this.density = density
    this.app.renderer.resize(width, height, density)
  }

  private paint(): void {
    const context = this.app.canvas.getContext('2d')
    if (!context) return
    context.setTransform(this.density, 0, 0, this.density, 0, 0)
    const surface = new CanvasSurface(context)
    for (const layer of this.layers) layer(surface)
  }
}
