import './staff.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { EngineView } from '#core/contract/engine.ts'
import { type EnginePort, enginePorts } from '#core/domain/engines.ts'
import { useCall } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Spinner } from '#src/ui/Spinner.ts'
import { Covers } from './Covers.tsx'
import { Models } from './Models.tsx'
import { WorkTimes } from './WorkTimes.tsx'
import { StaffNav } from './StaffNav.tsx'
import { PairFinder } from './PairFinder.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import { TableHead } from '#src/ui/Table.tsx'

/** Polling interval during a fetch or check. */
const WATCH_MS = 1000

/** Engines and their uses, what missing ones need, and the weights on this machine. */
export function EnginesPage(): ReactNode {
  const { t } = useTranslation('staff')
  const { data, error, isLoading, mutate } = useCall(
    'listEngines',
    {},
    {
      refreshInterval: (latest) => (latest?.models.some(isBusy) ? WATCH_MS : 0),
    },
  )
  if (isLoading) return <Spinner className="page-spinner" />
  if (!data) {
    return (
      <NonIdealState
        title={error?.message || t('common:offline')}
        action={<Button text={t('common:retry')} onClick={() => void mutate()} />}
      />
    )
  }
  return (
    <div className="staff">
      <StaffNav />
      <h1>{t('engines')}</h1>
      <p className="muted">{t('engines_text')}</p>
      <WorkTimes />
      <PairFinder engines={data.engines} />
      <table className="table table-auto staff-tall">
        <TableHead
          columns={[
            { key: 'engine', label: t('engine'), width: '20%' },
            { key: 'state', label: t('state'), width: '11%' },
            { key: 'covers', label: t('covers') },
            { key: 'todo', label: t('todo'), width: '36%' },
          ]}
        />
        {enginePorts.map((port) => (
          <PortRows key={port} port={port} engines={data.engines.filter((engine) => engine.port === port)} />
        ))}
      </table>
      <Models models={data.models} onChange={() => void mutate()} />
      <GoogleState missing={data.google_missing} />
    </div>
  )
}

/** State of Google sign-in, and what an operator can do about it. */
function GoogleState({ missing }: { missing: string }): ReactNode {
  const { t } = useTranslation('staff')
  const state = missing === '' ? 'here' : 'optional'
  return (
    <section className="staff-google">
      <h2>{t('google')}</h2>
      <p>
        <span className={`staff-state staff-state-${state}`}>{t(`state_${state}`)}</span>{' '}
        <span className="muted">{missing}</span>
      </p>
    </section>
  )
}

const isBusy = ({ state }: { state: string }): boolean => state === 'fetching' || state === 'checking'

function PortRows({ port, engines }: { port: EnginePort; engines: readonly EngineView[] }): ReactNode {
  const { t } = useTranslation('staff')
  if (engines.length === 0) return null
  return (
    <tbody>
      <tr>
        <th colSpan={4} scope="rowgroup" className="staff-group">
          {t(`port_${port}`)}
        </th>
      </tr>
      {engines.map((engine) => (
        <EngineRow key={engine.name} engine={engine} />
      ))}
    </tbody>
  )
}

function EngineRow({ engine }: { engine: EngineView }): ReactNode {
  const { t } = useTranslation('staff')
  const { label, detail, is_here, is_optional, missing, price_unit } = engine
  const state = is_here ? 'here' : is_optional ? 'optional' : 'missing'
  return (
    <tr>
      <td>
        {label}
        {is_here && detail && detail !== label && <div className="muted staff-detail">{detail}</div>}
        {is_here && price_unit && <div className="muted staff-detail">{t(`price_${price_unit}`)}</div>}
      </td>
      <td>
        <span className={`staff-state staff-state-${state}`}>{t(`state_${state}`)}</span>
      </td>
      <td>{is_here && <Covers engine={engine} />}</td>
      <td className="staff-todo">{missing}</td>
    </tr>
  )
}
