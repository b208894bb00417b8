import { type CueList, cueList } from '#core/subtitle/cue/cue-list.ts'
import type { LineFlag } from '#core/domain/task.ts'
import { replayPatch } from '#core/subtitle/cue/replay.ts'
import type { Editor, EditorParts } from '#src/editor/context/editor.ts'
import type { EditorNotice } from '#src/editor/context/notices.ts'
import type { OtherChange } from '#src/editor/model/document/history.ts'
import { createEditor } from '#src/editor/shell/create-editor.ts'
import {
  type LinkedVersion,
  type PlannedChange,
  VersionsChanged,
  type VersionStore,
} from '#src/editor/store/linked/versions.ts'
import { show, tl } from './notation.ts'

const store = {
  start: () => () => undefined,
  recover: async () => false,
  isAtRisk: () => false,
  flush: async () => true,
  save: async () => true,
}

/** Versions by id, as the server stores them. */
export class FakeVersions implements VersionStore {
  private readonly lists: Map<string, CueList>
  fails = false
  isStale = false

  constructor(texts: Record<string, string>) {
    this.lists = new Map(Object.entries(texts).map(([fileId, text]) => [fileId, tl(text)]))
  }

  async read(fileId: string): Promise<LinkedVersion> {
    if (this.fails) throw new Error('offline')
    return { fileId, revision: 1, list: this.lists.get(fileId) ?? cueList([]) }
  }

  async write(changes: readonly PlannedChange[]): Promise<readonly OtherChange[]> {
    if (this.fails) throw new Error('offline')
    if (this.isStale) throw new VersionsChanged()
    for (const { version, patch } of changes) {
      this.lists.set(version.fileId, cueList(replayPatch(version.list.cues, patch)))
    }
    return changes.map(({ version: { fileId }, patch }) => ({ fileId, patch }))
  }

  textOf(fileId: string): string {
    return show(this.lists.get(fileId) ?? cueList([]))
  }
}

/** An editor without a video, a canvas or a page. */
export function openEditor(
  text: string,
  versions = new FakeVersions({}),
  flags: readonly LineFlag[] = [],
  parts: Partial<EditorParts> = {},
): { editor: Editor; notices: EditorNotice[] } {
  const notices: EditorNotice[] = []
  const editor = createEditor({
    media: {
      name: 'test',
      language: 'en',
      durationMs: 0,
      rate: { num: 25, den: 1 },
      width: 640,
      height: 360,
      hasPicture: true,
      derived: {},
      shots: undefined,
    },
    cues: tl(text).cues,
    flags,
    store: () => store,
    style: {
      read: () => undefined,
      write: () => undefined,
      readFileStyles: () => true,
      writeFileStyles: () => undefined,
    },
    file: undefined,
    versions,
    library: undefined,
    notify: (notice) => notices.push(notice),
    ...parts,
  })
  return { editor, notices }
}
