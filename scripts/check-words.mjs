/** Checks the words of comments and names: docs/principles.md, 7. `node scripts/check-words.mjs [FOLDER…]` checks only those. */
import { execFileSync } from 'node:child_process'
import { existsSync, readFileSync } from 'node:fs'
import { join } from 'node:path'
import { parseSync, visitorKeys } from 'oxc-parser'

const root = join(import.meta.dirname, '..')

const MOST_LINES = 2

/** What a comment must not say, and what it says instead. Code in backticks is not read. */
const WORDS = [
  [/\bwho(?:m|so)?ever\b/i, 'name who acts: the code or the user'],
  [/\b(?:some|any|no|every)body\b|\bsomeone\b/i, 'name who acts: the code or the user'],
  [/\banew\b/i, 'again'],
  [/\b(?:told|tells?|hears?)\b/i, 'report, notify, receive, distinguish'],
  [/\bfilm(?:s|ed)?\b/i, 'video'],
  [/\bdesk\b/i, 'staff'],
  [
    /\b(?:un)?settl(?:e[sd]?|ing)\b/i,
    'finish, save, idle: settling is the ledger’s',
    /credits|ledger|payments|contract\/reading|review\/readings/,
  ],
  [/\berrands?\b/i, 'background job'],
  [/\bwish(?:es)?\b/i, 'request'],
  [/\bat (?:a )?rest\b/i, 'idle'],
  [/\bcosts? itself\b/i, 'is skipped'],
  [/\bgo(?:es)? along\b/i, 'moves with, is kept'],
  [/\bby (?:it|them)sel(?:f|ves)\b/i, 'alone, separately, automatically'],
  [/\ban? (?:[\w-]+ )?[\w-]+ of (?:its|their|his|her|our|one[’']s) own\b/i, 'a separate …, its …'],
]

/** Parts of names that have a plain word, with the names on the wire, in the database and of libraries that stay. */
const NAMES = /(?:^|[a-z_])(?:settle|told|errand|film|wish|desk|whoever|anew)(?:[A-Z_sdr]|$)/i
const KEPT_NAMES = new Set([
  'allSettled',
  'Film',
  'getDesk',
  'isSettled',
  'is_settled',
  'markSettled',
  'settleCredits',
  'settle',
  'settled',
  'settled_at',
  'settleReadings',
  // src/editor imports it by this name.
  'SpectrumWish',
])
const isKeptName = (name) => KEPT_NAMES.has(name) || /filmstrip|desktop/i.test(name)

const DIRECTIVE = /^[\s*]*(?:oxlint|c8|@ts-|@vite|@__PURE__|# sourceMappingURL|\/ <reference)/

const wanted = process.argv.slice(2).map((folder) => folder.replace(/\/+$/, ''))
const isBelow = (path, folders) => folders.some((each) => path === each || path.startsWith(`${each}/`))
const paths = execFileSync('git', ['ls-files', '--cached', '--others', '--exclude-standard'], {
  cwd: root,
  encoding: 'utf8',
  maxBuffer: 64 * 1024 ** 2,
})
  .split('\n')
  .filter((path) => /\.(?:ts|tsx|mjs|css)$/.test(path) && existsSync(join(root, path)))
  .filter((path) => wanted.length === 0 || isBelow(path, wanted))

const faults = paths.filter((path) => path !== 'scripts/check-words.mjs').flatMap(faultsOf)
for (const fault of faults) console.error(fault)
console.log(
  faults.length ? `${faults.length} comments or names to reword` : `Words of ${paths.length} files are plain.`,
)
process.exit(faults.length ? 1 : 0)

function faultsOf(path) {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments } = path.endsWith('.css') ? { comments: cssComments(text) } : parse(path, text)
  const at = (offset) => `${path}:${text.slice(0, offset).split('\n').length}`
  const faults = grouped(comments, text).flatMap(({ start, lines }) =>
    faultsOfComment(lines, path).map((fault) => `${at(start)} ${fault}`),
  )
  if (program) {
    for (const { name, start } of namesIn(program)) {
      if (NAMES.test(name) && !isKeptName(name)) faults.push(`${at(start)} the name ${name} has a plain word`)
    }
  }
  return faults
}

function parse(path, text) {
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length) throw new Error(`${path}: ${errors[0].message}`)
  return { program, comments }
}

function cssComments(text) {
  return [...text.matchAll(/\/\*[\s\S]*?\*\//g)].map(({ 0: found, index }) => ({
    type: 'Block',
    start: index,
    end: index + found.length,
    value: found.slice(2, -2),
  }))
}

/** Comments with their lines of text; consecutive `//` lines are one comment. */
function grouped(comments, text) {
  const groups = []
  for (const { type, start, end, value } of comments) {
    if (DIRECTIVE.test(value) || value.startsWith('!/')) continue
    const last = groups.at(-1)
    const isAlone = /^\s*$/.test(text.slice(text.lastIndexOf('\n', start - 1) + 1, start))
    const lines = value.split('\n').map((line) => line.replace(/^\s*\*+/, '').trim())
    const filled = lines.filter((line) => line !== '')
    if (type === 'Line' && isAlone && last?.isLine && /^\n[ \t]*$/.test(text.slice(last.end, start))) {
      last.lines.push(...filled)
      last.end = end
    } else groups.push({ start, end, isLine: type === 'Line' && isAlone, lines: filled })
  }
  return groups
}

function faultsOfComment(lines, path) {
  const prose = lines.filter((line) => !line.startsWith('@'))
  const plain = prose.join(' ').replace(/`[^`]*`/g, '')
  const faults = WORDS.filter(([word, , allowed]) => word.test(plain) && !allowed?.test(path)).map(
    ([word, instead]) => `“${word.exec(plain)[0]}”: ${instead}`,
  )
  if (prose.length > MOST_LINES) faults.push(`a comment of ${prose.length} lines: at most ${MOST_LINES}`)
  return faults
}

/** Names that a file declares or uses, each place of them. */
function namesIn(node, found = []) {
  if (node.type === 'Identifier' || node.type === 'JSXIdentifier') found.push(node)
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) if (child) namesIn(child, found)
  }
  return found
}
