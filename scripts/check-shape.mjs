/**
 * Checks the shape of the production code: doc comments, non-null assertions, long functions, cycles, imports up. `node
 * scripts/check-shape.mjs [FOLDER…] [--top N]` reports only those folders and lists offenders.
 */
import { readFileSync, readdirSync } from 'node:fs'
import { dirname, join, relative } from 'node:path'
import { parseSync, visitorKeys } from 'oxc-parser'
import { mayImport } from './may-import.ts'

const root = join(import.meta.dirname, '..')
const FOLDERS = ['core', 'src', 'workers', 'wasm', 'server', 'client', 'cli']
const LONG_LINES = 80
/** Upper limits. Counts, except `undocumented`: the share of exported functions and classes, in percent. */
const LIMITS = {
  undocumented: 10,
  nonNull: 100,
  longFunctions: 0,
  cycles: 0,
  roomCycles: 0,
  upward: 0,
  any: 0,
  defaultExports: 0,
  disables: 3,
  spread: 100,
}

const options = process.argv.slice(2)
const topAt = options.indexOf('--top')
const top = topAt < 0 ? undefined : Number(options.splice(topAt, 2)[1] ?? 20)
const wanted = options.map((folder) => folder.replace(/\/+$/, ''))
const isWanted = (path) => wanted.length === 0 || wanted.some((each) => path === each || path.startsWith(`${each}/`))

const files = FOLDERS.flatMap((folder) => sources(folder)).map(measure)
report(
  files.filter(({ path }) => isWanted(path)),
  findCycles(files.map(({ path, imports }) => ({ path, targets: imports }))).filter((cycle) => cycle.some(isWanted)),
)

function sources(folder) {
  return readdirSync(join(root, folder), { recursive: true })
    .map((name) => join(folder, name))
    .filter((path) => /\.tsx?$/.test(path) && !path.endsWith('.d.ts'))
    .sort()
}

function measure(path) {
  const text = readFileSync(join(root, path), 'utf8')
  const { program, comments, errors } = parseSync(path, text)
  if (errors.length) throw new Error(`${path}: ${errors[0].message}`)
  const lineOf = lineCounter(text)
  const found = {
    path,
    exports: 0,
    functions: [],
    undocumented: [],
    nonNull: [],
    any: [],
    defaultExports: [],
    spread: [],
    imports: [],
  }
  const at = (node, name) => `${path}:${lineOf(node.start)}${name ? ` ${name}` : ''}`
  for (const node of program.body) {
    if (node.type === 'ExportDefaultDeclaration') found.defaultExports.push(at(node))
    if (node.type === 'ExportNamedDeclaration' && isCallable(node.declaration)) {
      found.exports += 1
      if (!isDocumented(text, firstOverload(node, program), comments))
        found.undocumented.push(at(node, declaredName(node.declaration)))
    }
  }
  walk(program, undefined, (node, parent) => {
    // Static imports, exports from a file, and import().
    if (typeof node.source?.value === 'string') found.imports.push(resolve(path, node.source.value))
    if (node.type === 'TSNonNullExpression') found.nonNull.push(at(node))
    if (node.type === 'CallExpression' && spreadsList(node)) found.spread.push(at(node))
    if (node.type === 'TSAnyKeyword') found.any.push(at(node))
    if (node.body && /^(?:Function|Arrow)/.test(node.type)) {
      const lines = lineOf(node.end) - lineOf(node.start) + 1
      found.functions.push({ lines, where: `${at(node)} ${functionName(node, parent)}` })
    }
  })
  found.disables = comments
    .filter(({ value }) => /(?:oxlint|eslint)-disable|@ts-(?:ignore|expect-error|nocheck)/.test(value))
    .map((comment) => at(comment))
  return found
}

function walk(node, parent, visit) {
  visit(node, parent)
  for (const key of visitorKeys[node.type] ?? []) {
    for (const child of [node[key]].flat()) if (child) walk(child, node, visit)
  }
}

/** Functions and classes need documentation; types and constants often do not. */
function isCallable(declaration) {
  if (declaration?.type !== 'VariableDeclaration') return /^(?:Function|Class)Declaration$/.test(declaration?.type)
  return declaration.declarations.some(({ init }) => /^(?:Arrow)?FunctionExpression$/.test(init?.type))
}

