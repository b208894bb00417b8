import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue.ts'
import { replacePatch } from '#core/subtitle/patch.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import { type LinkedVersion, VersionsChanged, versionStore } from '../linked/versions.ts'
import { leaveDialog } from '../dialogs/dialogs.ts'
import { useEditor, useLibrary } from '../use-editor.ts'
import type { Find } from './use-find.ts'

/** What would be replaced, waiting for a yes. */
export interface PlannedReplace {
  readonly cues: readonly Cue[]
  readonly others: readonly { readonly version: LinkedVersion; readonly cues: readonly Cue[] }[]
}

/** Replaces the match that was gone to, or all, in the open version or in all versions of the video. */
export interface Replace {
  readonly replacement: string
  readonly setReplacement: (text: string) => void
  readonly replaceOne: () => Promise<void>
  readonly planned: PlannedReplace | undefined
  /** Finds what would be replaced, and shows it. */
  readonly plan: () => Promise<void>
  readonly apply: () => Promise<void>
  readonly drop: () => void
}

/** Replacing what a search finds. */
export function useReplace({ search, query, scope, cues: searched, matches, at }: Find): Replace {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, linked } = editor
  const versions = useLibrary()?.others ?? []
  const [replacement, setReplacement] = useState('')
  const [planned, setPlanned] = useState<PlannedReplace>()
  const replaceOne = async (): Promise<void> => {
    const match = matches[Math.max(0, at)]
    const cue = match && session.list.at(session.list.index.get(match.id) ?? -1)
    if (!cue || !match) return
    const part = { ...cue, text: cue.text.slice(match.from, match.to) }
    const changed = await search.replace([part], { ...query, wholeWord: false }, replacement)
    if (typeof changed === 'string') return notify.warning(t(`find_${changed}`))
    const text = cue.text.slice(0, match.from) + (changed[0]?.text ?? part.text) + cue.text.slice(match.to)
    session.edit('step_replace', replacePatch(session.list, [{ ...cue, text }]))
    editor.goTo(cue.id)
  }
  const plan = async (): Promise<void> => {
    try {
      const cues = await search.replace(searched, query, replacement)
      if (typeof cues === 'string') return notify.warning(t(`find_${cues}`))
      const others = []
      for (const { file_id } of scope === 'versions' ? versions : []) {
        const version = await versionStore.read(file_id)
        const changed = await search.replace(version.list.cues, query, replacement)
        if (typeof changed === 'string') return notify.warning(t(`find_${changed}`))
        if (changed.length > 0) others.push({ version, cues: changed })
      }
      session.preview(replacePatch(session.list, cues))
      setPlanned({ cues, others })
    } catch (error) {
      notifyFailure(error)
    }
  }
  const drop = (): void => {
    leaveDialog()
    session.cancel()
    setPlanned(undefined)
  }
  const apply = async (): Promise<void> => {
    if (!planned) return
    drop()
    const others = planned.others.map(({ version, cues }) => ({ version, patch: replacePatch(version.list, cues) }))
    try {
      await linked.edit('step_replace', (list) => replacePatch(list, planned.cues), others)
    } catch (error) {
      if (error instanceof VersionsChanged) notify.warning(t('others_changed'))
      else notifyFailure(error)
    }
  }
  return { replacement, setReplacement, replaceOne, planned, plan, apply, drop }
}
