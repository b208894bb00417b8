/** Builds `packages/core` for other programs: modules and types. `--try` packs it and uses it in a new project. */
import { execFileSync } from 'node:child_process'
import { cpSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { build } from 'vite'

const root = join(import.meta.dirname, '..')
const folder = join(root, 'packages', 'core')
const built = join(folder, 'built')
const tsc = join(root, 'node_modules', 'typescript', 'bin', 'tsc')
const entries = ['subtitle', 'timing', 'checks']

async function buildPackage() {
  rmSync(built, { recursive: true, force: true })
  await build({
    root: folder,
    configFile: false,
    logLevel: 'error',
    publicDir: false,
    ssr: { noExternal: true, target: 'webworker' },
    build: {
      ssr: true,
      outDir: built,
      target: 'es2024',
      minify: false,
      rollupOptions: {
        input: Object.fromEntries(entries.map((name) => [name, join(folder, `${name}.ts`)])),
        output: { entryFileNames: '[name].js', chunkFileNames: 'parts/[name]-[hash].js' },
      },
    },
  })
  execFileSync(process.execPath, [tsc, '-p', folder], { stdio: 'inherit' })
  for (const name of readdirSync(join(built, 'types'), { recursive: true })) {
    if (!name.endsWith('.d.ts')) continue
    const path = join(built, 'types', name)
    // Other projects need not allow imports that end in `.ts`.
    writeFileSync(path, readFileSync(path, 'utf8').replace(/(from\s+|import\()(['"])(\.[^'"]+)\.ts\2/g, '$1$2$3.js$2'))
  }
  cpSync(join(root, 'LICENSE'), join(built, 'LICENSE'))
}

const PROGRAM = `import { fileBytes, makeCue, readSubtitleBytes, sequentialIds, writeSubtitle, type Cue, cueList } from '@cuelane/core/subtitle'
import { defaultRules, matchTimes, planShift } from '@cuelane/core/timing'
import { checkAll, limitsOf, profiles } from '@cuelane/core/checks'

const cues: readonly Cue[] = [makeCue('a', 1000, 2000, '<i>Hello</i>'), makeCue('b', 2010, 2100, 'there')]
const { text, losses } = writeSubtitle(cues, 'stl', { language: 'en' })
const back = await readSubtitleBytes(fileBytes(text, 'stl'), sequentialIds('c'))
const [plan] = planShift([{ key: 'a', list: cueList(cues), rules: defaultRules }], { kind: 'all' }, 500)
const findings = checkAll(cues, limitsOf(profiles.netflix, { language: 'en' }))
if (back.format !== 'stl' || back.cues.length !== 2 || losses.length === 0) throw new Error('subtitle')
if (plan?.moved !== 2 || matchTimes(cues, cues) !== undefined) throw new Error('timing')
if (findings.size === 0) throw new Error('checks')
console.log('subtitle, timing and checks work')
`

/** As users get it: from the packed file, with types, without a network. */
function tryPackage() {
  const project = mkdtempSync(join(tmpdir(), 'cuelane-package-'))
  const run = (program, args, cwd) =>
    execFileSync(program, args, { cwd, encoding: 'utf8', stdio: ['ignore', 'pipe', 'inherit'] })
  const [packed] = JSON.parse(run('npm', ['pack', '--json', '--pack-destination', project], folder))
  writeFileSync(join(project, 'package.json'), JSON.stringify({ name: 'try', private: true, type: 'module' }))
  run('npm', ['install', '--offline', '--no-audit', '--no-fund', join(project, packed.filename)], project)
  writeFileSync(join(project, 'try.ts'), PROGRAM)
  const options = {
    strict: true,
    module: 'nodenext',
    target: 'es2024',
    lib: ['es2024', 'dom'],
    types: [],
    outDir: 'out',
  }
  writeFileSync(join(project, 'tsconfig.json'), JSON.stringify({ compilerOptions: options, files: ['try.ts'] }))
  run(process.execPath, [tsc, '-p', project], project)
  console.log(run(process.execPath, [join(project, 'out', 'try.js')], project).trim())
  console.log(`${packed.filename}: ${Math.round(packed.size / 1000)} kB packed, ${packed.files.length} files`)
  rmSync(project, { recursive: true })
}

await buildPackage()
if (process.argv.includes('--try')) tryPackage()