/** The comment of an overloaded function stands before its first signature. */
function firstOverload(node, program) {
  const { id } = node.declaration
  const isSame = ({ type, declaration }) =>
    type === 'ExportNamedDeclaration' && declaration?.type === 'TSDeclareFunction' && declaration.id.name === id?.name
  return program.body.find(isSame) ?? node
}

/** A block comment directly before the declaration. */
function isDocumented(text, node, comments) {
  return comments.some(
    ({ end, type }) => type === 'Block' && end <= node.start && /^\s*$/.test(text.slice(end, node.start)),
  )
}

/** Whether a call spreads a list onto the stack, which ends at some ten thousand entries: `addAll`, `leastOf` do not. */
function spreadsList({ callee, arguments: args }) {
  const name = callee.type === 'MemberExpression' ? callee.property.name : ''
  return /^(?:push|unshift|min|max)$/.test(name) && args.some(({ type }) => type === 'SpreadElement')
}

function declaredName(declaration) {
  return declaration.id?.name ?? declaration.declarations?.map(({ id }) => id.name ?? '{…}').join(', ') ?? ''
}

function functionName(node, parent) {
  const name = node.id ?? parent?.id ?? parent?.key
  return (
    name?.name ?? name?.value ?? (parent?.type === 'CallExpression' ? `in ${parent.callee.name ?? 'a call'}(…)` : '')
  )
}

function lineCounter(text) {
  const starts = [0]
  for (let index = text.indexOf('\n'); index >= 0; index = text.indexOf('\n', index + 1)) starts.push(index + 1)
  return (offset) => {
    let [low, high] = [0, starts.length]
    while (high - low > 1) {
      const middle = (low + high) >> 1
      if (starts[middle] <= offset) low = middle
      else high = middle
    }
    return low + 1
  }
}

/** Groups of files with circular imports, types included (Tarjan's strongly connected components). */
function findCycles(all) {
  const byPath = new Map(all.map((node) => [node.path, node]))
  const targets = (node) => node.targets.filter((path) => byPath.has(path))
  const [order, low, stack, cycles] = [new Map(), new Map(), [], []]
  const visit = (path) => {
    order.set(path, order.size)
    low.set(path, order.get(path))
    stack.push(path)
    for (const target of targets(byPath.get(path))) {
      if (!order.has(target)) visit(target)
      if (stack.includes(target)) low.set(path, Math.min(low.get(path), low.get(target)))
    }
    if (low.get(path) !== order.get(path)) return
    const group = stack.splice(stack.indexOf(path))
    if (group.length > 1) cycles.push(group)
  }
  for (const path of byPath.keys()) if (!order.has(path)) visit(path)
  return cycles
}

/** The listed folder that a file belongs to. */
function roomOf(path) {
  for (let folder = dirname(path); folder !== '.'; folder = dirname(folder)) if (mayImport[folder]) return folder
  return dirname(path)
}

/** Imports, those by import() too, that the table of allowed imports refuses. */
function findUpward(all) {
  const isWithin = (path, folder) => path === folder || path.startsWith(`${folder}/`)
  const allows = (room, target) =>
    (mayImport[room] ?? []).some((each) =>
      each.endsWith('/*') ? dirname(target) === each.slice(0, -2) : isWithin(target, each),
    )
  const known = new Set(all.map(({ path }) => path))
  return all.flatMap(({ path, imports }) => {
    const room = roomOf(path)
    const isRefused = (target) => known.has(target) && !isWithin(target, room) && !allows(room, target)
    return [...new Set(imports)].filter(isRefused).map((target) => `${path} → ${target}`)
  })
}

/** Groups of the editor's rooms that import each other. */
function findRoomCycles(all) {
  const rooms = new Map()
  for (const { path, imports } of all.filter(({ path }) => path.startsWith('src/editor/'))) {
    const room = roomOf(path)
    const targets = imports.map(roomOf).filter((target) => target !== room)
    rooms.set(room, [...(rooms.get(room) ?? []), ...targets])
  }
  // A room within a room, as the document in the model, is one with it here.
  return findCycles([...rooms].map(([path, targets]) => ({ path, targets }))).filter(
    (cycle) => !cycle.every((room) => room.startsWith('src/editor/model')),
  )
}

function resolve(from, name) {
  if (name.startsWith('#')) return name.slice(1)
  return name.startsWith('.') ? relative(root, join(root, dirname(from), name)) : name
}

