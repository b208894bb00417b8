import { Button, HTMLSelect, InputGroup } from '@blueprintjs/core'
import { ChevronDown, ChevronUp, Cross } from '@blueprintjs/icons'
import { type KeyboardEvent, type ReactNode, useEffect, useMemo, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Cue } from '#core/subtitle/cue.ts'
import type { Match, Query } from '#core/subtitle/search.ts'
import { replacePatch } from '#core/subtitle/patch.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { notify } from '#src/ui/toaster.ts'
import { useEditor } from '../editor.ts'
import { VersionsChanged, readVersion, writeVersions } from '../linked/versions.ts'
import type { EditorLibrary } from '../media/editor-media.ts'
import { Search, type SearchFault } from '../search.ts'

const scopes = ['open', 'selection', 'versions'] as const
type Scope = (typeof scopes)[number]
const switches = ['matchCase', 'wholeWord', 'isPattern'] as const

/** What would be replaced, waiting for a yes. */
interface Planned {
  readonly cues: readonly Cue[]
  readonly others: readonly { version: Awaited<ReturnType<typeof readVersion>>; cues: readonly Cue[] }[]
}

/** Find and replace over the lines. */
export function FindBar({ library }: { library: EditorLibrary | undefined }): ReactNode {
  const { dialog } = useSnapshot(useEditor().panels)
  return dialog === 'find' ? <OpenFindBar library={library} /> : null
}

function OpenFindBar({ library }: { library: EditorLibrary | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session, panels } = editor
  const { list } = useSnapshot(session.cells)
  /** The lines that were selected when the scope was chosen: going from match to match selects others. */
  const [kept, setKept] = useState<readonly string[]>([])
  const { isReplacing } = useSnapshot(panels)
  const [query, setQuery] = useState<Query>({ text: '', isPattern: false, matchCase: false, wholeWord: false })
  const [replacement, setReplacement] = useState('')
  const [scope, setScope] = useState<Scope>('open')
  const [planned, setPlanned] = useState<Planned>()
  const search = useSearch()
  const searched = useMemo(() => {
    if (scope !== 'selection') return list.cues
    const chosen = new Set(kept)
    return list.cues.filter(({ id }) => chosen.has(id))
  }, [list, scope, kept])
  const { matches, fault, isFresh } = useMatches(search, query, searched)
  const [at, setAt] = useState(-1)
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [isReplacing])

  const show = (found: readonly Match[], by: 1 | -1): void => {
    if (found.length === 0) return
    const next = (at + by + found.length) % found.length
    setAt(next)
    editor.goTo(found[next]!.id)
  }
  const go = async (by: 1 | -1): Promise<void> => {
    if (isFresh) return show(matches, by)
    // Somebody who types fast presses Enter before the search has begun.
    const answer = query.text === '' ? [] : await search.find(searched, query)
    if (typeof answer !== 'string') show(answer, by)
  }
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
      const files = scope === 'versions' ? (library?.versions ?? []) : []
      const others = []
      for (const { file_id } of files) {
        if (file_id === library?.fileId) continue
        const version = await readVersion(file_id)
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
    session.cancel()
    setPlanned(undefined)
  }
  const apply = async ({ cues, others }: Planned): Promise<void> => {
    setPlanned(undefined)
    session.cancel()
    try {
      const changes = others.map(({ version, cues: changed }) => ({
        version,
        patch: replacePatch(version.list, changed),
      }))
      const done = await writeVersions(changes)
      session.edit('step_replace', replacePatch(session.list, cues), { others: done })
      editor.linked.show(done)
    } catch (error) {
      if (error instanceof VersionsChanged) notify.warning(t('others_changed'))
      else notifyFailure(error)
    }
  }
  const key = (event: KeyboardEvent): void => {
    if (event.key === 'Enter') void go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') editor.close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  const count = (planned?.cues.length ?? 0) + (planned?.others.reduce((sum, other) => sum + other.cues.length, 0) ?? 0)
  return (
    <search className="find-bar">
      <div className="find-line">
        <InputGroup
          size="small"
          fill
          inputRef={field}
          placeholder={t('find_text')}
          aria-label={t('find_text')}
          value={query.text}
          intent={fault ? 'danger' : 'none'}
          onValueChange={(text) => {
            setQuery({ ...query, text })
            setAt(-1)
          }}
          onKeyDown={key}
        />
        {switches.map((name) => (
          <Button
            key={name}
            size="small"
            variant="minimal"
            active={query[name]}
            aria-pressed={query[name]}
            text={t(`find_mark_${name}`)}
            title={t(`find_${name}`)}
            aria-label={t(`find_${name}`)}
            onClick={() => setQuery({ ...query, [name]: !query[name] })}
          />
        ))}
        <HTMLSelect
          minimal
          aria-label={t('find_scope')}
          value={scope}
          onChange={(event) => {
            setKept(session.cells.selection)
            setScope(scopes.find((value) => value === event.currentTarget.value) ?? 'open')
          }}
          options={scopes
            .filter((value) => value !== 'versions' || (isReplacing && library))
            .map((value) => ({ value, label: t(`find_in_${value}`) }))}
        />
        <span className="find-count muted" role="status">
          {fault ? t(`find_${fault}`) : query.text === '' ? '' : t('find_count', { n: at + 1, count: matches.length })}
        </span>
        {tool(t('find_previous'), <ChevronUp />, matches.length === 0, () => void go(-1))}
        {tool(t('find_next'), <ChevronDown />, matches.length === 0, () => void go(1))}
        {tool(t('find_close'), <Cross />, false, () => editor.close())}
      </div>
      {isReplacing && (
        <div className="find-line">
          <InputGroup
            size="small"
            fill
            placeholder={t('replace_text')}
            aria-label={t('replace_text')}
            value={replacement}
            onValueChange={setReplacement}
            onKeyDown={(event) => {
              if (event.key === 'Enter') void replaceOne()
              else if (event.key === 'Escape') editor.close()
            }}
          />
          <Button
            size="small"
            text={t('replace_one')}
            disabled={matches.length === 0}
            onClick={() => void replaceOne()}
          />
          <Button
            size="small"
            text={t('replace_all')}
            disabled={query.text === '' || fault !== undefined}
            onClick={() => void plan()}
          />
        </div>
      )}
      <ConfirmDialog
        open={planned !== undefined}
        intent={count > 0 ? 'primary' : 'none'}
        text={
          planned && planned.others.length > 0
            ? t('replace_question_versions', { count, versions: planned.others.length })
            : t('replace_question', { count })
        }
        confirmText={t('replace_all')}
        onConfirm={() => planned && void apply(planned)}
        onClose={drop}
      />
    </search>
  )
}

