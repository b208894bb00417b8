import type { Cue } from '#core/subtitle/cue/cue.ts'
import { sequentialIds } from '#core/subtitle/cue/cue.ts'
import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import { replayPatch } from '#core/subtitle/cue/replay.ts'
import { readSrt } from '#core/subtitle/formats/srt/srt.ts'
import type { Sample } from '#src/shell/live-editor.ts'
import { type Editor } from '../context/editor.ts'
import { createEditor } from './create-editor.ts'
import type { VersionStore } from '../store/linked/versions.ts'
import { showNotice } from '../context/notices.ts'
import type { EditorStore } from '../store/editor-store.ts'
import type { StyleStore } from '../store/style-store.ts'

/** Id of the sample's text in its second language. */
export const TRANSLATION = 'translation'

/** A time within the first line. */
const FIRST_LOOK_MS = 1900

/** Stores nothing, and reports no loss, since the sample is not saved. */
const pageStore: EditorStore = {
  start: () => () => undefined,
  recover: async () => false,
  isAtRisk: () => false,
  flush: async () => true,
  save: async () => true,
}
const pageStyle: StyleStore = {
  read: () => undefined,
  write: () => undefined,
  readFileStyles: () => false,
  writeFileStyles: () => undefined,
}

/** The second language, which changes with the first in this page alone. */
function pageVersions(cues: readonly Cue[]): VersionStore {
  let list: CueList = cueList(cues)
  let revision = 1
  return {
    read: async (fileId) => ({ fileId, revision, list }),
    write: async (changes) => {
      for (const { patch } of changes) {
        list = cueList(replayPatch(list.cues, patch))
        revision++
      }
      return changes.map(({ version, patch }) => ({ fileId: version.fileId, patch }))
    },
  }
}

/**
 * An editor of the sample without an account: the video and its analysis come from the server, the text stays in the
 * page.
 */
export function createSampleEditor(sample: Sample): Editor {
  const [own, translation] = sample.subtitles
  const [num, den] = sample.rate
  const cuesOf = (content: string | undefined, prefix: string) =>
    content === undefined ? [] : readSrt(content, sequentialIds(prefix)).cues
  const editor = createEditor({
    media: {
      name: sample.name,
      language: own?.language ?? 'en',
      durationMs: sample.duration_ms,
      rate: { num, den },
      width: sample.width,
      height: sample.height,
      hasPicture: true,
      derived: { stored: sample.derived },
      shots: undefined,
    },
    cues: cuesOf(own?.content, 's'),
    flags: [],
    store: () => pageStore,
    style: pageStyle,
    file: undefined,
    versions: pageVersions(cuesOf(translation?.content, 't')),
    library: undefined,
    notify: showNotice,
  })
  // The page only has room for the lines.
  editor.panels.hasText = false
  // Starts with a line on the picture.
  editor.playhead.seek(own ? FIRST_LOOK_MS : 0)
  return editor
}
