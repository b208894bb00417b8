import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { type RuleId, ruleIds } from '#core/checks/rule.ts'
import type { OperationOutcome } from '#core/contract/operation.ts'
import { formatTimecode } from '#core/subtitle/text/timecode.ts'
import { useVersionName } from '#src/tasks/version-name.ts'
import { ChangedText } from '#src/ui/ChangedText.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { VirtualList } from '#src/ui/VirtualList.tsx'
import { VideoLink } from '../VideoLink.tsx'

const ROW_PX = 76

interface Props {
  folderId: string
  list: readonly OperationOutcome[]
}

/** Each version's changes or findings in an operation; the first cue links to the editor. */
export function Outcomes({ folderId, list }: Props): ReactNode {
  const { t } = useTranslation('review')
  return (
    <VirtualList
      className="outcomes"
      label={t('outcomes')}
      items={list}
      rowHeight={ROW_PX}
      keyOf={({ file_id }) => file_id}
      render={(outcome) => <Outcome folderId={folderId} outcome={outcome} />}
    />
  )
}

function Outcome({ folderId, outcome }: { folderId: string; outcome: OperationOutcome }): ReactNode {
  const nameOf = useVersionName()
  const { video_id, file_id, video_name, fault } = outcome
  return (
    <div className="outcome" data-fault={fault !== null}>
      <span className="outcome-name">
        <VideoLink folderId={folderId} videoId={video_id} fileId={file_id} className="ellipsis" title={video_name}>
          {video_name}
        </VideoLink>
        <span className="muted">{nameOf(outcome, video_name)}</span>
      </span>
      <span className="outcome-lines">
        <Lines folderId={folderId} outcome={outcome} />
      </span>
      <Figures outcome={outcome} />
    </div>
  )
}

const isRule = (rule: string): rule is RuleId => ruleIds.some((id) => id === rule)

/** The blocking cue, else the first changed ones, else findings. */
function Lines({ folderId, outcome }: { folderId: string; outcome: OperationOutcome }): ReactNode {
  const { t } = useTranslation('review')
  const { fault, samples, findings, video_id, file_id } = outcome
  if (fault) {
    const time = formatTimecode(Math.max(0, fault.line.start))
    return <span className="outcome-fault">{t(`fault_${faultOf(fault.reason)}`, { n: fault.number, time })}</span>
  }
  if (samples.length > 0)
    return samples.slice(0, 2).map(({ number, before, after }) => (
      <span key={number} className="ellipsis outcome-line">
        <span className="muted">{number}</span> <Change before={before} after={after} />
      </span>
    ))
  return findings.slice(0, 2).map(({ number, cue_id, rule, line }) => (
    <VideoLink
      key={`${number} ${rule}`}
      folderId={folderId}
      videoId={video_id}
      fileId={file_id}
      cueId={cue_id}
      className="ellipsis outcome-line"
      title={line.text}
    >
      <span className="muted">{number}</span> {isRule(rule) ? t(`checks:title_${rule}`) : rule}:{' '}
      <bdi>{oneRow(line.text)}</bdi>
    </VideoLink>
  ))
}

const faults = ['before_start', 'after_end', 'would_overlap', 'too_long'] as const
const faultOf = (reason: string): (typeof faults)[number] => faults.find((each) => each === reason) ?? 'would_overlap'

type Sample = OperationOutcome['samples'][number]

/** The difference: text, else times. */
function Change({ before, after }: Pick<Sample, 'before' | 'after'>): ReactNode {
  const { t } = useTranslation('review')
  if (!after) return <del dir="auto">{oneRow(before?.text ?? '')}</del>
  if (!before) return <ins dir="auto">{oneRow(after.text)}</ins>
  if (before.text !== after.text) return <ChangedText before={before.text} after={after.text} isNearChange />
  if (before.roles.join() !== after.roles.join()) return `${t('speakers_change')}: ${oneRow(after.text)}`
  return (
    <>
      <ChangedText before={formatTimecode(before.start)} after={formatTimecode(after.start)} /> {oneRow(after.text)}
    </>
  )
}

const oneRow = (text: string): string => text.replaceAll('\n', ' ')

function Figures({ outcome: { changed, counts, cue_sum } }: { outcome: OperationOutcome }): ReactNode {
  const { t } = useTranslation('review')
  return (
    <span className="outcome-figures">
      {changed > 0 && <span>{t('lines_of', { n: changed, of: cue_sum })}</span>}
      {counts && (
        <span className="outcome-tags">
          {counts.error > 0 && (
            <Tag minimal intent="danger">
              {t('errors', { count: counts.error })}
            </Tag>
          )}
          {counts.warning + counts.hint > 0 && (
            <Tag minimal intent="warning">
              {t('warnings', { count: counts.warning + counts.hint })}
            </Tag>
          )}
        </span>
      )}
    </span>
  )
}
