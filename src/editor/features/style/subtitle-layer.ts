import { subscribe } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { type BurnStyle, type WordLook } from '#core/subtitle/burn/burn-style.ts'
import { plainText } from '#core/subtitle/text/markup.ts'
import { type DrawnBox, type PixelSize, type Scene, SubtitlePicture } from '#src/media/subtitle-picture.ts'
import type { Editor } from '../../context/editor.ts'
import { cuesAt } from '../../model/document/cues-in-time.ts'
import { ShownScene, type ShownWords } from './shown-scene.ts'
import { styleOf } from './version-style.ts'

/** Callbacks for the layer's state. */
interface LayerView {
  /** Text on screen, empty without any. */
  readonly onText: (text: string) => void
  /** Its box; undefined if nothing is drawn. */
  readonly onBox: (box: DrawnBox | undefined) => void
  /** libass does not run in this browser. */
  readonly onFailure: () => void
}

/** Draws the subtitles of the open version over its video, frame by frame with the playhead. */
export class SubtitleLayer {
  private readonly editor: Editor
  private readonly canvas: HTMLCanvasElement
  private readonly view: LayerView
  private readonly shown = new ShownScene()
  private picture: SubtitlePicture | undefined
  private drawn: Scene | undefined
  private size: PixelSize | undefined
  private text = ''
  /** The style with a mark for the active word, and the style it was made from. */
  private marked: { readonly of: BurnStyle; readonly style: BurnStyle } | undefined

  constructor(editor: Editor, canvas: HTMLCanvasElement, view: LayerView) {
    this.editor = editor
    this.canvas = canvas
    this.view = view
  }

  /** Starts following playhead, text and style; returns a function that ends that. */
  start(): () => void {
    const { playhead, session } = this.editor
    const style = styleOf(this.editor)
    const stops = [
      playhead.on(this.draw),
      subscribeKey(session.cells, 'list', this.draw, true),
      subscribe(style.cells, this.draw, true),
      session.onWords(this.draw),
    ]
    return () => {
      for (const stop of stops) stop()
      this.picture?.close()
    }
  }

  /** Size of the canvas in device pixels. */
  resize(size: PixelSize): void {
    if (size.width === 0 || size.height === 0) return
    this.size = size
    const { width, height } = styleOf(this.editor).look
    this.picture?.resize(size, { width, height })
    this.draw()
  }

  private readonly draw = (): void => {
    const { playhead, session } = this.editor
    const style = styleOf(this.editor)
    if (style.cells.isReading) return
    const { list } = session.cells
    const { look, fileStyles } = style
    const shown = playhead.isPlaying && !fileStyles ? { ...look, style: this.markedStyle(look.style) } : look
    const scene = this.shown.at(list, playhead.ms, shown, fileStyles, this.words)
    const isOther = this.shown.isOther(playhead.ms)
    if (scene === this.drawn && !isOther) return
    if (scene !== this.drawn) this.tellText()
    // The renderer is two megabytes, so it loads only when there is something to draw.
    const picture = this.picture ?? (scene.fonts.length > 0 ? this.open() : undefined)
    if (!picture) return
    this.drawn = scene
    picture.show(scene, this.shown.timeOf(playhead.ms))
  }

  /** During playback the active word is marked if the style does not mark it. */
  private markedStyle(style: BurnStyle): BurnStyle {
    if (style.words || this.words.known === undefined || !styleOf(this.editor).cells.hasSpokenMark) return style
    if (this.marked?.of !== style) this.marked = { of: style, style: { ...style, words: spokenMark(style) } }
    return this.marked.style
  }

  private get words(): ShownWords {
    const { session } = this.editor
    return { known: session.words.isEmpty ? undefined : session.words, of: (cue) => session.wordsOf(cue) }
  }

  private open(): SubtitlePicture | undefined {
    if (!this.size) return undefined
    const { view } = this
    const picture = new SubtitlePicture(this.canvas, { onDrawn: view.onBox, onFailed: view.onFailure })
    const { width, height } = styleOf(this.editor).look
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

/** A colour that differs from that of the other words. */
function spokenMark({ color }: BurnStyle): WordLook {
  const isYellow = /^#f[0-9a-f][c-f][0-9a-f][0-9]/i.test(color)
  return { effect: 'color', color: isYellow ? '#7cc8ff' : '#ffd83d', box: '#000000', scale: 100 }
}
