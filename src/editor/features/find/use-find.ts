import { useEffect, useMemo, useRef, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { compileQuery, type Match, type Query } from '#core/subtitle/cue/search.ts'
import { delays } from '../../model/options.ts'
import { useEditor } from '../../context/use-editor.ts'
import { Search, type SearchFault } from './search.ts'
import { caretOf } from '../../parts/caret.ts'
import { foundMarksOf } from './found-marks.ts'

export const findScopes = ['open', 'selection', 'versions'] as const
export type FindScope = (typeof findScopes)[number]

/** The search of the find bar, with its matches and the current one. */
export interface Find {
  readonly search: Search
  readonly query: Query
  readonly setQuery: (query: Query) => void
  readonly scope: FindScope
  readonly setScope: (scope: FindScope) => void
  /** The searched cues. */
  readonly cues: readonly Cue[]
  readonly matches: readonly Match[]
  readonly fault: SearchFault | undefined
  /** Index of the current match; -1 before the first. */
  readonly at: number
  /** Goes to the next or previous match; wraps around. */
  readonly go: (by: 1 | -1) => Promise<void>
  /** Closes the bar; a text that gets the focus back has the match selected. */
  readonly close: () => void
}

const emptyQuery: Query = { text: '', isPattern: false, matchCase: false, wholeWord: false }

/** State of the find bar. */
export function useFind(): Find {
  const editor = useEditor()
  const { session, dialogs } = editor
  const caret = caretOf(editor)
  const [query, setQuery] = useState(emptyQuery)
  const [at, setAt] = useState(-1)
  const { scope, setScope, cues } = useScope()
  const search = useSearch()
  const { matches, fault, isFresh } = useMatches(search, query, cues)
  useMarks(query, fault === undefined && (isFresh || !query.isPattern), matches[at])
  const shown = useRef<Match>(undefined)
  const show = (found: readonly Match[], by: 1 | -1): void => {
    const next = (at + by + found.length) % found.length
    const match = found[next]
    if (!match) return
    setAt(next)
    shown.current = match
    editor.goTo(match.id)
  }
  const go = async (by: 1 | -1): Promise<void> => {
    if (isFresh) return show(matches, by)
    // A fast typist presses Enter before the search has started.
    const answer = query.text === '' ? [] : await search.find(cues, query)
    if (typeof answer !== 'string') show(answer, by)
  }
  return {
    search,
    query,
    setQuery: (next) => {
      if (next.text !== query.text) setAt(-1)
      setQuery(next)
    },
    scope,
    setScope: (next) => setScope(next, session.cells.selection),
    cues,
    matches,
    fault,
    at,
    go,
    close: () => {
      const isHere = dialogs.hasFocus
      dialogs.close('find')
      const match = shown.current
      if (isHere && match && match.id === session.cells.focus) caret.select(match)
    },
  }
}

/** Marks matches in the rows. A pattern runs there only after it succeeded in the worker. */
function useMarks(query: Query, isSafe: boolean, current: Match | undefined): void {
  const editor = useEditor()
  const found = foundMarksOf(editor)
  useEffect(() => {
    const compiled = isSafe ? compileQuery(query) : undefined
    found.show(compiled && { query: compiled, current })
  }, [found, query, isSafe, current])
  useEffect(() => () => found.show(undefined), [found])
}

/** Keeps the selection from when the scope is chosen, since going to a match changes it. */
function useScope() {
  const { session } = useEditor()
  const { list } = useSnapshot(session.cells)
  const [{ scope, kept }, setChosen] = useState<{ scope: FindScope; kept: readonly string[] }>({
    scope: 'open',
    kept: [],
  })
  const cues = useMemo(() => {
    if (scope !== 'selection') return list.cues
    const chosen = new Set(kept)
    return list.cues.filter(({ id }) => chosen.has(id))
  }, [list, scope, kept])
  return {
    scope,
    cues,
    setScope: (next: FindScope, selection: readonly string[]) => setChosen({ scope: next, kept: selection }),
  }
}

function useSearch(): Search {
  const [search] = useState(() => new Search())
  useEffect(() => () => search.close(), [search])
  return search
}

interface Found {
  readonly matches: readonly Match[]
  readonly fault: SearchFault | undefined
  /** The query of the matches. */
  readonly query: Query | undefined
  readonly cues: readonly Cue[] | undefined
}

/** Matches in the current text, shortly after the last key. */
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
    }, delays.find)
    return () => {
      isOver = true
      clearTimeout(timer)
    }
  }, [search, query, cues])
  return { ...found, isFresh: found.query === query && found.cues === cues }
}

const nothing: Found = { matches: [], fault: undefined, query: undefined, cues: undefined }
