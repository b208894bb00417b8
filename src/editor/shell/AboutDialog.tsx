import './AboutDialog.css'
import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { APP_VERSION } from '#core/domain/limits.ts'
import { DialogBody } from '#src/ui/Dialog.ts'
import { useEditor } from '../context/use-editor.ts'
import { chooseRenderer, gpuName } from '../timeline/index.ts'
import { EditorDialog } from '../parts/EditorDialog.tsx'

/** Version, and the renderer of the timeline on this computer: what support asks for first. */
export function AboutDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="about" title={t('action_about')}>
      <About />
    </EditorDialog>
  )
}

function About(): ReactNode {
  const { t } = useTranslation('editor')
  const { media, session } = useEditor()
  const [renderer] = useState(chooseRenderer)
  const [gpu] = useState(() => gpuName())
  const { num, den } = media.rate
  const facts: readonly [string, string][] = [
    [t('about_version'), APP_VERSION],
    [t('about_renderer'), t(`about_${renderer}`)],
    [t('about_gpu'), gpu || t('about_no_gpu')],
    [t('about_rate'), `${(num / den).toFixed(3)} fps`],
    [t('about_lines'), String(session.list.length)],
  ]
  return (
    <DialogBody>
      <dl className="about">
        {facts.map(([name, value]) => (
          <div key={name}>
            <dt>{name}</dt>
            <dd>{value}</dd>
          </div>
        ))}
      </dl>
    </DialogBody>
  )
}