const tool = (label: string, icon: React.JSX.Element, disabled: boolean, run: () => void): ReactNode => (
  <Button
    size="small"
    variant="minimal"
    icon={icon}
    aria-label={label}
    title={label}
    disabled={disabled}
    onClick={run}
  />
)

function useSearch(): Search {
  const [search] = useState(() => new Search())
  useEffect(() => () => search.close(), [search])
  return search
}

interface Found {
  readonly matches: readonly Match[]
  readonly fault: SearchFault | undefined
  /** What was asked. */
  readonly query: Query | undefined
  readonly cues: readonly Cue[] | undefined
}

/** Matches of the present text, found a moment after the last key. */
function useMatches(search: Search, query: Query, cues: readonly Cue[]): Found & { isFresh: boolean } {
  const [found, setFound] = useState<Found>(nothing)
  useEffect(() => {
    let isOver = false
    const timer = setTimeout(() => {
      if (query.text === '') return setFound(nothing)
      void search.find(cues, query).then((answer) => {
        if (isOver) return
        const asked = { query, cues }
        if (typeof answer === 'string') setFound({ matches: [], fault: answer, ...asked })
        else setFound({ matches: answer, fault: undefined, ...asked })
      })
    }, SETTLE_MS)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [search, query, cues])
  return { ...found, isFresh: found.query === query && found.cues === cues }
}

const SETTLE_MS = 120
const nothing: Found = { matches: [], fault: undefined, query: undefined, cues: undefined }
