import { execFile, execFileSync } from 'node:child_process'
import {
  chmodSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  statSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { beforeEach, describe, expect, test } from 'vitest'
import { rolling } from '#tests/support/roll-up.ts'

const program = join(import.meta.dirname, '../../cli/cuelane.mjs')

interface Ran {
  code: number
  out: string
  errors: string
}

function cuelane(args: string[], input = '', env: Record<string, string> = {}): Promise<Ran> {
  return new Promise((resolve) => {
    const child = execFile(
      process.execPath,
      [program, ...args],
      { cwd: folder, env: { ...process.env, LC_ALL: 'C', ...env } },
      (error, out, errors) => resolve({ code: error ? Number(error.code) : 0, out, errors }),
    )
    child.stdin!.end(input)
  })
}

let folder: string
const path = (name: string) => join(folder, name)
const text = (name: string) => readFileSync(path(name), 'utf8')

const SRT = '1\r\n00:00:01,000 --> 00:00:02,000\r\n<i>One</i>\r\n\r\n2\r\n00:00:03,000 --> 00:00:04,000\r\nTwo\r\n\r\n'
const SHIFTED = SRT.replaceAll('00:00:01', '00:00:02').replace('--> 00:00:02', '--> 00:00:03')

beforeEach(() => {
  folder = mkdtempSync(join(tmpdir(), 'cuelane-cli-'))
  writeFileSync(path('a.srt'), SRT)
  mkdirSync(path('sub/deep'), { recursive: true })
  writeFileSync(path('sub/b.vtt'), 'WEBVTT\n\nNOTE kept\n\n00:05.000 --> 00:06.000 line:0\nThree\n')
  writeFileSync(path('sub/deep/c.srt'), SRT)
  writeFileSync(path('sub/readme.txt'), 'no subtitles')
})

describe('convert', () => {
  test('to standard output by --to, from a file and from standard input', async () => {
    const vtt = 'WEBVTT\n\n00:00:01.000 --> 00:00:02.000\n<i>One</i>\n\n00:00:03.000 --> 00:00:04.000\nTwo\n\n'
    expect((await cuelane(['convert', 'a.srt', '--to', 'vtt'])).out).toBe(vtt)
    expect((await cuelane(['convert', '-', '--to', 'vtt'], SRT)).out).toBe(vtt)
  })

  test('with the times of words where that is asked for', async () => {
    const spoken = 'WEBVTT\n\n00:01.000 --> 00:02.000\none <00:01.300>two\n'
    const plain = await cuelane(['convert', '-', '--to', 'ass'], spoken)
    expect(plain.out).toContain(',,one two')
    const asked = await cuelane(['convert', '-', '--to', 'ass', '--words'], spoken)
    expect(asked.out).toContain('{\\k30}one {\\k70}two')
    const back = await cuelane(['convert', '-', '--to', 'vtt', '--words'], asked.out)
    expect(back.out).toContain('one <00:00:01.300>two')
  })

  test('with roll-up captions unrolled where that is asked for', async () => {
    const captions = rolling(['one two', 'three', 'four five', 'six'], 'youtube')
    const asked = await cuelane(['convert', '-', '--to', 'srt', '--unroll'], captions)
    expect(asked.out.match(/^[a-z ]+/gm)).toEqual(['one two', 'three', 'four five', 'six'])
    expect(asked.errors).toContain('8 lines became 4')
    expect((await cuelane(['convert', '-', '--to', 'srt'], captions)).out.match(/^[a-z ]+/gm)).toHaveLength(11)
    const others = await cuelane(['convert', '-', '--to', 'srt', '--unroll'], SRT)
    expect(others).toMatchObject({ out: SRT, code: 0 })
    expect(others.errors).toContain('no roll-up captions')
  })

  test('to a file by its extension, never over another without being asked', async () => {
    expect((await cuelane(['convert', 'a.srt', '-o', 'out.ass'])).code).toBe(0)
    expect(text('out.ass')).toContain('{\\i1}One')
    expect((await cuelane(['convert', 'a.srt'])).errors).toContain('--to')
    expect(text('a.srt')).toBe(SRT)
  })

  test('folders and patterns into a folder, with their places in it; temporary files are gone', async () => {
    const { code, errors } = await cuelane(['convert', 'sub', 'a.*', '--to', 'ttml', '-o', 'made'])
    expect([code, errors.split('\n').filter((line) => line.startsWith('wrote')).length]).toEqual([0, 3])
    expect(readdirSync(path('made'), { recursive: true }).sort()).toEqual(['a.ttml', 'b.ttml', 'deep', 'deep/c.ttml'])
  })

  test('to JSON in milliseconds, with the problems of reading', async () => {
    const { out, code } = await cuelane(['convert', '-', '--to', 'json'], `advert\n${SRT}`)
    expect([code, JSON.parse(out)]).toMatchObject([
      0,
      {
        format: 'srt',
        encoding: 'utf-8',
        cues: [
          { start: 1000, end: 2000, text: '<i>One</i>' },
          { start: 3000, end: 4000, text: 'Two' },
        ],
        problems: [{ line: 1, kind: 'text_outside_cue', text: 'advert' }],
      },
    ])
  })

  test('says what the format can not hold', async () => {
    const { errors } = await cuelane(
      ['convert', '-', '--to', 'srt'],
      'WEBVTT\n\n00:01.000 --> 00:02.000\n<v Ann>Hi</v>',
    )
    expect(errors).toContain('can’t hold: Speaker names (1 line, first 1)')
  })
})

test('a large file is converted and counted part by part, from standard input too', async () => {
  const count = 120_000
  const time = (at: number): string => `${new Date(at * 1000).toISOString().slice(11, 19)},000`
  const lines = Array.from(
    { length: count },
    (_, at) =>
      `${at + 1}\r\n${time(at % 80_000)} --> ${time((at % 80_000) + 1)}\r\nLine with a number ${at}, which is here to take room\r\n\r\n`,
  )
  writeFileSync(path('large.srt'), `advert\r\n${lines.join('')}`)
  const { code, errors } = await cuelane(['convert', 'large.srt', '-o', 'large.vtt'])
  expect([code, errors]).toEqual([0, expect.stringContaining('line 1')])
  const vtt = text('large.vtt')
  expect(vtt.match(/-->/g)).toHaveLength(count)
  expect(vtt.match(/WEBVTT/g)).toHaveLength(1)
  const back = await cuelane(['convert', '-', '--to', 'srt', '-o', 'back.srt'], vtt)
  expect([back.code, text('back.srt') === lines.join('')]).toEqual([0, true])
  expect(JSON.parse((await cuelane(['info', 'large.srt', '--json'])).out)).toMatchObject({ cues: count, problems: 1 })
})

describe('changing files', () => {
  test('shift writes to standard output, or in place when asked', async () => {
    expect((await cuelane(['shift', 'a.srt', '--ms', '1000', '--until', '2.5'])).out).toBe(SHIFTED)
    expect(text('a.srt')).toBe(SRT)
    chmodSync(path('a.srt'), 0o640)
    symlinkSync('a.srt', path('link.srt'))
    expect((await cuelane(['shift', 'link.srt', '--ms', '1000', '--until', '2.5', '--in-place'])).code).toBe(0)
    expect([text('a.srt'), statSync(path('a.srt')).mode & 0o777]).toEqual([SHIFTED, 0o640])
    expect(readdirSync(folder).filter((name) => name.includes('tmp'))).toEqual([])
  })

  test('shift moves all files or none, and names the line at fault', async () => {
    const { code, errors } = await cuelane(['shift', 'sub', 'a.srt', '--ms', '-1001', '--in-place'])
    expect([code, errors]).toEqual([1, expect.stringContaining('Line 1 would start before zero (-00:00:00,001)')])
    expect([text('a.srt'), text('sub/deep/c.srt'), text('sub/b.vtt')]).toEqual([
      SRT,
      SRT,
      expect.stringContaining('00:05'),
    ])
  })

  test('a dry run writes nothing', async () => {
    const { errors } = await cuelane(['shift', 'a.srt', '--ms', '10', '--in-place', '--dry-run'])
    expect([errors, text('a.srt')]).toEqual([expect.stringContaining('would write a.srt'), SRT])
  })

  test('several files need a place to go', async () => {
    const { code, errors } = await cuelane(['shift', 'a.srt', 'sub', '--ms', '10'])
    expect([code, errors]).toEqual([3, expect.stringContaining('--in-place')])
  })

  test('sync by two points, and by frame rate', async () => {
    const points = await cuelane(['sync', 'a.srt', '--first', '1=2', '--second', '00:00:03,000=00:00:06,000'])
    expect(points.out).toContain('00:00:06,000 --> 00:00:08,000')
    const rate = await cuelane(['sync', 'a.srt', '--fps', '25', '--fps-to', '23.976'])
    expect(rate.out).toContain('00:00:01,043 --> 00:00:02,085')
    expect((await cuelane(['sync', 'a.srt'])).code).toBe(3)
  })

  test('split-long cuts, keeps what else the file says', async () => {
    const { out } = await cuelane(['split-long', 'sub/b.vtt', '--max-chars', '3'])
    expect(out).toContain('NOTE kept')
    const long = await cuelane(
      ['split-long', '-', '--max-chars', '8'],
      '1\n00:00:01,000 --> 00:00:03,000\naaaa bbbb cccc\n',
    )
    expect(long.errors).toContain('1 line added')
  })

  test('overlaps are separated where both lines stay readable', async () => {
    const source =
      '1\n00:00:00,000 --> 00:00:02,000\nOne\n\n2\n00:00:01,500 --> 00:00:03,000\nTwo\n\n' +
      '3\n00:00:05,000 --> 00:00:05,600\nabcdefghijklmno\n\n4\n00:00:05,100 --> 00:00:05,700\nabcdefghijklmno\n'
    const { out, errors, code } = await cuelane(['overlaps', '-'], source)
    expect(out).toContain('00:00:00,000 --> 00:00:01,499')
    expect([code, errors]).toEqual([0, expect.stringMatching(/1 line changed[^]*1 overlap left/)])
  })

  test('durations fit a reading speed, times snap to frames', async () => {
    const source = '1\n00:00:01,000 --> 00:00:01,100\nSeventeen letters\n'
    const fitted = await cuelane(['durations', '-', '--cps', '17'], source)
    expect(fitted.out).toContain('00:00:01,000 --> 00:00:02,000')
    const short = await cuelane(['durations', '-', '--shorten', '--min-ms', '500'], source.replace('01,100', '09,000'))
    expect(short.out).toContain('00:00:01,000 --> 00:00:02,000')
    expect((await cuelane(['durations', '-', '--cps', '0'], source)).code).toBe(3)
    const snapped = await cuelane(['snap', '-', '--rate', '25'], source.replace('01,100', '01,107'))
    expect([snapped.out, snapped.errors]).toEqual([
      expect.stringContaining('00:00:01,000 --> 00:00:01,120'),
      expect.stringContaining('1 line changed'),
    ])
    expect((await cuelane(['snap', '-'], source)).code).not.toBe(0)
  })

  test('fix repairs, and says what it left', async () => {
    const source = '1\n00:00:01,000 --> 00:00:09,500\nWell...\n\n2\n00:00:12,000 --> 00:00:14,000\nWe have 3 cats.\n'
    const { out, errors, code } = await cuelane(['fix', '-', '--profile', 'netflix', '--language', 'en'], source)
    expect(out).toContain('00:00:01,000 --> 00:00:08,000\r\nWell…')
    expect([code, errors]).toEqual([0, expect.stringContaining('2 fixed, 1 left')])
  })
})

describe('check', () => {
  const OVERLAP = '1\n00:00:01,000 --> 00:00:04,000\nOne\n\n2\n00:00:03,000 --> 00:00:05,000\n=1+1\n'
  test.each([
    ['nothing', SRT, [], 0],
    ['warnings', SRT.replaceAll('Two', 'w'.repeat(60)), [], 1],
    ['errors', OVERLAP, [], 2],
    ['nothing to read', 'just text', [], 3],
    ['only the rules named', OVERLAP, ['--rules', 'cps'], 0],
  ])('the exit code tells: %s', async (_, source, args, code) => {
    expect((await cuelane(['check', '-', ...args], source)).code).toBe(code)
  })

  test('tables for people, spreadsheets and programs', async () => {
    expect((await cuelane(['check', '-'], OVERLAP)).out).toBe(
      '-:2 00:00:03,000 error sequence_time_error: Starts 1000 ms before the previous subtitle ends · =1+1\n',
    )
    expect((await cuelane(['check', '-', '--csv'], OVERLAP)).out).toBe(
      'file,number,start,end,severity,rule,explanation,text\r\n\'-,2,"00:00:03,000","00:00:05,000",error,sequence_time_error,Starts 1000 ms before the previous subtitle ends,\'=1+1\r\n',
    )
    expect(JSON.parse((await cuelane(['check', '-', '--json'], OVERLAP)).out)).toMatchObject([
      { number: 2, severity: 'error' },
    ])
  })

  test.each(['--shot-changes', '--cuts'])('shot changes come from a file: %s', async (option) => {
    writeFileSync(path('cuts.txt'), '# video\n00:00:00,800\n10.5\n')
    const { out } = await cuelane(['check', 'a.srt', '--profile', 'netflix', option, 'cuts.txt', '--rules', 'shot_in'])
    expect(out).toContain('a.srt:1 00:00:01,000 warning shot_in')
  })
})

test('diff measures the words of a file against another one', async () => {
  writeFileSync(path('said.srt'), '1\n00:00:01,000 --> 00:00:02,000\nGood morning, <i>all</i> of you.\n')
  writeFileSync(
    path('heard.srt'),
    '1\n00:00:01,000 --> 00:00:01,500\nGood mourning\n\n2\n00:00:01,500 --> 00:00:02,000\nall of you\n',
  )
  const { code, out } = await cuelane(['diff', 'said.srt', 'heard.srt', '--metrics', '--profile', 'netflix'])
  expect([code, out.split('\n')]).toEqual([
    1,
    [
      '20.0 % of the words are wrong (1 of 5)',
      '33.3 % edits of words, breaks and times (SubER; below 20 is very good)',
      '16.7 % edits of breaks alone (TER-br)',
      '0.0 % of the lines are within the profile Netflix',
      '',
    ],
  ])
  const data = await cuelane(['diff', 'said.srt', 'heard.srt', '--metrics', '--json'])
  expect(JSON.parse(data.out)).toMatchObject({ words: 5, wrong: 1, wer: 0.2, suber: 1 / 3, breaks: 1 / 6 })
})

test('diff tells line by line', async () => {
  writeFileSync(path('b.srt'), SRT.replace('Two', 'Zwei'))
  const { code, out, errors } = await cuelane(['diff', 'a.srt', 'b.srt'])
  expect([code, out]).toEqual([1, '- 2 00:00:03,000 --> 00:00:04,000 Two\n+ 2 00:00:03,000 --> 00:00:04,000 Zwei\n'])
  expect(errors).toContain('0 added, 0 removed, 1 changed, 1 the same')
  expect((await cuelane(['diff', 'a.srt', 'sub/deep/c.srt'])).code).toBe(0)
  expect((await cuelane(['diff', 'a.srt', 'a.srt'])).code).toBe(0)
})

test('info tells the facts, for people and for programs', async () => {
  writeFileSync(path('none.srt'), '')
  expect(await cuelane(['info', 'none.srt'])).toMatchObject({
    code: 3,
    errors: 'none.srt: No subtitles could be read\n',
  })
  expect((await cuelane(['info', 'a.srt'])).out).toContain('lines: 2')
  expect(JSON.parse((await cuelane(['info', 'a.srt', '--json'])).out)).toMatchObject({
    format: 'srt',
    cues: 2,
    lastEnd: 4000,
  })
})

describe('a mistake is told in one line', () => {
  test.each([
    [['info', 'nope.srt'], 'File not found: nope.srt'],
    [['info', '*.nope'], 'No subtitle file found: *.nope'],
    [['info', 'a.srt', '--encoding', 'klingon'], 'Unknown encoding'],
    [['convert', 'a.srt', '--to', 'doc'], 'Unknown format'],
    [['check', 'a.srt', '--profile', 'x'], 'Unknown profile'],
    [['check', 'a.srt', '--rules', 'x'], 'Unknown rule'],
    [['shift', 'a.srt', '--ms', 'x'], 'Not a number: x'],
    [['shift', 'a.srt', '--ms', '1', '--from', 'x'], 'Not a time: x'],
    [['convert', 'a.srt', '-o', 'a.srt/x.vtt'], 'Could not write'],
  ])('%j', async (args, message) => {
    const { code, errors } = await cuelane(args)
    expect([code, errors.trim().split('\n').length, errors]).toEqual([3, 1, expect.stringContaining(message)])
  })

  test('in Chinese where the terminal is', async () => {
    expect((await cuelane(['info', 'nope.srt'], '', { LC_ALL: 'zh_CN.UTF-8' })).errors).toContain('文件不存在')
  })
})

describe('formats of broadcast', () => {
  test('EBU STL is bytes, and comes back', async () => {
    expect((await cuelane(['convert', 'a.srt', '-o', 'a.stl', '--language', 'en'])).code).toBe(0)
    expect(readFileSync(path('a.stl')).subarray(0, 11).toString()).toBe('850STL25.01')
    expect((await cuelane(['convert', 'a.stl', '--to', 'srt'])).out).toContain('<i>One</i>')
    expect((await cuelane(['shift', '--ms', '1000', 'a.stl', '--in-place'])).code).toBe(0)
    expect((await cuelane(['convert', 'a.stl', '--to', 'srt'])).out).toContain('00:00:02,000')
  })

  test('captions say what they lose', async () => {
    const { out, errors } = await cuelane(['convert', 'a.srt', '--to', 'scc'])
    expect([out.split('\n')[0], errors]).toEqual(['Scenarist_SCC V1.0', expect.stringContaining('whole frames')])
  })

  test('words with their times', async () => {
    const { out } = await cuelane(['convert', 'a.srt', '--to', 'words'])
    expect((JSON.parse(out) as { segments: unknown[] }).segments).toHaveLength(2)
  })
})

describe('sync to another version', () => {
  const lines = Array.from({ length: 60 }, (_, at) => {
    const start = 5000 + at * 9000 + ((at * at * 1237 + at * 331) % 7000)
    return { start, end: start + 1200 + ((at * 977) % 1500), text: `Line ${at}` }
  })
  const srt = (by: number): string =>
    JSON.stringify({ cues: lines.map(({ start, end, text }) => ({ start: start + by, end: end + by, text })) })

  test('finds how far away it is', async () => {
    writeFileSync(path('right.json'), srt(0))
    writeFileSync(path('late.json'), srt(61_000))
    const { code, out, errors } = await cuelane(['sync', '--to', 'right.json', 'late.json', '--output', 'out.vtt'])
    expect([code, out, errors]).toEqual([0, '', expect.stringContaining('-61.000')])
    expect(text('out.vtt')).toContain('00:00:05.000 -->')
  })

  test('says that there is no match', async () => {
    writeFileSync(path('right.json'), srt(0))
    expect(await cuelane(['sync', '--to', 'right.json', 'a.srt'])).toMatchObject({
      code: 1,
      out: '',
      errors: expect.stringContaining('no match'),
    })
  })

  test('says what sound it can not read', async () => {
    expect((await cuelane(['sync', '--audio', 'a.srt', 'a.srt'])).errors).toContain('No sound')
  })
})

test('a dub is planned by line', async () => {
  const { code, out } = await cuelane(['dub', 'plan', 'a.srt', '--duration', '10'])
  const lines = JSON.parse(out) as { start: number; rate: number; verdict: string }[]
  expect([code, lines.map(({ start, rate, verdict }) => [start, rate, verdict])]).toEqual([
    0,
    [
      [1000, 1, 'fits'],
      [3000, 1, 'fits'],
    ],
  ])
  writeFileSync(path('long.srt'), `1\n00:00:01,000 --> 00:00:01,400\n${'Far too long for this. '.repeat(9)}\n`)
  expect((await cuelane(['dub', 'plan', 'long.srt', '--duration', '3'])).code).toBe(1)
  expect((await cuelane(['dub', 'plan', 'a.srt', '--language', 'xx'])).code).toBe(3)
  expect((await cuelane(['dub', 'speak', 'id', '--voice', 'a/b'])).code).toBe(3)
})

describe('in a shell', () => {
  test.each(['bash', 'zsh', 'fish'])('%s completes commands and options', async (shell) => {
    const { out } = await cuelane(['completion', shell])
    for (const word of ['convert', 'sync', 'audio', 'in-place']) expect(out).toContain(word)
  })

  test('bash is told what may stand behind an option', async () => {
    const { out } = await cuelane(['completion', 'bash'])
    const values = (words: string): string =>
      execFileSync('bash', [
        '-c',
        `${out}\nCOMP_WORDS=(${words}) COMP_CWORD=$(( \${#COMP_WORDS[@]} - 1 ))\n_cuelane\necho "\${COMPREPLY[*]}"`,
      ])
        .toString()
        .trim()
    expect(values('cuelane convert --to s')).toBe('srt ssa stl scc sub sbv smi')
    expect(values('cuelane check --profile bb')).toBe('bbc bbc-vertical')
    expect(values('cuelane sync --to s')).not.toContain('srt ssa')
    expect(values('cuelane loc')).toBe('localise')
    expect(values('cuelane localise film.mp4 --du')).toBe('--dub')
  })

  test('another shell is refused', async () => expect((await cuelane(['completion', 'tcsh'])).code).toBe(3))

  test('files that change are read again', async () => {
    const child = execFile(process.execPath, [program, 'convert', 'a.srt', '-o', 'w.vtt', '--watch'], { cwd: folder })
    const errors = new Promise<void>((resolve) => {
      child.stderr!.on('data', (line: string) => line.includes('watching') && resolve())
    })
    await errors
    const again = new Promise<void>((resolve) => {
      child.stderr!.on('data', (line: string) => line.includes('w.vtt') && resolve())
    })
    writeFileSync(path('a.srt'), SRT.replace('Two', 'Changed'))
    await again
    const gone = new Promise((resolve) => child.on('close', resolve))
    child.kill('SIGTERM')
    await gone
    expect(text('w.vtt')).toContain('Changed')
  })
})
