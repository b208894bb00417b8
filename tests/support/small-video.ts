import { spawnSync } from 'node:child_process'
import { mkdtempSync, readFileSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'

/** A small moving picture without sound: prepared in a fraction of the time that the sample takes. */
export function smallVideo(seconds = 2): Buffer {
  const folder = mkdtempSync(join(tmpdir(), 'cuelane-small-'))
  const path = join(folder, 'film.mp4')
  const picture = `testsrc2=size=256x144:rate=10:duration=${seconds}`
  const made = spawnSync('ffmpeg', ['-v', 'error', '-f', 'lavfi', '-i', picture, path])
  if (made.status !== 0) throw new Error(made.stderr.toString())
  const bytes = readFileSync(path)
  rmSync(folder, { recursive: true })
  return bytes
}
