import { execFileSync } from 'node:child_process'
import { readFileSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { planBurn } from '#core/media/plans/burn.ts'
import { writeBurnAss } from '#core/subtitle/burn/burn.ts'
import { type BurnStyle, usualBurnStyle } from '#core/subtitle/burn/burn-style.ts'
import { makeCue } from '#core/subtitle/cue/cue.ts'
import { burnFontsFolder } from '#server/engines/burn-fonts.ts'
import { prepared, type TestServer, upload } from './server.ts'

const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')
export const captionedSize = { width: 640, height: 360 }
const CAPTION_MS = 2000

/** Makes `captioned.mp4` in a folder: some seconds of the sample with these captions burned in, two seconds each. */
export async function makeCaptionedClip(
  folder: string,
  texts: readonly string[],
  style: BurnStyle = usualBurnStyle,
): Promise<void> {
  const { width, height } = captionedSize
  const seconds = String((texts.length * CAPTION_MS) / 1000)
  const run = (...args: string[]): unknown =>
    execFileSync('ffmpeg', ['-v', 'error', '-nostdin', '-y', ...args], { cwd: folder })
  // Erasing works frame by frame: fewer of them show the same.
  const look = ['-vf', `scale=${width}:${height},fps=12.5`]
  const plain = [...look, '-c:v', 'libx264', '-preset', 'ultrafast', '-crf', '16', '-an']
  run('-ss', '2', '-t', seconds, '-i', sample, ...plain, 'clean.mp4')
  const cues = texts.map((text, at) => makeCue(`${at}`, at * CAPTION_MS + 100, (at + 1) * CAPTION_MS - 100, text))
  writeFileSync(join(folder, 'cues.ass'), writeBurnAss(cues, { ...captionedSize, style, language: 'en' }))
  const fontsFolder = await burnFontsFolder(folder)
  run(
    ...planBurn({
      source: 'clean.mp4',
      output: 'captioned.mp4',
      ass: 'cues.ass',
      fontsFolder,
      streams: [{ kind: 'video', codec: 'h264' }],
    }),
  )
}

/** Letters so large that three rows cover more of the picture than captions may. */
export const largeStyle: BurnStyle = {
  ...usualBurnStyle,
  size: 11,
  bold: true,
  outline: { width: 20, color: '#101010' },
}
export const largeCaption = 'Every morning all boats\ncome with the high tide\nand leave once again'

/** A prepared video of a file in a separate folder. */
export async function addClip(server: TestServer, token: string, path: string) {
  const { folder_id } = await server.ok('addFolder', { folder_name: 'clip' }, token)
  const upload_id = await upload(server, token, 'clip.mp4', readFileSync(path))
  const { video_id } = await server.ok('addVideo', { upload_id, folder_id }, token)
  await prepared(server, token, video_id)
  return { folder_id, video_id }
}
