import './demos.css'
import './proofs/proofs.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { SIGN_UP_CREDITS } from '#core/domain/prices.ts'
import type { Sample } from '#src/shell/live-editor.ts'
import { LinkButton } from '#src/ui/LinkButton.tsx'
import { DragDemo } from './DragDemo.tsx'
import { LandingFoot } from './LandingFoot.tsx'
import { LanguagesDemo } from './LanguagesDemo.tsx'
import { PriceDemo } from './PriceDemo.tsx'
import { BatchProof } from './proofs/BatchProof.tsx'
import { DubProof } from './proofs/DubProof.tsx'
import { EraseProof } from './proofs/EraseProof.tsx'

/** The product's features, each with a live demo; then formats, keys, prices and licence. */
export function Demos({ sample }: { sample: Sample | undefined }): ReactNode {
  const { t } = useTranslation('public')
  return (
    <div>
      <Demo title={t('proof_dub')} text={t('proof_dub_text')}>
        <DubProof />
      </Demo>
      <Demo title={t('proof_erase')} text={t('proof_erase_text')} isTurned>
        <EraseProof />
      </Demo>
      <Demo title={t('proof_batch')} text={t('proof_batch_text')}>
        <BatchProof />
      </Demo>
      <Demo isTurned title={t('demo_drag')} text={t('demo_drag_text')}>
        <DragDemo />
      </Demo>
      <Demo title={t('demo_languages')} text={t('demo_languages_text')}>
        <LanguagesDemo sample={sample} />
      </Demo>
      <Demo isTurned title={t('demo_price')} text={t('demo_price_text')}>
        <PriceDemo />
      </Demo>
      <LandingFoot />
      <div className="landing-start">
        <span>{t('prices_text', { count: SIGN_UP_CREDITS })}</span>
        <LinkButton intent="primary" to="/login?tab=register">
          {t('start_free')}
        </LinkButton>
      </div>
    </div>
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
