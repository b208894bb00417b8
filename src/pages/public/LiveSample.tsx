import { Component, type ReactNode, useCallback, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { LiveEditor, Sample } from '#src/shell/live-editor.ts'

interface Props {
  /** Undefined until the editor may be loaded. */
  readonly sample: Sample | undefined
  readonly cover: string | undefined
  readonly Editor: LiveEditor
}

/** The editor on the sample; before it is loaded, a picture of equal size. */
export function LiveSample({ sample, cover, Editor }: Props): ReactNode {
  const { t } = useTranslation('public')
  const [isReady, setReady] = useState(false)
  const ready = useCallback(() => setReady(true), [])
  return (
    <figure className="live-sample" aria-label={t('sample_editor')} data-ready={isReady}>
      {!isReady && <LivePlaceholder cover={cover} />}
      {sample && (
        <Unharmed>
          <Editor sample={sample} onReady={ready} />
        </Unharmed>
      )}
    </figure>
  )
}

function LivePlaceholder({ cover }: { cover: string | undefined }): ReactNode {
  const { t } = useTranslation('public')
  return (
    <div className="live-placeholder">
      <div className="live-lines" aria-hidden="true">
        {Array.from({ length: 6 }, (_, line) => (
          <span key={line} />
        ))}
      </div>
      {cover && <img src={cover} alt={t('sample_picture')} />}
      <div className="live-tracks" aria-hidden="true" />
    </div>
  )
}

/** The page survives if the editor fails to load or crashes. */
class Unharmed extends Component<{ children: ReactNode }, { hasFailed: boolean }> {
  override state = { hasFailed: false }

  static getDerivedStateFromError(): { hasFailed: boolean } {
    return { hasFailed: true }
  }

  override render(): ReactNode {
    return this.state.hasFailed ? null : this.props.children
  }
}
