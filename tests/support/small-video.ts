import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small moving picture without sound: prepared in a fraction of the time that the sample takes. */
export function smallVideo(seconds = 2): Buffer {
  return made(['-f', 'lavfi', '-i', `testsrc2=size=256x144:rate=10:duration=${seconds}`])
}

/** The beginning of the sample, with its speech: less to prepare. */
export function sampleClip(seconds: number): Buffer {
  const sample = join(import.meta.dirname, '../../assets/sample/harbour.mp4')
  return made(['-t', String(seconds), '-i', sample, '-c', 'copy', '-movflags', '+faststart'])
}

function made(input: readonly string[]): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-small-'))
  const path = join(folder, 'film.mp4')
  const { status, stderr } = spawnSync('ffmpeg', ['-v', 'error', '-nostdin', ...input, path])
  if (status !== 0) throw new Error(stderr.toString())
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}