function report(measured, cycles) {
  const collect = (key) => measured.flatMap((file) => file[key])
  const functions = collect('functions').sort((a, b) => b.lines - a.lines)
  const long = functions.filter(({ lines }) => lines > LONG_LINES)
  const exports = measured.reduce((sum, file) => sum + file.exports, 0)
  const lists = {
    undocumented: collect('undocumented'),
    nonNull: collect('nonNull'),
    longFunctions: long.map(({ lines, where }) => `${where} (${lines} lines)`),
    cycles: cycles.map((cycle) => cycle.join(' → ')),
    roomCycles: findRoomCycles(measured).map((cycle) => cycle.join(' → ')),
    upward: findUpward(measured),
    any: collect('any'),
    defaultExports: collect('defaultExports'),
    disables: collect('disables'),
    spread: collect('spread'),
  }
  const percent = exports ? (100 * lists.undocumented.length) / exports : 0
  const rows = [
    ['undocumented', `exported functions, classes without a doc comment`, percent, ' %'],
    ['nonNull', 'non-null assertions (!)', lists.nonNull.length, ''],
    ['longFunctions', `functions over ${LONG_LINES} lines`, long.length, ''],
    ['cycles', 'cycles of imports, types and import() too', cycles.length, ''],
    ['roomCycles', 'rooms of the editor that import each other', lists.roomCycles.length, ''],
    ['upward', 'imports against the table of may-import.ts, import() too', lists.upward.length, ''],
    ['any', 'any', lists.any.length, ''],
    ['defaultExports', 'default exports', lists.defaultExports.length, ''],
    ['disables', 'rules disabled in place', lists.disables.length, ''],
    ['spread', 'lists spread into push, unshift, min or max', lists.spread.length, ''],
  ]
  const broken = rows.filter(
    ([key, , value]) => value > LIMITS[key] || (key === 'undocumented' && value >= LIMITS[key]),
  )
  console.log(`${measured.length} files, ${functions.length} functions; lines of a function: ${quantiles(functions)}`)
  for (const [key, label, value, unit] of rows) {
    const mark = broken.some(([each]) => each === key) ? '✗' : '✓'
    const count = key === 'undocumented' ? `${lists.undocumented.length} of ${exports} = ${value.toFixed(1)}` : value
    console.log(`${mark} ${label.padEnd(50)} ${`${count}${unit}`.padStart(18)}   limit ${LIMITS[key]}${unit}`)
  }
  const shown = top ?? (wanted.length ? Infinity : 10)
  if (top || wanted.length || broken.length) {
    for (const [key, label] of rows) {
      if (lists[key].length === 0 || (!top && !wanted.length && !broken.some(([each]) => each === key))) continue
      console.log(`\n${label}`)
      for (const line of lists[key].slice(0, shown)) console.log(`  ${line}`)
      if (lists[key].length > shown) console.log(`  … ${lists[key].length - shown} more`)
    }
    if (top || wanted.length) {
      console.log('\nlongest functions')
      for (const { lines, where } of functions.slice(0, Math.min(shown, 10))) console.log(`  ${lines} lines ${where}`)
    }
    if (top) perFolder(measured)
  }
  if (broken.length && wanted.length === 0) process.exit(1)
}

function quantiles(functions) {
  const sorted = functions.map(({ lines }) => lines).reverse()
  const at = (share) => sorted[Math.min(sorted.length - 1, Math.floor(share * sorted.length))] ?? 0
  return `median ${at(0.5)}, p90 ${at(0.9)}, p99 ${at(0.99)}, longest ${at(1)}`
}

/** Remaining offences: counts by folder of two levels. */
function perFolder(measured) {
  const folders = Map.groupBy(measured, ({ path }) => dirname(path).split('/').slice(0, 2).join('/'))
  console.log('\nfolder                 exports  undocumented    !')
  for (const [folder, list] of folders) {
    const count = (key) => list.reduce((sum, file) => sum + file[key].length, 0)
    const exports = list.reduce((sum, file) => sum + file.exports, 0)
    if (count('undocumented') + count('nonNull') === 0) continue
    const cells = [exports, count('undocumented'), count('nonNull')].map((value, index) =>
      `${value}`.padStart([8, 13, 5][index]),
    )
    console.log(`${folder.padEnd(21)} ${cells.join(' ')}`)
  }
}
