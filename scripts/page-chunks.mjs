/**
 * Groups modules into files for the build. By default each set of pages has a file: the editor loaded 160, most below 2
 * kB, which cost a tenth of a second. A first build shows each page's modules.
 */
import { build } from 'vite'

/** The first pages import nothing of the pages behind them. */
const publicPages = /\/src\/pages\/(?:public\/LandingPage|account\/LoginPage)\.tsx$/
/** The entry: a separate file that the page names. */
const entry = /(?:\.html|\/src\/main\.tsx)$/
const otherPages = /\/src\/(?:pages|shell)\/.*\.tsx$/
/** The frame of every signed-in page. */
const frame = /\/src\/shell\/Frame\.tsx$/
const editorPage = /\/src\/editor\/shell\/EditorPage\.tsx$/

/**
 * Groups for `codeSplitting`: common modules, public pages, editor and others, editor only, and the other pages' frame.
 * The rest is split by default.
 */
export async function pageChunks(root) {
  const chunks = await chunksOf(root)
  const readBy = (root) => modulesOf(chunks, (chunk) => chunk.isEntry || root.test(chunk.facadeModuleId ?? ''))
  const first = readBy(entry)
  const editor = readBy(editorPage)
  // Dynamic imports keep separate files: otherwise they would be loaded twice.
  const asked = new Set(chunks.filter((chunk) => chunk.isDynamicEntry).map((chunk) => chunk.facadeModuleId))
  const among = (modules) => (id) => modules.has(id) && !entry.test(id) && !asked.has(id)
  return [
    { name: 'first', test: among(first), priority: 4 },
    {
      name: 'public',
      test: among(readBy(publicPages)),
      entriesAware: true,
      entriesAwareMergeThreshold: 4000,
      priority: 3,
    },
    { name: 'common', test: among(editor.intersection(readBy(otherPages))), priority: 2 },
    { name: 'editor', test: among(editor), priority: 1 },
    { name: 'frame', test: among(readBy(frame)) },
  ]
}

async function chunksOf(root) {
  const { output } = await build({
    root,
    logLevel: 'silent',
    build: { write: false, minify: false, reportCompressedSize: false },
  })
  return output.filter((part) => part.type === 'chunk')
}

/** The modules of the chunks and of all that these import. */
function modulesOf(chunks, isRoot) {
  const byName = new Map(chunks.map((chunk) => [chunk.fileName, chunk]))
  const read = new Set()
  const add = (chunk) => {
    if (!chunk || read.has(chunk)) return
    read.add(chunk)
    for (const name of chunk.imports) add(byName.get(name))
  }
  for (const chunk of chunks.filter(isRoot)) add(chunk)
  return new Set([...read].flatMap((chunk) => chunk.moduleIds))
}
