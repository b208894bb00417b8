import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useCall } from '#src/api/hooks.ts'
import { formatAgo, formatBytes } from '#src/ui/format.ts'
import { Table } from '#src/ui/Table.tsx'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { DaysSelect } from './DaysSelect.tsx'
import { StaffList, widths } from './StaffList.tsx'
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
      <Toolbar>
        <h2>{t('page_views')}</h2>
        <DaysSelect days={days} onDays={setDays} />
      </Toolbar>
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
          <Table
            className="staff-list"
            columns={[
              { key: 'page', label: t('page') },
              { key: 'views', label: t('views'), isNumber: true, width: widths.narrow },
              { key: 'people', label: t('people'), isNumber: true, width: widths.narrow },
            ]}
          >
            {data.pages.map(({ path, views, people }) => (
              <tr key={path}>
                <td className="ellipsis">{path}</td>
                <td className="number">{number.format(views)}</td>
                <td className="number">{number.format(people)}</td>
              </tr>
            ))}
          </Table>
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
            { key: 'file', label: t('file') },
            { key: 'size_of', label: t('size_of'), isNumber: true, width: widths.narrow },
            { key: 'account', label: t('account'), width: widths.medium },
            { key: 'step', label: t('step'), width: widths.narrow },
            { key: 'why', label: t('why') },
            { key: 'when', label: t('when'), width: widths.narrow },
          ]}
          page={page}
          pageSize={PAGE_SIZE}
          onPage={setPage}
          renderRow={({ id, file_name, size, owner, step, message, created_at }) => (
            <tr key={id}>
              <td className="ellipsis">{file_name}</td>
              <td className="number">{formatBytes(size)}</td>
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
