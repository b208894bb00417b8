import './editor.css'
import './SampleEditor.css'
import { type ReactNode, useEffect, useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import type { Sample } from '#src/shell/live-editor.ts'
import { Button } from '#src/ui/Button.ts'
import { Translate } from '#src/ui/icons.ts'
import { UndoButtons } from './TopBar.tsx'
import { useEditor } from '../context/use-editor.ts'
import { Workspace } from './Workspace.tsx'
import { createSampleEditor, TRANSLATION } from './sample-editor.ts'

/** The editor on the sample, without an account: changes last as long as the page. */
export function SampleEditor({ sample, onReady }: { sample: Sample; onReady: () => void }): ReactNode {
  const [area, setArea] = useState<HTMLElement | null>(null)
  // A reload signs the addresses again, but the editor keeps its first ones.
  const [opened] = useState(sample)
  const editor = useMemo(() => createSampleEditor(opened), [opened])
  const playback = useMemo(() => ({ src: opened.video, source: { url: opened.video } }), [opened])
  useEffect(() => editor.save.start(), [editor])
  useEffect(() => {
    if (area) onReady()
  }, [area, onReady])
  return (
    <div className="editor sample-editor" ref={setArea} data-testid="sample-editor">
      {area && <Workspace editor={editor} playback={playback} embedded={{ area, bar: <SampleBar /> }} />}
    </div>
  )
}

function SampleBar(): ReactNode {
  const { t } = useTranslation('editor')
  const { media, reference, library } = useEditor()
  const { fileId } = useSnapshot(reference.cells)
  const isShown = fileId !== undefined
  return (
    <header className="editor-bar sample-bar">
      <h3 className="ellipsis">{media.name}</h3>
      <span className="muted ellipsis">{t('sample_stays')}</span>
      <span className="editor-gap" />
      {!library && (
        <Button
          variant="minimal"
          icon={<Translate />}
          active={isShown}
          aria-pressed={isShown}
          text={t('sample_translation')}
          onClick={() => void reference.choose(isShown ? undefined : TRANSLATION)}
        />
      )}
      <UndoButtons />
    </header>
  )
}
