import './memory.css'
import { type ReactNode, useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { subscribeKey } from 'valtio/utils'
import { useCall } from '#src/api/hooks.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { HiddenFileInput } from '#src/ui/HiddenFileInput.tsx'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Download, Import, More, Tick } from '#src/ui/icons.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { Popover } from '#src/ui/Popover.tsx'
import { saveBlob } from '#src/ui/save-text.ts'
import { notify } from '#src/ui/toaster.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { useEditor } from '../../context/use-editor.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { followText } from '../../model/follow-text.ts'
import { ReferenceSelect } from '../../parts/ReferenceSelect.tsx'
import { type Looked, memoryOf, type MemoryPlace } from './memory.ts'
import { MemoryPair } from './MemoryPair.tsx'
import { MemorySearch } from './MemorySearch.tsx'

/** What the memory has for the line in focus, and a search for words in it. */
export function MemoryPane(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const memory = memoryOf(editor)
  const nameOf = useVersionName()
  const keyName = useKeyName()
  const { fileId } = useSnapshot(editor.reference.cells)
  const [words, setWords] = useState('')
  useLookUps()
  const looked = useSyncExternalStore(memory.subscribe, memory.state)
  const { place } = memory
  return (
    <section className="memory" aria-label={t('memory')}>
      <div className="memory-head">
        <ReferenceSelect label={t('memory_source')} none={t('memory_source')} nameOf={nameOf} />
        <span className="editor-gap" />
        <IconButton
          size="small"
          icon={<Tick />}
          label={t('memory_confirm')}
          keyName={keyName('confirm_line')}
          disabled={!place}
          onClick={() => editor.run('confirm_line')}
        />
        <FileMenu place={place} />
      </div>
      {editor.library?.isOwn && <FullMemory />}
      {place ? (
        <>
          <MemorySearch place={place} words={words} onWords={setWords} />
          {words.trim() === '' && <Matches looked={looked} />}
        </>
      ) : (
        <NonIdealState description={t(fileId === undefined ? 'memory_choose' : 'memory_same_language')} />
      )}
    </section>
  )
}

/** Where the memory has room for no further pair: what is confirmed is saved, but not remembered. */
function FullMemory(): ReactNode {
  const { t } = useTranslation('editor')
  const { data } = useCall('getMemories', {})
  const kept = data?.list.reduce((sum, { pair_count }) => sum + pair_count, 0) ?? 0
  if (!data || kept < data.most_pairs) return null
  return (
    <Callout intent="warning" compact className="callout-way memory-full">
      <span>{t('memory_is_full', { count: data.most_pairs })}</span>
      <LinkButton to="/lab/profile" size="small">
        {t('memory_make_room')}
      </LinkButton>
    </Callout>
  )
}

/** Looks up the line in focus while the pane is open. */
function useLookUps(): void {
  const editor = useEditor()
  useEffect(() => {
    const memory = memoryOf(editor)
    const { session, reference } = editor
    const follow = (): void => memory.follow()
    const stops = [
      subscribeKey(session.cells, 'focus', follow, true),
      subscribeKey(reference.cells, 'list', follow, true),
      followText(session, follow),
    ]
    follow()
    return () => {
      for (const stop of stops) stop()
      memory.leave()
    }
  }, [editor])
}

function Matches({ looked }: { looked: Looked }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const memory = memoryOf(editor)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  if (looked.state === 'looking') return <p className="memory-note muted">{t('memory_loading')}</p>
  if (looked.state === 'failed') {
    return (
      <NonIdealState
        description={t('memory_failed')}
        action={<Button text={t('memory_retry')} onClick={() => void memory.look({ again: true })} />}
      />
    )
  }
  if (looked.state !== 'found') return <NonIdealState description={t('memory_no_line')} />
  const matches = looked.matches.filter(({ pair_id }) => !gone.has(pair_id))
  if (matches.length === 0) return <NonIdealState description={t('memory_none')} />
  return (
    <ul className="memory-list" aria-label={t('memory_matches')}>
      {matches.map((match, at) => (
        <MemoryPair
          key={match.pair_id}
          pair={match}
          match={match}
          asked={looked.source}
          isBest={at === 0}
          onGone={() => setGone(new Set([...gone, match.pair_id]))}
        />
      ))}
    </ul>
  )
}

/** Import and export of the memory as TMX. */
function FileMenu({ place }: { place: MemoryPlace | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  const input = useRef<HTMLInputElement>(null)
  const [control] = useState(() => new AbortController())
  const [isBusy, setBusy] = useState(false)
  useEffect(() => () => control.abort(), [control])
  const work = async (each: () => Promise<void>): Promise<void> => {
    setBusy(true)
    await each().catch(notifyFailure)
    setBusy(false)
  }
  const read = async (file: File): Promise<void> => {
    const { importTmx } = await import('./memory-file.ts')
    const done = await importTmx(file, control.signal)
    if (!done) return notify.error(t('memory_no_tmx'))
    const leftOut = done.leftOut > 0 ? ` · ${t('memory_left_out', { count: done.leftOut })}` : ''
    notify.success(t('memory_imported', { count: done.added }) + leftOut)
  }
  const write = async ({ from, to }: MemoryPlace): Promise<void> => {
    const { exportTmx } = await import('./memory-file.ts')
    const blob = await exportTmx(from, to, control.signal)
    if (blob) saveBlob(`${from}-${to}.tmx`, blob)
    else notify.info(t('memory_empty'))
  }
  return (
    <>
      <HiddenFileInput
        input={input}
        accept=".tmx,.xml"
        testId="memory-file"
        onFile={(file) => void work(() => read(file))}
      />
      <Popover
        placement="bottom-end"
        content={
          <Menu aria-label={t('memory_menu')}>
            <MenuItem icon={<Import />} text={t('memory_import')} onClick={() => input.current?.click()} />
            <MenuItem
              icon={<Download />}
              text={t('memory_export')}
              disabled={!place}
              onClick={() => place && void work(() => write(place))}
            />
          </Menu>
        }
      >
        <IconButton size="small" icon={<More />} label={t('memory_menu')} loading={isBusy} />
      </Popover>
    </>
  )
}
