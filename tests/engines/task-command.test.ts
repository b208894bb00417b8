import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'

const root = join(import.meta.dirname, '../..')
const video = join(root, 'assets/sample/harbour.mp4')
const lines = join(root, 'assets/sample/harbour.en.srt')
let folder: string
beforeAll(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-task-test-'))
})
afterAll(() => rmSync(folder, { recursive: true }))

const task = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'cli/cuelane.mjs'), 'task', ...args], { encoding: 'utf8' })

test('a task on files, without a server', () => {
  const output = join(folder, 'dubbed.mp4')
  const linesOut = join(folder, 'dubbed.vtt')
  const made = task(
    ...['video_dubbing', video, '-o', output, '--subtitles', lines, '--lines-out', linesOut],
    ...['--set', 'to_language=es', '--set', 'voice=espeak-ng/clara', '--set', 'keep_background=false'],
  )
  expect([made.status, made.stderr]).toEqual([0, ''])
  const streams = ['-v', 'error', '-show_entries', 'stream=codec_type', '-of', 'csv=p=0', output]
  expect(spawnSync('ffprobe', streams, { encoding: 'utf8' }).stdout.trim().split('\n')).toEqual(['video', 'audio'])
  expect(readFileSync(linesOut, 'utf8')).toMatch(/^WEBVTT[^]*Buenos días/)
}, 180_000)

test('subtitle files into several languages, each a file that says its own, with the terms of a glossary', () => {
  const terms = join(folder, 'terms.txt')
  const output = join(folder, 'translated')
  writeFileSync(terms, 'harbor = muelle\n')
  const made = task('subtitle_translate', lines, '-o', output, '--glossary', terms, '--set', 'to_language=es,fr')
  expect(made.status).toBe(0)
  expect(readdirSync(output).sort()).toEqual(['harbour.es.srt', 'harbour.fr.srt'])
  expect(readFileSync(join(output, 'harbour.es.srt'), 'utf8')).toMatch(/Buenos días[^]*muelle/)
}, 180_000)

test('what is wrong is said in one line, and nothing is written', () => {
  const output = join(folder, 'none.mp4')
  const same = task('video_dubbing', video, '-o', output, '--subtitles', lines, '--set', 'to_language=en')
  expect([same.status, same.stderr]).toEqual([
    1,
    'cuelane: Source and target language are the same. Choose another target language\n',
  ])
  const bare = task('video_dubbing_only', video, '-o', output)
  expect([bare.status, bare.stderr]).toEqual([3, 'video_dubbing_only works on lines: name a file with --subtitles\n'])
  expect(task('nothing', video, '-o', output).stderr).toContain('cuelane task KIND IN … -o OUT')
  expect(existsSync(output)).toBe(false)
}, 180_000)
