import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/hooks.ts'
import { formatAgo, formatBytes } from '#src/ui/format.ts'
import { DaysSelect } from './DaysSelect.tsx'
import { StaffList } from './StaffList.tsx'
import { BarPlot } from './Plots.tsx'
import { Unreadable } from './Unreadable.tsx'

const PAGE_SIZE = 20

/** Reports of pages: views, and failed uploads. */
export function Reports(): ReactNode {
  return (
    <>
      <Views />
      <Uploads />
    </>
  )
}

function Views(): ReactNode {
  const { t, i18n } = useTranslation('staff')
  const [days, setDays] = useState(30)
  const answer = useCall('getViews', { days }, { keepPreviousData: true })
  const { data } = answer
  const number = new Intl.NumberFormat(i18n.language.replace('_', '-'))
  const date = new Intl.DateTimeFormat(i18n.language.replace('_', '-'), {
    day: 'numeric',
    month: 'numeric',
    timeZone: 'UTC',
  })
  return (
    <section>
      <div className="staff-filters">
        <h2>{t('page_views')}</h2>
        <DaysSelect days={days} onDays={setDays} />
      </div>
      {data && data.pages.length > 0 ? (
        <>
          <div className="staff-card">
            <BarPlot
              label={t('page_views')}
              bars={data.days.map(({ day, views, people }) => ({
                label: date.format(Date.parse(day)),
                value: views,
                tip: t('plot_day', { day: date.format(Date.parse(day)), views, people }),
              }))}
            />
          </div>
          <table className="staff-table staff-list">
            <thead>
              <tr>
                <th scope="col">{t('page')}</th>
                <th scope="col" className="staff-number staff-narrow">
                  {t('views')}
                </th>
                <th scope="col" className="staff-number staff-narrow">
                  {t('people')}
                </th>
              </tr>
            </thead>
            <tbody>
              {data.pages.map(({ path, views, people }) => (
                <tr key={path}>
                  <td className="ellipsis">{path}</td>
                  <td className="staff-number">{number.format(views)}</td>
                  <td className="staff-number">{number.format(people)}</td>
                </tr>
              ))}
            </tbody>
          </table>
        </>
      ) : (
        data && <p className="muted">{t('none_here')}</p>
      )}
      {!data && answer.error && <Unreadable answer={answer} />}
    </section>
  )
}

function Uploads(): ReactNode {
  const { t } = useTranslation('staff')
  const [page, setPage] = useState(1)
  const answer = useCall('listUploadErrors', { page, page_size: PAGE_SIZE }, { keepPreviousData: true })
  return (
    <section>
      <h2>{t('uploads_failed')}</h2>
      {answer.data?.total === 0 ? (
        <p className="muted">{t('none_here')}</p>
      ) : (
        <StaffList
          answer={answer}
          columns={[
            { label: t('file') },
            { label: t('size_of'), className: 'staff-number staff-narrow' },
            { label: t('account'), className: 'staff-medium' },
            { label: t('step'), className: 'staff-narrow' },
            { label: t('why') },
            { label: t('when'), className: 'staff-narrow' },
          ]}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={setPage}
          renderRow={({ id, file_name, size, owner, step, message, created_at }) => (
            <tr key={id}>
              <td className="ellipsis">{file_name}</td>
              <td className="staff-number">{formatBytes(size)}</td>
              <td className="ellipsis">{owner}</td>
              <td className="muted">{t(`step_${step}`, step)}</td>
              <td>{message}</td>
              <td className="muted">{formatAgo(created_at)}</td>
            </tr>
          )}
        />
      )}
    </section>
  )
}
