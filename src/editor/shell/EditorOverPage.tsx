import { type ReactNode, useMemo } from 'react'
import { OpenEditor } from './EditorPage.tsx'
import { EditorHostContext } from '../context/host.ts'

interface Props {
  onLeave: () => void
  leaveLabel: string
}

/** The editor over a page; leaving it shows that page again. */
export function EditorOverPage({ onLeave, leaveLabel }: Props): ReactNode {
  const host = useMemo(() => ({ leave: onLeave, leaveLabel }), [onLeave, leaveLabel])
  return (
    <EditorHostContext value={host}>
      <OpenEditor />
    </EditorHostContext>
  )
}
