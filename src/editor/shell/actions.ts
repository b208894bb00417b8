import { opens, side } from '../context/action.ts'
import type { Action } from '../context/editor.ts'
import { SUBTITLE_INPUT_ID } from '../features/import/SubtitleImport.tsx'
import { dubActions } from '../features/dub/actions.ts'
import { lineActions } from '../features/lines/actions.ts'
import { macroActions } from '../features/macros/actions.ts'
import { memoryActions } from '../features/memory/actions.ts'
import { mixActions } from '../features/mix/actions.ts'
import { peopleActions } from '../features/people/actions.ts'
import { playerActions } from '../features/player/actions.ts'
import { qualityActions } from '../features/quality/actions.ts'
import { speakerActions } from '../features/speakers/actions.ts'
import { styleActions } from '../features/style/actions.ts'
import { textActions } from '../features/text/actions.ts'
import { timelineActions } from '../features/timeline/actions.ts'
import { timingActions } from '../features/timing/actions.ts'
import { versionActions } from '../features/versions/actions.ts'
import type { ActionId } from '../keys/action-ids.ts'

/** The actions of all features. */
export const actions: Readonly<Record<ActionId, Action>> = {
  ...playerActions,
  ...timingActions,
  ...timelineActions,
  ...dubActions,
  ...mixActions,
  ...lineActions,
  ...textActions,
  ...memoryActions,
  ...styleActions,
  ...speakerActions,
  ...qualityActions,
  ...peopleActions,
  ...macroActions,
  ...versionActions,
  statistics: side('statistics'),
  compare: side('compare'),
  find: opens({ name: 'find', isReplacing: false }),
  replace: opens({ name: 'find', isReplacing: true }),
  save: ({ save }) => void save.save(),
  undo: ({ session }) => void session.undo(),
  redo: ({ session }) => void session.redo(),
  export_subtitle: opens({ name: 'export_subtitle' }),
  review_file: opens({ name: 'review_file' }),
  align_script: opens({ name: 'script' }),
  import_subtitle: () => document.getElementById(SUBTITLE_INPUT_ID)?.click(),
  transcribe_here: ({ session, library, dialogs }) => {
    // A new version belongs to the owner of the video.
    if (session.isReadOnly || library?.isOwn === false) return session.refuse('read_only')
    dialogs.open({ name: 'transcribe' })
  },
  palette: opens({ name: 'palette' }),
  key_sheet: opens({ name: 'key_sheet' }),
  keys: opens({ name: 'keys' }),
  about: opens({ name: 'about' }),
  tour: ({ panels }) => {
    panels.isTouring = true
  },
}
