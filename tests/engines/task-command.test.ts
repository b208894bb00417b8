import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBase64 } from '#core/subtitle/formats/base64.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { fileBytes, readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { smallVideo } from '#tests/support/small-video.ts'

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

test('subtitle files into several languages, each a file that says its own, with the terms of a glossary', () => {
  const terms = join(folder, 'terms.txt')
  const output = join(folder, 'translated')
  writeFileSync(terms, 'harbor = muelle\n')
  const binary = join(folder, 'pier.stl')
  const { cues } = readSubtitle(readFileSync(lines, 'utf8'), sequentialIds('c'))
  writeFileSync(binary, fileBytes(writeSubtitle(cues, 'stl').text, 'stl'))
  const inputs = [lines, binary, '-o', output, '--glossary', terms, '--set', 'to_language=es,fr']
  expect(task('subtitle_translate', ...inputs).status).toBe(0)
  expect(readdirSync(output).sort()).toEqual(['harbour.es.srt', 'harbour.fr.srt', 'pier.es.stl', 'pier.fr.stl'])
  const stl = readSubtitle(toBase64(readFileSync(join(output, 'pier.es.stl'))), sequentialIds('c'))
  expect(stl.format).toBe('stl')
  expect(stl.cues.map(({ text }) => text).join()).toMatch(/Buenos días[^]*muelle/)
  expect(readFileSync(join(output, 'harbour.es.srt'), 'utf8')).toMatch(/Buenos días[^]*muelle/)
}, 180_000)

test('subtitles out of the picture, with the times of the speech', () => {
  const burned = join(folder, 'burned.mp4')
  const style = "force_style='FontName=Noto Sans,Fontsize=18'"
  const made = spawnSync('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-t', '11', '-i', video, '-vf', `subtitles=${lines}:${style}`],
    ...['-c:v', 'libx264', '-preset', 'veryfast', '-c:a', 'copy', burned],
  ])
  expect(made.status).toBe(0)
  const output = join(folder, 'lines.srt')
  const read = task('video_extract', burned, '-o', output, '--set', 'subtitle_extract_mode=both')
  expect([read.status, read.stderr]).toEqual([0, ''])
  const written = readFileSync(output, 'utf8')
  expect(written.match(/^[A-Z].*$/gm)).toEqual([
    'Good morning and welcome to the harbor.',
    'The first boats leave before the sun comes up.',
    'How long have you been working on the water?',
  ])
}, 180_000)

test('what is wrong is said in one line, and nothing is written', () => {
  const output = join(folder, 'none.mp4')
  const small = join(folder, 'small.mp4')
  writeFileSync(small, smallVideo())
  const same = task('video_dubbing', small, '-o', output, '--subtitles', lines, '--set', 'to_language=en')
  expect([same.status, same.stderr]).toEqual([
    1,
    'cuelane: Source and target language are the same. Choose another target language\n',
  ])
  const bare = task('video_dubbing_only', video, '-o', output, '--lines-from', 'air')
  expect([bare.status, bare.stderr]).toEqual([3, '--lines-from air: use one of auto, track, speech, text, both\n'])
  expect(task('nothing', video, '-o', output).stderr).toContain('cuelane task KIND IN … -o OUT')
  expect(existsSync(output)).toBe(false)
}, 180_000)

const script = `ANNA: Good morning and welcome to the harbor. The first boats leave before the sun comes up.
Nobody has ever told the mayor about this.

MARTIN: My father taught me when I was seven years old.
`

const align = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'cli/cuelane.mjs'), 'align', ...args], { encoding: 'utf8' })

