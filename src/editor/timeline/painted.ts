import { type Matrix, RenderContainer } from 'pixi.js'

/** What Pixi's canvas renderer draws with: its types do not know it yet. */
interface CanvasRenderer {
  readonly canvasContext: {
    readonly activeContext: CanvasRenderingContext2D
    setContextTransform(transform: Matrix, isRounded: boolean): void
  }
}

/**
 * A layer that paints itself at each frame, straight onto the picture. Only where Pixi draws on a canvas: there an object
 * for each box or time costs several times as much as it takes to paint it.
 */
export function painted(paint: (context: CanvasRenderingContext2D) => void): RenderContainer {
  const layer = new RenderContainer((renderer) => {
    const { canvasContext } = renderer as unknown as CanvasRenderer
    const context = canvasContext.activeContext
    canvasContext.setContextTransform(layer.groupTransform, false)
    context.globalAlpha = layer.groupAlpha
    paint(context)
  })
  return layer
}
