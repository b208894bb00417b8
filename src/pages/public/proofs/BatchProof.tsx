import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { SmallTick } from '#src/ui/icons.ts'
import { languageName } from '#src/ui/language-names.ts'
import batch from '../../../../assets/proofs/batch.json'
import { useView } from './use-view.ts'

const STEP_MS = 550
/** Steps that the finished batch stays. */
const REST = 6
const states = { w: 'waits', r: 'runs', d: 'done', f: 'failed' } as const

/** The course of a real batch: three videos times four languages. */
export function BatchProof(): ReactNode {
  const { t, i18n } = useTranslation('public')
  const stage = useRef<HTMLDivElement>(null)
  const { mayMove } = useView(stage)
  const last = batch.steps.length - 1
  const [at, setAt] = useState(0)
  useEffect(() => {
    if (!mayMove) return
    const timer = setInterval(() => setAt((now) => (now + 1) % (last + REST)), STEP_MS)
    return () => clearInterval(timer)
  }, [mayMove, last])
  const step = batch.steps[mayMove ? Math.min(at, last) : last] ?? ''
  const done = [...step].filter((state) => state === 'd').length
  return (
    <div ref={stage} className="batch-proof">
      <table>
        <thead>
          <tr>
            <td />
            {batch.languages.map((code) => (
              <th key={code} scope="col">
                {languageName(code, i18n.language)}
              </th>
            ))}
          </tr>
        </thead>
        <tbody>
          {batch.files.map((name, row) => (
            <tr key={name}>
              <th scope="row">{name}</th>
              {batch.languages.map((code, column) => {
                const state = stateOf(step[row * batch.languages.length + column])
                return (
                  <td key={code}>
                    <span data-state={state}>{state === 'done' && <SmallTick aria-label={t('proof_done')} />}</span>
                  </td>
                )
              })}
            </tr>
          ))}
        </tbody>
      </table>
      <p>{t('proof_count', { done, all: step.length })}</p>
    </div>
  )
}

function stateOf(letter: string | undefined): string {
  return letter === 'r' || letter === 'd' || letter === 'f' ? states[letter] : states.w
}
