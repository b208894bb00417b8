/** Plants a violation of each fence between the layers and checks that its tool refuses it. */
import { spawnSync } from 'node:child_process'
import { rmSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'

const root = join(import.meta.dirname, '..')

const imports = (name, from) => `import { ${name} } from '${from}'\nexport const planted = ${name}`
const everyTool = ['tsc', 'oxlint', 'knip']
const lintOnly = ['oxlint', 'knip']

/**
 * Folder, forbidden text, and the tools that must refuse it. All are planted at once, except where one would hide
 * another.
 */
const plants = [
  ['core/domain', 'export const title = document.title', ['tsc', 'knip']],
  ['core/subtitle', imports('readFileSync', 'node:fs'), everyTool],
  ['core/subtitle/cue', imports('writeSubtitle', '../formats/file.ts'), lintOnly],
  ['core/timing', imports('wordsToCues', '../speech/lines.ts'), lintOnly],
  ['core/checks', imports('wordsToCues', '../speech/lines.ts'), lintOnly],
  ['core/translate', imports('wordsToCues', '../speech/cues.ts'), lintOnly],
  ['core/tasks', imports('call', '../contract/call.ts'), lintOnly],
  ['core/contract', imports('Refusal', '#server/app/refusal.ts'), everyTool],
  ['client', imports('Refusal', '#server/app/refusal.ts'), everyTool],
  ['cli', imports('Refusal', '#server/app/refusal.ts'), everyTool],
  ['workers/media', imports('openMedia', '#src/media/media.ts'), everyTool],
  ['src/api', imports('Refusal', '#server/app/refusal.ts'), everyTool],
  ['src/ui', imports('useSession', '../api/session.ts'), lintOnly],
  ['src/pages/public', imports('LibraryPage', '../library/LibraryPage.tsx'), lintOnly],
  ['src/editor/model/document', imports('proxy', 'valtio'), lintOnly],
  ['src/editor/model', imports('perEditor', '../context/per-editor.ts'), lintOnly],
  ['src/editor/model', imports('useState', 'react'), lintOnly],
  ['src/editor/context', imports('qualityOf', '../features/quality/quality.ts'), lintOnly],
  ['src/editor/features/quality', imports('lineActions', '../lines/actions.ts'), lintOnly],
  ['src/editor/features/find', imports('createEditor', '../../shell/create-editor.ts'), lintOnly],
  ['src/editor/timeline', imports('useState', 'react'), lintOnly],
  ['src/editor/features/lines', imports('xOf', '../../timeline/view.ts'), lintOnly],
  ['core/checks', imports('isWide', '../subtitle/formats/encoding/wide-text.ts'), lintOnly],
  ['src/tasks', imports('Button', '@blueprintjs/core'), lintOnly],
  ['src/pages/pro', imports('Trash', '@blueprintjs/icons'), lintOnly],
  ['server/store', imports('engineAdapters', '#server/engines/index.ts'), lintOnly],
  ['server/http', imports('serverTasks', '../tasks/index.ts'), lintOnly],
  ['server/http', imports('startWorker', '../jobs/worker.ts'), lintOnly],
  ['server/jobs', imports('buildApp', '../http/app.ts'), lintOnly],
  ['server/tasks', imports('buildApp', '../http/app.ts'), lintOnly],
  ['server/app', imports('openMedia', '#src/media/media.ts'), everyTool],
  ['server/app', imports('startWorker', '../jobs/worker.ts'), lintOnly],
  ['server/app', imports('serverTasks', '../tasks/index.ts'), lintOnly],
  ['server/app', imports('whisperCpp', '../engines/asr/whisper-cpp.ts'), lintOnly],
  ['server/app', imports('DiskBlobs', '../store/disk-blobs.ts'), lintOnly],
  ['server/app', imports('S3Blobs', '../store/s3-blobs.ts'), lintOnly],
  ['core/domain', '// Somebody has settled it.\nexport const planted = 0', ['words']],
  ['server/jobs', '/**\n * One\n * two\n * three\n */\nexport const planted = 0', ['words']],
  ['client', 'export const wasTold = 0', ['words']],
  ['src/pages/public', 'export const makeFilm = 0', ['words']],
].map(([folder, text, tools], index) => ({ path: `${folder}/planted-${index}.ts`, text, tools }))

/** What judges one file at a time reads the planted ones alone. */
const plantedFor = (tool) => plants.filter(({ tools }) => tools.includes(tool)).map(({ path }) => path)
const commands = {
  // One checker a project: several each learn the types that all of them share.
  tsc: ['tsc', ['-b', '--pretty', 'false', '--checkers', '1', '--builders', '2']],
  oxlint: ['oxlint', ['--format', 'unix', ...plantedFor('oxlint')]],
  knip: ['knip', ['--no-progress']],
  words: [process.execPath, ['scripts/check-words.mjs', ...plantedFor('words')]],
}

const removeAll = () => plants.forEach(({ path }) => rmSync(join(root, path), { force: true }))
for (const signal of ['SIGINT', 'SIGTERM']) {
  process.on(signal, () => {
    removeAll()
    process.exit(1)
  })
}

const missed = []
try {
  plants.forEach(({ path, text }) => writeFileSync(join(root, path), `${text}\n`))
  for (const [tool, [program, args]] of Object.entries(commands)) {
    const { stdout, stderr, status } = spawnSync(program, args, {
      cwd: root,
      encoding: 'utf8',
      maxBuffer: 64 * 1024 ** 2,
    })
    const output = stdout + stderr
    for (const { path, tools } of plants) {
      if (tools.includes(tool) && (status === 0 || !output.includes(path)))
        missed.push(`${tool} did not refuse ${path}`)
    }
  }
} finally {
  removeAll()
}
for (const line of missed) console.error(line)
console.log(missed.length ? '' : `Every fence holds: ${plants.length} planted violations were refused.`)
process.exit(missed.length ? 1 : 0)
