/** The cost of React and the browser alone: one text area; one image per frame. */
import { type ReactNode, useState } from 'react'
import { createRoot } from 'react-dom/client'
import { SubtitlePicture } from '#src/media/subtitle-picture.ts'
import { fontsOfScript } from '#src/media/burn-fonts.ts'
import { host } from './hour.ts'

function Plain(): ReactNode {
  const [text, setText] = useState('A line of the video')
  return <textarea rows={2} cols={60} value={text} onChange={(event) => setText(event.currentTarget.value)} />
}

createRoot(host()).render(<Plain />)

const [WIDTH, HEIGHT] = [640, 360]

/** A cue with moving words, so that each frame differs. */
const SCRIPT = `[Script Info]
ScriptType: v4.00+
PlayResX: ${WIDTH}
PlayResY: ${HEIGHT}

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV
Style: Default,DejaVu Sans,28,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,1,2,0,2,20,20,20

[Events]
Format: Layer, Start, End, Style, Text
Dialogue: 0,0:00:00.00,0:10:00.00,Default,{\\move(320,40,320,340,0,20000)}A line of the video that moves
`

function canvasOnPage(): HTMLCanvasElement {
  const canvas = document.createElement('canvas')
  Object.assign(canvas, { width: WIDTH, height: HEIGHT })
  host().append(canvas)
  return canvas
}

async function frames(count: number, each: (ms: number) => void): Promise<void> {
  for (let frame = 0; frame < count; frame++) {
    each((frame * 1000) / 60)
    await new Promise(requestAnimationFrame)
  }
}

export const plainBench = {
  /** Draws one image at each of so many frames. */
  async images(count: number): Promise<void> {
    const canvas = canvasOnPage()
    const context = canvas.getContext('2d')!
    const source = new OffscreenCanvas(WIDTH, HEIGHT)
    source.getContext('2d')!.fillRect(20, 20, 400, 60)
    const image = await createImageBitmap(source)
    await frames(count, (ms) => {
      context.clearRect(0, 0, WIDTH, HEIGHT)
      context.drawImage(image, 0, (ms / 60) % 100)
    })
    canvas.remove()
  },

  /** Lets libass draw a moving cue; returns a function that plays this many frames. */
  async openSubtitles(): Promise<void> {
    const canvas = canvasOnPage()
    let drawn: () => void
    const first = new Promise<void>((resolve) => {
      drawn = resolve
    })
    const picture = new SubtitlePicture(canvas, {
      onDrawn: (box) => box && drawn(),
      onFailed: () => {
        throw new Error('libass does not run')
      },
    })
    const size = { width: WIDTH, height: HEIGHT }
    const scene = { script: SCRIPT, fonts: fontsOfScript(SCRIPT), lead: [] }
    picture.resize(size, size)
    picture.show(scene, 0)
    await first
    subtitles = (count) => frames(count, (ms) => picture.show(scene, ms))
  },

  subtitles: (count: number): Promise<void> => subtitles(count),
}

let subtitles: (count: number) => Promise<void>

export type PlainBench = typeof plainBench

Object.assign(window, { plainBench })
