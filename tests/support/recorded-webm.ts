import { spawnSync } from 'node:child_process'

/** Elements that a recorder can't write: the length, and each picture's duration. */
const unknownToRecorders = [
  [0x44, 0x89, 0x88],
  [0x23, 0xe3, 0x83, 0x84],
]
const VOID = 0xec

/**
 * A WebM of 5.5 seconds like browsers' recordings: VP9 and Opus, no length in the header, jittering picture times, and
 * only the clock's ticks as rate.
 */
export function recordedWebm(): Buffer {
  const late = String.raw`settb=1/1000,setpts='N*40+mod(N*N*7\,11)*2'`
  const { stdout } = spawnSync(
    'ffmpeg',
    [
      ...['-v', 'error', '-nostdin', '-f', 'lavfi', '-i', 'testsrc2=size=320x180:rate=25:duration=5.5'],
      ...['-f', 'lavfi', '-i', 'sine=duration=5.5', '-vf', late, '-fps_mode', 'passthrough'],
      ...['-enc_time_base:v', '1/1000', '-c:v', 'libvpx-vp9', '-cpu-used', '8', '-b:v', '300k', '-c:a', 'libopus'],
      ...['-f', 'webm', 'pipe:1'],
    ],
    { maxBuffer: 1e8 },
  )
  for (const id of unknownToRecorders) {
    const at = stdout.indexOf(Buffer.from(id))
    if (at < 0) continue
    // The element's own length is in the lower bits of the last byte that was looked for.
    const size = id.length + (id.at(-1)! & 0x0f)
    stdout.fill(0, at, at + size)
    stdout.set([VOID, 0x80 | (size - 2)], at)
  }
  return stdout
}
