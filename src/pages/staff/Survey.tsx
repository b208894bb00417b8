import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { surveyQuestions, surveyScale } from '#core/domain/forms.ts'
import { useCall } from '#src/api/hooks.ts'
import { formatAgo } from '#src/ui/format.ts'
import { Toolbar } from '#src/ui/Toolbar.tsx'
import { DaysSelect } from './DaysSelect.tsx'
import { BarPlot, LinePlot } from './Plots.tsx'
import { Unreadable } from './Unreadable.tsx'

/** Survey results: counts per number, weekly means, and comments. */
export function Survey(): ReactNode {
  const { t, i18n } = useTranslation('staff')
  const [days, setDays] = useState(30)
  const answer = useCall('getSurvey', { days }, { keepPreviousData: true })
  const { data } = answer
  const decimal = new Intl.NumberFormat(i18n.language.replace('_', '-'), { maximumFractionDigits: 1 })
  const words = surveyQuestions.map((question) => t(`forms:survey_${question}`))
  if (!data && answer.error) return <Unreadable answer={answer} />
  return (
    <>
      <Toolbar>
        <DaysSelect days={days} onDays={setDays} />
        <span className="muted">{data && t('survey_answers', { count: data.answers })}</span>
      </Toolbar>
      {data?.answers === 0 && <p className="muted">{t('survey_none')}</p>}
      {data && data.answers > 0 && (
        <>
          <div className="staff-plots">
            {data.questions.map(({ question, counts, mean }, at) => (
              <section key={question} className="staff-card">
                <h3>{words[at]}</h3>
                <p className="muted">{mean !== null && t('survey_mean', { mean: decimal.format(mean) })}</p>
                <BarPlot
                  label={words[at] ?? question}
                  bars={counts.map((value, score) => ({
                    label: String(score),
                    value,
                    tip: t('plot_score', { score, count: value }),
                  }))}
                />
              </section>
            ))}
          </div>
          {data.weeks.length > 1 && (
            <section className="staff-card">
              <h3>{t('survey_weeks')}</h3>
              <LinePlot
                label={t('survey_weeks')}
                most={surveyScale.max}
                series={words.map((name, at) => ({ name, values: data.weeks.map(({ means }) => means[at] ?? 0) }))}
              />
            </section>
          )}
          {data.comments.length > 0 && (
            <section>
              <h2>{t('survey_comments')}</h2>
              <ul className="staff-comments">
                {data.comments.map(({ id, text, sender, created_at }) => (
                  <li key={id}>
                    <p>{text}</p>
                    <span className="muted">
                      {sender} · {formatAgo(created_at)}
                    </span>
                  </li>
                ))}
              </ul>
            </section>
          )}
        </>
      )}
    </>
  )
}
