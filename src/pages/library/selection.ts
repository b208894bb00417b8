import { useEffect, useMemo, useState } from 'react'
import { type ChosenFile, chosenOf, keyFor, keyOf, type SpaceFile } from './files.ts'

/** The selection of a list for bulk acts. */
export interface Selection {
  readonly files: readonly ChosenFile[]
  has(file: SpaceFile): boolean
  /** Toggles a file; with `range` selects all from the last one on. */
  toggle(file: SpaceFile, options?: { range?: boolean }): void
  choose(files: readonly ChosenFile[]): void
  clear(): void
}

const listeners = new Set<(keys: ReadonlySet<string>) => void>()

/** Removes files from every selection: they left their folder. */
export function giveUp(files: readonly Pick<ChosenFile, 'kind' | 'id'>[]): void {
  const keys = new Set(files.map(keyFor))
  for (const listener of listeners) listener(keys)
}

/** A list's selection; callers that remove files from the folder deselect them. */
export function useSelection(listed: readonly SpaceFile[]): Selection {
  const [chosen, setChosen] = useState<ReadonlyMap<string, ChosenFile>>(new Map())
  const [last, setLast] = useState('')
  useEffect(() => {
    const listener = (gone: ReadonlySet<string>): void =>
      setChosen((before) => new Map([...before].filter(([key]) => !gone.has(key))))
    listeners.add(listener)
    return () => void listeners.delete(listener)
  }, [])
  return useMemo((): Selection => {
    const toggle: Selection['toggle'] = (file, { range = false } = {}) => {
      const key = keyOf(file)
      const next = new Map(chosen)
      const from = listed.findIndex((each) => keyOf(each) === last)
      const to = listed.findIndex((each) => keyOf(each) === key)
      if (range && from >= 0 && to >= 0) {
        for (const each of listed.slice(Math.min(from, to), Math.max(from, to) + 1))
          next.set(keyOf(each), chosenOf(each))
      } else if (next.has(key)) next.delete(key)
      else next.set(key, chosenOf(file))
      setChosen(next)
      setLast(key)
    }
    return {
      files: [...chosen.values()],
      has: (file) => chosen.has(keyOf(file)),
      toggle,
      choose: (files) => setChosen(new Map(files.map((file) => [keyOf(file), file]))),
      clear: () => setChosen(new Map()),
    }
  }, [chosen, last, listed])
}
