import './demos.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Sample } from '#src/shell/live-editor.ts'
import { DragDemo } from './DragDemo.tsx'
import { LandingFoot } from './LandingFoot.tsx'
import { LanguagesDemo } from './LanguagesDemo.tsx'
import { PriceDemo } from './PriceDemo.tsx'

/** The product's features, each with a live demo; then formats, keys, prices and licence. */
export function Demos({ sample }: { sample: Sample | undefined }): ReactNode {
  const { t } = useTranslation('public')
  return (
    <>
      <Demo title={t('demo_drag')} text={t('demo_drag_text')}>
        <DragDemo />
      </Demo>
      <Demo title={t('demo_languages')} text={t('demo_languages_text')} isTurned>
        <LanguagesDemo sample={sample} />
      </Demo>
      <Demo title={t('demo_price')} text={t('demo_price_text')}>
        <PriceDemo />
      </Demo>
      <LandingFoot />
    </>
  )
}

/** A claim beside its demo. */
function Demo(props: { title: string; text: string; isTurned?: boolean; children: ReactNode }): ReactNode {
  return (
    <section className={props.isTurned ? 'landing-demo landing-demo-turned' : 'landing-demo'}>
      <div>
        <h2>{props.title}</h2>
        <p>{props.text}</p>
      </div>
      <div className="landing-piece">{props.children}</div>
    </section>
  )
}
