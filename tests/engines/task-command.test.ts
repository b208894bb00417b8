import { spawnSync } from 'node:child_process'
import { existsSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { toBase64 } from '#core/subtitle/formats/base64.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { fileBytes, readSubtitle, writeSubtitle } from '#core/subtitle/formats/file.ts'
import { readCommand, WrongCommand } from '#server/task-wanted.ts'

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

test('subtitle files into several languages, each a file that says its own, with the terms of a glossary', () => {
  const terms = join(folder, 'terms.txt')
  const output = join(folder, 'translated')
  writeFileSync(terms, 'harbor = muelle\n')
  const binary = join(folder, 'pier.stl')
  const { cues } = readSubtitle(readFileSync(lines, 'utf8'), sequentialIds('c'))
  writeFileSync(binary, fileBytes(writeSubtitle(cues.slice(0, 2), 'stl').text, 'stl'))
  const signs = join(folder, 'signs.ass')
  writeFileSync(signs, ass)
  const inputs = [binary, signs, '-o', output, '--glossary', terms, '--set', 'to_language=es,fr']
  const made = task('subtitle_translate', ...inputs)
  expect([made.status, made.stderr.includes('signs.es.ass')]).toEqual([0, false])
  expect(made.stdout).toContain(`wrote ${join(output, 'signs.es.ass')}\n`)
  const names = ['pier.es.stl', 'pier.fr.stl', 'signs.es.ass', 'signs.fr.ass']
  expect(readdirSync(output).sort()).toEqual(names)
  // A translated file is the one that went in, with other words.
  expect(readFileSync(join(output, 'signs.es.ass'), 'utf8')).toBe(
    ass.replace('The house is big.', 'La casa es grande.'),
  )
  const stl = readSubtitle(toBase64(readFileSync(join(output, 'pier.es.stl'))), sequentialIds('c'))
  expect(stl.format).toBe('stl')
  expect(stl.cues.map(({ text }) => text).join()).toMatch(/Buenos días[^]*muelle/)
}, 180_000)

test('subtitles out of the picture, with the times of the speech', () => {
  const burned = join(folder, 'burned.mp4')
  const style = "force_style='FontName=Noto Sans,Fontsize=18'"
  const made = spawnSync('ffmpeg', [
    ...['-v', 'error', '-nostdin', '-t', '7.6', '-i', video, '-vf', `subtitles=${lines}:${style}`],
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
  ])
}, 180_000)

test('what is wrong is said in one line, and nothing is written', () => {
  const output = join(folder, 'none.srt')
  const same = task('subtitle_translate', lines, '-o', output, '--set', 'to_language=en')
  expect([same.status, same.stderr]).toEqual([
    1,
    'cuelane: Source and target language are the same. Choose another target language\n',
  ])
  const bare = task('video_dubbing_only', video, '-o', output, '--lines-from', 'air')
  expect([bare.status, bare.stderr]).toEqual([3, '--lines-from air: use one of auto, track, speech, text, both\n'])
  expect(existsSync(output)).toBe(false)
}, 180_000)

const script = `ANNA: Good morning and welcome to the harbor.
Nobody has ever told the mayor about this.

MARTIN: How long have you been working on the water?
`

const align = (...args: string[]) =>
  spawnSync(process.execPath, [join(root, 'cli/cuelane.mjs'), 'align', ...args], { encoding: 'utf8' })

test('a script is put onto a sound without a picture; what differs is printed', () => {
  const sound = join(folder, 'harbour.m4a')
  const text = join(folder, 'script.txt')
  writeFileSync(text, script)
  spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-t', '11', '-i', video, '-vn', '-c:a', 'copy', sound])
  const output = join(folder, 'script.vtt')
  const { status, stdout, stderr } = align(sound, text, '--profile', 'netflix', '-o', output)
  expect([status, stdout]).toEqual([0, `wrote ${output}, 2 lines to look at\n`])
  const lines = stderr.split('\n')
  expect(lines[0]).toMatch(/not_spoken Nobody has ever told the mayor about this\.$/)
  expect(lines[1]).toMatch(/not_in_script The first boat/)
  const written = readFileSync(output, 'utf8')
  expect(written).toMatch(/<v ANNA>Good <00:00:01\.\d{3}>morning/)
  const { cues } = readSubtitle(written, sequentialIds('c'))
  expect(cues.map((cue) => cue.text.replaceAll('\n', ' '))).toEqual([
    'Good morning and welcome to the harbor.',
    'How long have you been working on the water?',
  ])
  expect(Math.abs(cues[1]!.start - 8055)).toBeLessThan(300)
  const [greeting, said] = [join(folder, 'greeting.m4a'), join(folder, 'greeting.txt')]
  spawnSync('ffmpeg', ['-v', 'error', '-nostdin', '-t', '3.5', '-i', sound, '-c', 'copy', greeting])
  writeFileSync(said, 'ANNA: Good morning and welcome to the harbor.\n')
  const plain = align(greeting, said)
  expect(plain.stdout).toMatch(/^1\r\n00:00:00,\d{3} --> 00:00:03,\d{3}\r\nGood morning/)
  expect(plain.stderr).toBe('-: dropped: Speaker names (1 line, first 1)\n')
}, 180_000)

/** The message for a wrong command, without starting a program. */
const messageFor = (...args: string[]): Promise<unknown> =>
  readCommand(args).catch((error: unknown) => (error instanceof WrongCommand ? error.message : error))

test('a script that is none, or another profile than there is, is refused', async () => {
  const empty = join(folder, 'empty.docx')
  writeFileSync(empty, 'no archive')
  expect(await messageFor('align', video, empty)).toBe(
    `${empty}: This file can’t be read as a script. Use a text, Markdown or Word (.docx) file`,
  )
  const text = join(folder, 'script.txt')
  writeFileSync(text, script)
  expect(await messageFor('align', video, text, '--profile', 'none')).toMatch(
    /^No profile none\. Use one of cuelane, netflix/,
  )
  for (const args of [[video], ['--help']])
    expect(await messageFor('align', ...args)).toContain('cuelane align SOUND SCRIPT')
})

test('fields are listed, those of other kinds refused, files that are not there named', async () => {
  const output = join(folder, 'never.srt')
  expect(await messageFor('nothing', video, '-o', output)).toContain('cuelane task KIND IN … -o OUT')
  expect(await messageFor('subtitle_translate', '--help')).toMatch(
    /to_language +en \|.*\(needed\)\n[^]*profile .*\("netflix"\)/,
  )
  expect(await messageFor('subtitle_translate', lines, '-o', output, '--set', 'foo=bar')).toBe(
    'subtitle_translate has no field foo. Its fields: source_language, to_language, profile, glossary',
  )
  const missing = join(folder, 'none.srt')
  expect(await messageFor('subtitle_translate', missing, '-o', output, '--set', 'to_language=es')).toBe(
    `There is no file ${missing}`,
  )
})
