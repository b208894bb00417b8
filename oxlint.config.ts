import { readdirSync } from 'node:fs'
import { posix } from 'node:path'
import { defineConfig } from 'oxlint'
import { doors } from './scripts/doors.ts'
import { mayImport } from './scripts/may-import.ts'

const tops = ['core', 'src', 'workers', 'wasm', 'server', 'client', 'cli']
const folders = tops.flatMap((top) => [
  top,
  ...readdirSync(top, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map((entry) => posix.join(entry.parentPath, entry.name)),
])
const families = folders.filter((folder) => /^src\/pages\/[^/]+$/.test(folder))

/** Exceptions that stay forbidden. */
const never = [
  {
    from: 'server/app',
    to: folders.filter((folder) => /^server\/engines\/[^/]+$/.test(folder)),
    why: 'an engine comes from the registry: server/engines/registry.ts',
  },
  {
    from: 'server/app',
    to: ['server/store/disk-blobs.ts', 'server/store/s3-blobs.ts'],
    why: 'files are reached through server/store/blobs.ts',
  },
  ...families.map((from) => ({
    from,
    to: families.filter((family) => family !== from),
    why: 'a family of pages does not know another one',
  })),
]

/** Packages and Node modules that a folder must not import. */
const foreign = [
  { from: 'core', packages: 'node:|react|pixi|valtio|fastify|kysely|@', why: 'core is pure: no runtime, no framework' },
  { from: 'workers', packages: 'node:|react|pixi|valtio', why: 'workers know neither the page nor Node' },
  { from: 'src', packages: 'node:', why: 'the browser has no Node' },
  {
    from: 'src/editor/model/document',
    packages: 'react|pixi|@pixi|valtio',
    why: "the editor's document is pure",
  },
  { from: 'src/editor/model', packages: 'react|pixi|@pixi', why: "the editor's model draws nothing" },
  {
    from: 'src/editor/timeline',
    packages: 'react|valtio',
    why: 'the scene knows neither React nor valtio',
  },
  {
    from: 'client',
    packages: 'node:|react|pixi|zod|fastify',
    why: 'the client runs in browsers too, and needs no package',
  },
  { from: 'cli', packages: 'react|pixi|fastify|kysely', why: 'the command imports core and the catalogues' },
  { from: 'server', packages: 'react|pixi', why: 'the server draws nothing' },
]

/** Packages that one folder alone imports, for all folders around it. */
const toolkits = [
  { from: 'src', door: 'src/ui', packages: '@blueprintjs/', why: 'parts of the toolkit come from src/ui' },
]

const NO_SECURE_CONTEXT = 'It needs a secure context, which intranets may lack: randomId of src/api/random-id.ts'
const NO_WAITING =
  'a test waits for what it needs, not for a time: a state (expect, expect.poll), an event, or painted and passFrames of e2e/pages/painted.ts'

const isWithin = (path: string, folder: string) => path === folder || path.startsWith(`${folder}/`)

function ownerOf(folder: string) {
  const owners = Object.keys(mayImport).filter((owner) => isWithin(folder, owner))
  return owners.reduce((longest, owner) => (owner.length > longest.length ? owner : longest))
}

function isAllowed(owner: string, target: string) {
  const isListed = (entry: string) => (entry.endsWith('/*') ? target === entry.slice(0, -2) : isWithin(target, entry))
  return isWithin(target, owner) || (mayImport[owner] ?? []).some(isListed)
}

/** The form of an import of `target` in `folder`: relative, or by # name. */
function written(folder: string, target: string) {
  const relative = posix.relative(folder, target)
  const both = [`#${target}`, relative.startsWith('.') ? relative : `./${relative}`]
  return both.map((text) => text.replaceAll('.', String.raw`\.`)).join('|')
}

/** All other files of such a folder. */
function behindEntry(folder: string, entry: (typeof doors)[number]) {
  const all = readdirSync(entry.folder, { recursive: true, withFileTypes: true })
    .filter((file) => file.isFile())
    .map((file) => posix.relative(entry.folder, posix.join(file.parentPath, file.name)))
  const hidden = all.filter((file) => !entry.files.includes(file)).map((file) => file.replaceAll('.', String.raw`\.`))
  return {
    regex: `^(?:${written(folder, entry.folder)})/(?:${hidden.join('|')})$`,
    message: `${entry.folder} is imported through ${entry.files.join(' or ')}`,
  }
}

/** A rule replaces inherited ones, so each folder gets all its restrictions. */
function fence(folder: string, files: string) {
  const owner = ownerOf(folder)
  const refused = folders.filter((other) => !isAllowed(owner, other))
  const others = ['tests', 'e2e', 'bench', 'scripts'].map((other) => written(folder, other))
  const names = (mayImport[owner] ?? []).join(', ') || 'nothing else'
  const patterns = [
    {
      regex: `^(?:(?:${refused.map((other) => written(folder, other)).join('|')})/[^/]+$|(?:${others.join('|')})/)`,
      message: `${owner} may import ${names}: see scripts/may-import.ts and docs/architecture.md`,
    },
    ...never
      .filter(({ from }) => isWithin(folder, from))
      .map(({ to, why }) => ({
        regex: `^(?:${to.map((target) => written(folder, target)).join('|')})(?:/|$)`,
        message: why,
      })),
    ...doors.filter((entry) => !isWithin(folder, entry.folder)).map((entry) => behindEntry(folder, entry)),
    ...foreign
      .filter(({ from }) => isWithin(folder, from) && (from !== 'src/editor/timeline' || files === '*.ts'))
      .map(({ packages, why }) => ({ regex: `^(?:${packages})`, message: why })),
    ...toolkits
      .filter(({ from, door }) => isWithin(folder, from) && !isWithin(folder, door))
      .map(({ packages, why }) => ({ regex: `^(?:${packages})`, message: why })),
  ]
  return { files: [`${folder}/${files}`], rules: { 'no-restricted-imports': ['error', { patterns }] as const } }
}

export default defineConfig({
  plugins: ['typescript', 'import', 'unicorn', 'react', 'oxc'],
  categories: { correctness: 'error', suspicious: 'error' },
  ignorePatterns: ['dist', '.cache', '.runtime'],
  rules: {
    'import/no-cycle': ['error', { ignoreTypes: false }],
    'import/no-default-export': 'error',
    'typescript/no-explicit-any': 'error',
    'typescript/no-floating-promises': 'error',
    'import/default': 'off',
    'import/no-named-as-default-member': 'off',
    'import/no-unassigned-import': 'off',
    'max-lines-per-function': 'off',
    'no-await-in-loop': 'off',
    'no-shadow': 'off',
    'no-underscore-dangle': 'off',
    'react/exhaustive-effect-dependencies': 'off',
    'react/immutability': 'off',
    'react/incompatible-library': 'off',
    'react/memo-dependencies': 'off',
    'react/react-in-jsx-scope': 'off',
    'typescript/consistent-return': 'off',
    'typescript/no-base-to-string': 'off',
    'typescript/no-misused-spread': 'off',
    'typescript/no-unnecessary-type-parameters': 'off',
    'typescript/no-unsafe-enum-assignment': 'off',
    'typescript/no-unsafe-type-assertion': 'off',
    'typescript/require-array-sort-compare': 'off',
    'typescript/restrict-template-expressions': 'off',
    'typescript/switch-exhaustiveness-check': 'off',
    'unicorn/consistent-function-scoping': 'off',
    'unicorn/no-array-reverse': 'off',
    'unicorn/no-array-sort': 'off',
    'unicorn/no-useless-spread': 'off',
    'unicorn/prefer-add-event-listener': 'off',
    'unicorn/require-module-specifiers': 'off',
    'unicorn/require-post-message-target-origin': 'off',
  },
  overrides: [
    ...folders.flatMap((folder) => [fence(folder, '*.ts'), fence(folder, '*.tsx')]),
    { files: ['*.config.ts', 'e2e/*.config.ts'], rules: { 'import/no-default-export': 'off' } },
    { files: ['e2e/**'], rules: { 'no-empty-pattern': 'off' } },
    {
      files: ['src/**'],
      rules: {
        'no-restricted-properties': ['error', { object: 'crypto', property: 'randomUUID', message: NO_SECURE_CONTEXT }],
      },
    },
    {
      files: ['{e2e,tests}/**'],
      rules: { 'no-restricted-properties': ['error', { property: 'waitForTimeout', message: NO_WAITING }] },
    },
  ],
})
