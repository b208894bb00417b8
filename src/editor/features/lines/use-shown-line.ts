import { useEffect, useState } from 'react'
import { subscribeKey } from 'valtio/utils'
import { sameFindings } from '#core/checks/check.ts'
import type { Finding } from '#core/checks/rule.ts'
import type { LineFlag } from '#core/domain/task.ts'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import type { Editor } from '../../context/editor.ts'
import { useEditor } from '../../context/use-editor.ts'
import { qualityOf } from '../quality/quality.ts'

/** The focused line as shown, its number, and its findings and flag. */
export interface ShownLine {
  readonly cue: Cue
  readonly n: number
  readonly count: number
  readonly findings: readonly Finding[]
  readonly flag: LineFlag | undefined
}

/** The focused line: with its previewed times during a drag, and updated at pauses while the user types. */
export function useShownLine(): ShownLine | undefined {
  const editor = useEditor()
  const [shown, setShown] = useState(() => shownLine(editor))
  useEffect(() => {
    const { session } = editor
    const quality = qualityOf(editor)
    let last: ShownLine | undefined
    // An equal line does not render again: a drop commits what the drag has shown.
    const show = (): void => {
      const now = shownLine(editor)
      if (isSame(last, now)) return
      last = now
      setShown(now)
    }
    const stops = [
      subscribeKey(session.cells, 'focus', show),
      subscribeKey(session.cells, 'list', show),
      quality.subscribe(show),
    ]
    show()
    return () => {
      for (const stop of stops) stop()
    }
  }, [editor])
  return shown
}

function shownLine(editor: Editor): ShownLine | undefined {
  const { session } = editor
  const quality = qualityOf(editor)
  const { list, focus } = session.cells
  const at = list.index.get(focus ?? '')
  const cue = at === undefined ? undefined : list.at(at)
  if (at === undefined || !cue) return undefined
  return { cue, n: at + 1, count: list.length, findings: quality.shownAt(at), flag: quality.flags.of(cue.id) }
}

function isSame(a: ShownLine | undefined, b: ShownLine | undefined): boolean {
  if (!a || !b) return a === b
  const isLike = a.cue === b.cue && a.n === b.n && a.count === b.count && a.flag === b.flag
  return isLike && sameFindings(a.findings, b.findings)
}
