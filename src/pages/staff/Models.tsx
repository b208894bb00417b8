import { type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ModelView } from '#core/contract/engine.ts'
import { call } from '#src/api/call.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Progress } from '#src/ui/Progress.tsx'
import { notify } from '#src/ui/toaster.ts'
import { Table } from '#src/ui/Table.tsx'

interface ModelsProps {
  models: readonly ModelView[]
  /** Called when something starts or ends. */
  onChange: () => void
}

/** The weights on this machine: fetch, check, and progress. */
export function Models({ models, onChange }: ModelsProps): ReactNode {
  const { t } = useTranslation('staff')
  const [asked, setAsked] = useState<ModelView>()
  useEndings(models)
  const act = async (what: 'fetchModel' | 'verifyModel' | 'cancelModel', name: string): Promise<void> => {
    try {
      await call(what, { name })
    } catch (error) {
      notifyFailure(error)
    }
    onChange()
  }
  return (
    <section className="staff-models">
      <h2>{t('models')}</h2>
      <p className="muted">{t(models.length ? 'models_text' : 'models_elsewhere')}</p>
      {models.length > 0 && (
        <Table
          layout="auto"
          className="staff-tall"
          columns={[
            { key: 'model', label: t('model') },
            { key: 'size', label: t('size'), isNumber: true },
            { key: 'licence', label: t('licence') },
            { key: 'state', label: t('state') },
            { key: 'todo', label: t('todo'), isUnseen: true },
          ]}
        >
          {models.map((model) => (
            <ModelRow
              key={model.name}
              model={model}
              onFetch={() => setAsked(model)}
              onVerify={() => void act('verifyModel', model.name)}
              onStop={() => void act('cancelModel', model.name)}
            />
          ))}
        </Table>
      )}
      <ConfirmDialog
        open={asked !== undefined}
        text={t('fetch_question', { title: asked?.title, megabytes: asked?.megabytes })}
        confirmText={t('fetch')}
        onConfirm={() => {
          if (asked) void act('fetchModel', asked.name)
          setAsked(undefined)
        }}
        onClose={() => setAsked(undefined)}
      />
    </section>
  )
}

/** Announces a successful fetch or check; failures are in the row. */
function useEndings(models: readonly ModelView[]): void {
  const { t } = useTranslation('staff')
  const before = useRef(new Map<string, ModelView['state']>())
  useEffect(() => {
    for (const { name, state, problem } of models) {
      const was = before.current.get(name)
      if (state === 'here' && problem === '' && was === 'fetching') notify.success(t('fetched', { name }))
      if (state !== 'checking' && problem === '' && was === 'checking') notify.success(t('verified', { name }))
      before.current.set(name, state)
    }
  }, [models, t])
}

interface RowProps {
  model: ModelView
  onFetch: () => void
  onVerify: () => void
  onStop: () => void
}

function ModelRow({ model, onFetch, onVerify, onStop }: RowProps): ReactNode {
  const { t } = useTranslation('staff')
  const { name, title, megabytes, licence, state, problem } = model
  return (
    <tr>
      <td>
        <code>{name}</code>
        <div className="muted staff-detail">{title}</div>
        {problem && <div className="staff-problem">{problem}</div>}
      </td>
      <td className="number">{t('megabytes', { count: megabytes })}</td>
      <td>{licence}</td>
      <td>{state === 'fetching' ? <FetchProgress model={model} /> : t(`model_${state}`)}</td>
      <td>
        <div className="table-actions">
          {(state === 'absent' || state === 'part') && (
            <Button size="small" text={t(state === 'part' ? 'fetch_on' : 'fetch')} onClick={onFetch} />
          )}
          {(state === 'here' || state === 'part') && <Button size="small" text={t('verify')} onClick={onVerify} />}
          {state === 'fetching' && <Button size="small" text={t('stop')} onClick={onStop} />}
        </div>
      </td>
    </tr>
  )
}

function FetchProgress({ model: { file, done_bytes, total_bytes } }: { model: ModelView }): ReactNode {
  const { t } = useTranslation('staff')
  const share = total_bytes > 0 ? done_bytes / total_bytes : 0
  return (
    <>
      <Progress label={t('model_fetching')} value={share} />
      <div className="muted staff-detail">{t('of_file', { file, share: Math.floor(share * 100) })}</div>
    </>
  )
}
