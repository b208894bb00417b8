import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import * as z from 'zod/mini'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { cueIn } from '#core/subtitle/cue/cue-list.ts'
import { replacePatch } from '#core/subtitle/cue/patch.ts'
import type { Replacement } from '#core/subtitle/cue/search.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { stored } from '#src/ui/stored.ts'
import { notify } from '#src/ui/toaster.ts'
import { type LinkedVersion, VersionsChanged, type VersionStore } from '../../store/linked/versions.ts'
import { leaveDialog } from '../../context/dialogs.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'
import type { SearchFault } from './search.ts'
import type { Find } from './use-find.ts'

const none: ReadonlySet<string> = new Set()
const keepsCaseSetting = stored('cuelane-replace-keeps-case', z.boolean(), false)

/** Planned replacements that await confirmation. */
export interface PlannedReplace {
  readonly cues: readonly Cue[]
  readonly others: readonly { readonly version: LinkedVersion; readonly cues: readonly Cue[] }[]
}

/** Identifies a line among those of all versions; the open one has no file id. */
export const keyOfLine = (fileId: string | undefined, cueId: string): string => `${fileId ?? ''} ${cueId}`

/** Replaces the current match, or all in the open version or in all versions of the video. */
export interface Replace {
  readonly replacement: string
  readonly setReplacement: (text: string) => void
  readonly replaceOne: () => Promise<void>
  readonly planned: PlannedReplace | undefined
  /** Plans the replacements and shows them. */
  readonly plan: () => Promise<void>
  /** Whether the replacement takes the letter case of the match. */
  readonly keepsCase: boolean
  readonly setKeepsCase: (keepsCase: boolean) => void
  /** Keys (`keyOfLine`) of lines to leave unchanged. */
  readonly left: ReadonlySet<string>
  readonly leave: (left: ReadonlySet<string>) => void
  readonly apply: () => Promise<void>
  readonly drop: () => void
}

/** Replaces matches of a search. */
export function useReplace(find: Find): Replace {
  const { search, query, scope, cues: searched } = find
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, linked, opened } = editor
  const versions = useLibrary()?.others ?? []
  const [replacement, setReplacement] = useState('')
  const [planned, setPlanned] = useState<PlannedReplace>()
  const [keepsCase, setKeepsCase] = useState(() => keepsCaseSetting.get())
  const [left, setLeft] = useState(none)
  const by = (language: string | undefined, keeps: boolean): Replacement => ({
    text: replacement,
    keepsCase: keeps,
    ...(language !== undefined && { language: language.replace('_', '-') }),
  })
  const ownLanguage = editor.media.language
  const replaceOne = useReplaceOne(find, by(ownLanguage, keepsCase))
  const plan = async (keeps = keepsCase): Promise<void> => {
    const replacing = (cues: readonly Cue[], language: string | undefined) =>
      search.replace(cues, query, by(language, keeps))
    // The shown plan may be outdated.
    const own = searched.flatMap(({ id }) => cueIn(session.list, id) ?? [])
    try {
      const found = await planReplace(
        replacing,
        { cues: own, language: ownLanguage },
        scope === 'versions' ? versions : [],
        opened.versions,
      )
      if (typeof found === 'string') return notify.warning(t(`find_${found}`))
      session.preview(replacePatch(session.list, found.cues))
      setLeft(none)
      setPlanned(found)
    } catch (error) {
      notifyFailure(error)
    }
  }
  const drop = (): void => {
    leaveDialog()
    session.cancel()
    setPlanned(undefined)
  }
  const chosenOf = (cues: readonly Cue[], fileId: string | undefined, without = left): readonly Cue[] =>
    cues.filter(({ id }) => !without.has(keyOfLine(fileId, id)))
  const leave = (next: ReadonlySet<string>): void => {
    setLeft(next)
    if (planned) session.preview(replacePatch(session.list, chosenOf(planned.cues, undefined, next)))
  }
  const apply = async (): Promise<void> => {
    if (!planned) return
    drop()
    const own = chosenOf(planned.cues, undefined)
    const others = planned.others
      .map(({ version, cues }) => ({ version, patch: replacePatch(version.list, chosenOf(cues, version.fileId)) }))
      .filter(({ patch }) => patch.length > 0)
    try {
      await linked.edit('step_replace', (list) => replacePatch(list, own), others)
    } catch (error) {
      if (error instanceof VersionsChanged) notify.warning(t('others_changed'))
      else notifyFailure(error)
    }
  }
  return {
    replacement,
    setReplacement,
    replaceOne,
    planned,
    plan: () => plan(),
    keepsCase,
    setKeepsCase: (keeps) => {
      keepsCaseSetting.set(keeps)
      setKeepsCase(keeps)
      if (planned) void plan(keeps)
    },
    left,
    leave,
    apply,
    drop,
  }
}

type FindChanges = (cues: readonly Cue[], language: string | undefined) => Promise<Cue[] | SearchFault>

/** Replacements in the searched lines and in other versions. */
async function planReplace(
  find: FindChanges,
  own: { readonly cues: readonly Cue[]; readonly language: string },
  versions: readonly { readonly file_id: string; readonly language: string }[],
  store: VersionStore,
): Promise<PlannedReplace | SearchFault> {
  const cues = await find(own.cues, own.language)
  if (typeof cues === 'string') return cues
  const others = []
  for (const { file_id, language } of versions) {
    const version = await store.read(file_id)
    const changed = await find(version.list.cues, language)
    if (typeof changed === 'string') return changed
    if (changed.length > 0) others.push({ version, cues: changed })
  }
  return { cues, others }
}

/** Replaces the current match, else the first. */
function useReplaceOne({ search, query, matches, at }: Find, by: Replacement): () => Promise<void> {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  return async () => {
    const match = matches[Math.max(0, at)]
    const cue = match && session.list.at(session.list.index.get(match.id) ?? -1)
    if (!cue || !match) return
    const part = { ...cue, text: cue.text.slice(match.from, match.to) }
    const changed = await search.replace([part], { ...query, wholeWord: false }, by)
    if (typeof changed === 'string') return notify.warning(t(`find_${changed}`))
    const text = cue.text.slice(0, match.from) + (changed[0]?.text ?? part.text) + cue.text.slice(match.to)
    session.edit('step_replace', replacePatch(session.list, [{ ...cue, text }]))
    editor.goTo(cue.id)
  }
}
