import { subscribe } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { plainText } from '#core/subtitle/markup.ts'
import { type DrawnBox, type PixelSize, type Scene, SubtitlePicture } from '#src/media/subtitle-picture.ts'
import type { Editor } from '../editor.ts'
import { cuesAt } from '../timeline/visible.ts'
import { ShownScene } from './shown-scene.ts'

/** What hears of the layer's state. */
interface LayerView {
  /** The words on screen, empty where there are none. */
  readonly onText: (text: string) => void
  /** Where they are drawn; undefined where nothing is. */
  readonly onBox: (box: DrawnBox | undefined) => void
  /** libass does not run in this browser. */
  readonly onFailure: () => void
}

/** Draws the subtitles of the open version over its video, frame by frame as the playhead goes. */
export class SubtitleLayer {
  private readonly editor: Editor
  private readonly canvas: HTMLCanvasElement
  private readonly view: LayerView
  private readonly shown = new ShownScene()
  private picture: SubtitlePicture | undefined
  private drawn: Scene | undefined
  private size: PixelSize | undefined
  private text = ''

  constructor(editor: Editor, canvas: HTMLCanvasElement, view: LayerView) {
    this.editor = editor
    this.canvas = canvas
    this.view = view
  }

  /** Begins to follow the playhead, the text and the style; returns what ends that. */
  start(): () => void {
    const { playhead, session, style } = this.editor
    const stops = [
      playhead.on(this.draw),
      subscribeKey(session.cells, 'list', this.draw, true),
      subscribe(style.cells, this.draw, true),
    ]
    return () => {
      for (const stop of stops) stop()
      this.picture?.close()
    }
  }

  /** The canvas in pixels of the screen. */
  resize(size: PixelSize): void {
    if (size.width === 0 || size.height === 0) return
    this.size = size
    const { width, height } = this.editor.style.look
    this.picture?.resize(size, { width, height })
    this.draw()
  }

  private readonly draw = (): void => {
    const { playhead, session, style } = this.editor
    if (style.cells.isReading) return
    const { list } = session.cells
    const scene = this.shown.at(list, playhead.ms, style.look, style.fileStyles)
    if (scene === this.drawn && !this.shown.isMoving) return
    if (scene !== this.drawn) this.tellText()
    // The decoder is two megabytes: it is not fetched before there is something to draw.
    const picture = this.picture ?? (scene.fonts.length > 0 ? this.open() : undefined)
    if (!picture) return
    this.drawn = scene
    picture.show(scene, this.shown.timeOf(playhead.ms))
  }

  private open(): SubtitlePicture | undefined {
    if (!this.size) return undefined
    const { view } = this
    const picture = new SubtitlePicture(this.canvas, { onDrawn: view.onBox, onFailed: view.onFailure })
    const { width, height } = this.editor.style.look
    picture.resize(this.size, { width, height })
    this.picture = picture
    return picture
  }

  private tellText(): void {
    const { playhead, session } = this.editor
    const text = cuesAt(session.cells.list, playhead.ms)
      .map((cue) => plainText(cue.text))
      .join('\n')
    if (text === this.text) return
    this.text = text
    this.view.onText(text)
  }
}
