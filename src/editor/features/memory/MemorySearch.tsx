import { type ReactNode, useEffect, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { MemoryPairData } from '#core/contract/memory.ts'
import { call } from '#src/api/call.ts'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { SearchField } from '#src/ui/SearchField.tsx'
import { Select } from '#src/ui/Select.tsx'
import { useLibrary } from '../../context/use-editor.ts'
import { delays } from '../../model/options.ts'
import { MemoryPair } from './MemoryPair.tsx'
import type { MemoryPlace } from './memory.ts'

type Side = 'source' | 'target'

interface Props {
  place: MemoryPlace
  words: string
  onWords: (words: string) => void
}

/** Searches the memory for words; a text that is selected elsewhere is offered when the field gets the focus. */
export function MemorySearch({ place, words, onWords }: Props): ReactNode {
  const { t } = useTranslation('editor')
  const [side, setSide] = useState<Side>('source')
  const found = useFound(place, words.trim(), side)
  const [gone, setGone] = useState<ReadonlySet<string>>(new Set())
  const list = Array.isArray(found) ? found.filter(({ pair_id }) => !gone.has(pair_id)) : []
  const takeSelected = (): void => {
    const text = getSelection()?.toString().trim() ?? ''
    if (words === '' && text !== '' && text.length <= LONGEST) onWords(text)
  }
  return (
    <>
      <div className="memory-search" onPointerDownCapture={takeSelected}>
        <SearchField label={t('memory_search')} value={words} onSearch={onWords} />
        <Select
          kind="tool"
          label={t('memory_search')}
          value={side}
          onChange={setSide}
          options={[
            { value: 'source', label: t('memory_in_source') },
            { value: 'target', label: t('memory_in_target') },
          ]}
        />
      </div>
      {words.trim() !== '' && found === 'failed' && <NonIdealState description={t('memory_failed')} />}
      {words.trim() !== '' && found === 'looking' && <p className="memory-note muted">{t('memory_loading')}</p>}
      {words.trim() !== '' && Array.isArray(found) && list.length === 0 && (
        <NonIdealState description={t('memory_found_none')} />
      )}
      {words.trim() !== '' && list.length > 0 && (
        <ul className="memory-list" aria-label={t('memory_matches')}>
          {list.map((pair) => (
            <MemoryPair key={pair.pair_id} pair={pair} onGone={() => setGone(new Set([...gone, pair.pair_id]))} />
          ))}
        </ul>
      )}
    </>
  )
}

const LONGEST = 200

/** Pairs with these words, looked up after a rest. */
function useFound({ from }: MemoryPlace, phrase: string, side: Side): MemoryPairData[] | 'looking' | 'failed' {
  const library = useLibrary()
  const fileId = library?.fileId
  const key = JSON.stringify([fileId, from, phrase, side])
  const [found, setFound] = useState<{ key: string; list: MemoryPairData[] | 'failed' }>()
  useEffect(() => {
    if (phrase === '' || fileId === undefined) return undefined
    const control = new AbortController()
    const timer = setTimeout(() => {
      call(
        'findInMemory',
        { file_id: fileId, source_language: from, phrase: phrase.slice(0, LONGEST).toWellFormed(), side },
        { signal: control.signal },
      )
        .then(({ list }) => setFound({ key, list }))
        .catch(() => {
          if (!control.signal.aborted) setFound({ key, list: 'failed' })
        })
    }, delays.find)
    return () => {
      clearTimeout(timer)
      control.abort()
    }
  }, [key, fileId, from, phrase, side])
  return found?.key === key ? found.list : 'looking'
}
