/**
 * Which modules share a file in the build. Left alone, each set of pages that shares a module has a file of its own: the editor
 * asked for 160, most below 2 kB, and waited for them a tenth of a second. A first build tells which module each page reads.
 */
import { build } from 'vite'

/** What visitors see first reads nothing of the pages behind it. */
const publicPages = /\/src\/pages\/(?:public\/LandingPage|account\/LoginPage)\.tsx$/
/** Where the page begins: a file of its own, which the page names. */
const entry = /(?:\.html|\/src\/main\.tsx)$/
const otherPages = /\/src\/(?:pages|shell)\/.*\.tsx$/
/** What stands around every page of a user who is signed in. */
const frame = /\/src\/shell\/Frame\.tsx$/
const editorPage = /\/src\/editor\/EditorPage\.tsx$/

/**
 * Groups for `codeSplitting`: what every page reads, what public pages read, what the editor shares with other pages, the rest of
 * the editor, and the frame of the other pages. What is in none of them is divided as before.
 */
export async function pageChunks(root) {
  const chunks = await chunksOf(root)
  const readBy = (root) => modulesOf(chunks, (chunk) => chunk.isEntry || root.test(chunk.facadeModuleId ?? ''))
  const first = readBy(entry)
  const editor = readBy(editorPage)
  // What is asked for while a page runs keeps a file of its own: else it would be asked for once more when it is there.
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