test('a script is put onto a sound without a picture; what differs is printed', () => {
  const sound = join(folder, 'harbour.m4a')
  const text = join(folder, 'script.txt')
  writeFileSync(text, script)
  spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-t', '15', '-i', video, '-vn', '-c:a', 'copy', sound])
  const { status, stdout, stderr } = align(sound, text, '--profile', 'netflix')
  expect(status).toBe(0)
  const lines = stderr.split('\n')
  expect(lines[0]).toBe('-: dropped: Speaker names (3 lines, first 1)')
  expect(lines[1]).toMatch(/not_spoken Nobody has ever told the mayor about this\.$/)
  expect(lines[2]).toMatch(/not_in_script How long have you been working on the water/)
  const { cues } = readSubtitle(stdout, sequentialIds('c'))
  expect(cues.map((cue) => cue.text.replaceAll('\n', ' '))).toEqual([
    'Good morning and welcome to the harbor.',
    'The first boats leave before the sun comes up.',
    'My father taught me when I was seven years old.',
  ])
  expect(Math.abs(cues[2]!.start - 11_460)).toBeLessThan(300)
  const output = join(folder, 'script.vtt')
  expect(align(sound, text, '-o', output).stdout).toMatch(/^wrote .*script\.vtt, 2 lines to look at/)
  expect(readFileSync(output, 'utf8')).toMatch(/<v ANNA>Good <00:00:01\.\d{3}>morning/)
}, 180_000)

test('a script that is none, or another profile than there is, is refused', () => {
  const empty = join(folder, 'empty.docx')
  writeFileSync(empty, 'no archive')
  const unread = align(video, empty)
  expect([unread.status, unread.stderr]).toEqual([
    3,
    `${empty}: This file can’t be read as a script. Use a text, Markdown or Word (.docx) file\n`,
  ])
  const text = join(folder, 'script.txt')
  writeFileSync(text, script)
  expect(align(video, text, '--profile', 'none').stderr).toMatch(/^No profile none\. Use one of cuelane, netflix/)
  expect(align(video).status).toBe(3)
  expect(align('--help').stdout).toContain('cuelane align SOUND SCRIPT')
}, 180_000)

const ass = `[Script Info]
ScriptType: v4.00+
PlayResX: 1280
PlayResY: 720

[V4+ Styles]
Format: Name, Fontname, Fontsize, PrimaryColour, SecondaryColour, OutlineColour, BackColour, Bold, Italic, Underline, StrikeOut, ScaleX, ScaleY, Spacing, Angle, BorderStyle, Outline, Shadow, Alignment, MarginL, MarginR, MarginV, Encoding
Style: Top,Arial,40,&H00FFFFFF,&H000000FF,&H00000000,&H00000000,0,0,0,0,100,100,0,0,1,2,2,8,10,10,10,1

[Events]
Format: Layer, Start, End, Style, Name, MarginL, MarginR, MarginV, Effect, Text
Dialogue: 0,0:00:01.00,0:00:05.00,Top,,0,0,0,,{\\pos(200,100)}The house is big.
Comment: 0,0:00:07.00,0:00:10.00,Top,,0,0,0,,check this line
`

test('a translated file is the one that went in, with other words; another format says what it can not hold', () => {
  const input = join(folder, 'signs.ass')
  writeFileSync(input, ass)
  const output = join(folder, 'signs.es.ass')
  const made = task('subtitle_translate', input, '-o', output, '--set', 'to_language=es')
  expect([made.status, made.stdout, made.stderr]).toEqual([0, `wrote ${output}\n`, ''])
  expect(readFileSync(output, 'utf8')).toBe(ass.replace('The house is big.', 'La casa es grande.'))
  const plain = task('subtitle_translate', input, '-o', join(folder, 'signs.srt'), '--set', 'to_language=es')
  expect(plain.stderr).toContain('signs.srt: dropped: The file’s layout, styles and regions')
}, 180_000)

test('fields are listed, those of other kinds refused, files that are not there named', () => {
  const output = join(folder, 'never.srt')
  const help = task('subtitle_translate', '--help')
  expect([help.status, help.stderr]).toEqual([0, ''])
  expect(help.stdout).toMatch(/to_language +en \|.*\(needed\)\n[^]*profile .*\("netflix"\)/)
  const unknown = task('subtitle_translate', lines, '-o', output, '--set', 'foo=bar')
  expect([unknown.status, unknown.stderr]).toEqual([
    3,
    'subtitle_translate has no field foo. Its fields: source_language, to_language, profile, glossary\n',
  ])
  const missing = task('subtitle_translate', join(folder, 'none.srt'), '-o', output, '--set', 'to_language=es')
  expect([missing.status, missing.stderr]).toEqual([3, `There is no file ${join(folder, 'none.srt')}\n`])
  expect(existsSync(output)).toBe(false)
}, 180_000)
