import type { Area, Tell } from './rows.ts'
import type { Target } from './target.ts'
import { srt } from './things.ts'

/** Patterns with catastrophic backtracking on a line of forty letters. */
const runaway = [
  '^(a+)+$',
  '^(a|aa)+$',
  '^(a|a)*b',
  '(.*a){25}b',
  '(a*)*b',
  '^(([a-z])+.)+[A-Z]$',
  '(x+x+)+y',
  '(?=(a+)+b)',
]
/** Invalid patterns. */
const broken = ['(', '[', '(?<a>x)\\k<b>', 'a{2,1}', '\\', '(?<', '*']
const text = `${'a'.repeat(40)}!`

async function attackPatterns(target: Target, tell: Tell): Promise<void> {
  const [owner, other] = [await target.person(), await target.person()]
  const { folder_id } = await owner.ok('addFolder', { folder_name: 'patterns' })
  const version = { folder_id, name: 'v', language: 'en', content: srt(text, text, text) } as const
  const { file_id, revision } = await owner.ok('addVersion', version)
  const replace = (pattern: string) => ({ kind: 'replace', text: pattern, is_pattern: true }) as const
  for (const pattern of runaway) {
    const began = owner.call('planOperation', { folder_id, operation: replace(pattern) })
    const first = await Promise.race([
      began.then(() => 'the pattern'),
      other.ok('addFolder', { folder_name: 'x' }).then(() => 'others'),
    ])
    const { code, status } = await began
    const isEnded = status < 500 && code !== 1003
    const outcome = `${isEnded ? 'ended' : `${status} ${code}`}, ${first === 'others' || code === 0 ? 'others first' : 'others waited'}`
    tell(`planning ${pattern} on a line of ${text.length} letters`, 'ended, others first', outcome)
  }
  const [pattern = ''] = runaway
  const input = {
    folder_id,
    operation: replace(pattern),
    versions: [{ file_id, revision }],
    idempotency_key: 'run away',
  }
  const ran = await owner.call('runOperation', input)
  tell(`making ${pattern}`, '1001', String(ran.code))
  for (const pattern of broken) {
    const { code } = await owner.call('planOperation', { folder_id, operation: replace(pattern) })
    tell(`planning ${pattern}, which is no pattern`, '1001', String(code))
  }
  for (const search of ['%'.repeat(200), '_'.repeat(200), '\\'.repeat(199), "'; drop table folder; --", 'a\\'])
    tell(`a search for ${search.slice(0, 24)}`, '0 files', await found(search))
  async function found(search: string): Promise<string> {
    const { code, data } = await owner.call('listFiles', { folder_id, search })
    return code === 0 ? `${data.total} files` : String(code)
  }
  const { subtitle_txt } = await owner.ok('getVersion', { file_id })
  tell(
    'the lines after all of it',
    'as they were',
    subtitle_txt.every((cue) => cue.text === text) ? 'as they were' : 'changed',
  )
}

export const patterns: Area<Target> = { name: 'patterns', attack: attackPatterns }
