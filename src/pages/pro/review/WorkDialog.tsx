import '../operations/operations.css'
import './review.css'
import { type CSSProperties, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import type { ProSubtitle } from '#core/contract/pro.ts'
import { deadlineState, peopleLimits, type Stage, stages } from '#core/domain/workflow.ts'
import { call } from '#src/api/call.ts'
import { useKeyset } from '#src/api/keyset.tsx'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Add } from '#src/ui/icons.ts'
import { NamedTag } from '#src/ui/NamedTag.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { Tag } from '#src/ui/Tag.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { DayField } from './DayField.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Failing } from '#src/ui/Failing.tsx'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { VirtualGrid } from '#src/ui/VirtualGrid.tsx'
import { workingAs } from '#src/ui/working-as.ts'
import type { OpenFolder } from '../open-folder.ts'
import { VideoLink } from '../VideoLink.tsx'
import { WorkLog } from './WorkLog.tsx'

const ROW_PX = 52
const PAGE_SIZE = 60
const layout = { columns: 1, height: ROW_PX, gap: 0 }

type Workflow = DataOf<'getWorkflow'>

/** A folder's deadline, people, and the stage of every version. */
export function WorkDialog({ folder, onClose }: { folder: OpenFolder; onClose: () => void }): ReactNode {
  const { t } = useTranslation('review')
  const { folder_id } = folder
  const { data, error, isValidating, mutate } = useCall('getWorkflow', { folder_id })
  const { items: versions, loadersOf } = useKeyset('listProSubtitles', { folder_id }, PAGE_SIZE)
  const [logOf, setLogOf] = useState<ProSubtitle>()
  return (
    <Dialog isOpen title={t('work')} className="work-dialog" onClose={onClose}>
      <DialogBody>
        {(!data || !versions) && !error && <Spinner size={20} />}
        {!data && error && (
          <Failing
            title={t('work_failed')}
            text={error.isOffline ? t('common:offline') : error.message}
            busy={isValidating}
            onRetry={() => void mutate()}
          />
        )}
        {data && (
          <div className="work-head">
            <Deadline folderId={folder_id} deadline={data.deadline} isDelivered={isDelivered(data.counts)} />
            <People folderId={folder_id} people={data.people} />
          </div>
        )}
        {data && <Counts counts={data.counts} />}
        {!versions && loadersOf(0, 0)}
        {data && versions?.length === 0 && <p className="muted">{t('common:no_data')}</p>}
        {data && versions && versions.length > 0 && (
          <div className="work-list" style={{ '--content': `${versions.length * ROW_PX}px` } as CSSProperties}>
            <VirtualGrid
              label={t('work')}
              items={versions}
              layoutOf={() => layout}
              keyOf={({ file_id }) => file_id}
              loadersOf={loadersOf}
              render={(version) => (
                <Row folderId={folder_id} version={version} people={data.people} onLog={() => setLogOf(version)} />
              )}
            />
          </div>
        )}
        {logOf && <WorkLog version={logOf} onClose={() => setLogOf(undefined)} />}
      </DialogBody>
      <DialogFooter actions={<Button text={t('common:close')} onClick={onClose} />} />
    </Dialog>
  )
}

/** Sends a change and revalidates what it affects. */
async function changing(work: () => Promise<unknown>): Promise<void> {
  try {
    await work()
    await refresh(
      'getWorkflow',
      'listStageEntries',
      'listProSubtitles',
      'listProVideos',
      'listProFolders',
      'getProFolder',
    )
  } catch (error) {
    notifyFailure(error)
  }
}

interface DeadlineProps {
  readonly folderId: string
  readonly deadline: string
  readonly isDelivered: boolean
}

/** Whether everything is delivered. */
function isDelivered(counts: Workflow['counts']): boolean {
  return counts.delivered > 0 && stages.every((stage) => stage === 'delivered' || counts[stage] === 0)
}

function Deadline({ folderId: folder_id, deadline, isDelivered: isMet }: DeadlineProps): ReactNode {
  const { t } = useTranslation('review')
  const [now] = useState(() => new Date())
  const set = (day: Date | null): void => {
    // The end of that local day.
    day?.setHours(23, 59, 59, 0)
    void changing(() => call('setDeadline', { folder_id, deadline: day?.toISOString() ?? null }))
  }
  const state = deadline === '' ? 'far' : deadlineState(new Date(deadline), now, isMet)
  return (
    <div className="work-field">
      <span className="muted">{t('deadline')}</span>
      <DayField
        label={t('deadline')}
        value={deadline === '' ? null : dayOf(deadline)}
        state={state === 'far' ? undefined : state}
        onChange={set}
      />
    </div>
  )
}

/** The local day of a moment. */
function dayOf(iso: string): Date {
  const day = new Date(iso)
  day.setHours(0, 0, 0, 0)
  return day
}

function People({ folderId: folder_id, people }: { folderId: string; people: Workflow['people'] }): ReactNode {
  const { t } = useTranslation('review')
  const [name, setName] = useState('')
  const [me, setMe] = useState(() => workingAs.get())
  const [leaving, setLeaving] = useState<Workflow['people'][number]>()
  const add = (): void => {
    if (name.trim() === '') return
    setName('')
    void changing(() => call('addPerson', { folder_id, name: name.trim() }))
  }
  return (
    <>
      <div className="work-field work-people">
        <span className="muted">{t('people')}</span>
        <div className="work-tags">
          {people.map((person) => (
            <NamedTag
              key={person.person_id}
              name={person.name}
              removal={t('remove_person', { name: person.name })}
              onRemove={() => setLeaving(person)}
            />
          ))}
          <form
            onSubmit={(event) => {
              event.preventDefault()
              add()
            }}
          >
            <TextInput
              placeholder={t('add_person')}
              aria-label={t('add_person')}
              maxLength={peopleLimits.nameLength}
              value={name}
              onValueChange={setName}
              rightElement={<Button variant="minimal" icon={<Add />} aria-label={t('add_person')} onClick={add} />}
            />
          </form>
        </div>
      </div>
      <div className="work-field">
        <span className="muted">{t('working_as')}</span>
        <Select
          label={t('working_as')}
          value={people.some(({ name: each }) => each === me) ? me : ''}
          options={[
            { value: '', label: t('myself') },
            ...people.map((person) => ({ value: person.name, label: person.name })),
          ]}
          onChange={(next) => {
            workingAs.set(next)
            setMe(next)
          }}
        />
      </div>
      <ConfirmDialog
        open={leaving !== undefined}
        text={t('remove_person_question', { name: leaving?.name ?? '' })}
        confirmText={t('remove')}
        onConfirm={() => {
          setLeaving(undefined)
          if (leaving) void changing(() => call('deletePerson', { person_id: leaving.person_id }))
        }}
        onClose={() => setLeaving(undefined)}
      />
    </>
  )
}

function Counts({ counts }: { counts: Workflow['counts'] }): ReactNode {
  const { t } = useTranslation('review')
  return (
    <ul className="work-counts">
      {stages.map((stage) => (
        <li key={stage} data-stage={stage}>
          <b>{counts[stage]}</b> {t(`stage_${stage}`)}
        </li>
      ))}
    </ul>
  )
}

interface RowProps {
  folderId: string
  version: ProSubtitle
  people: Workflow['people']
  onLog: () => void
}

function Row({ folderId, version, people, onLog }: RowProps): ReactNode {
  const { t } = useTranslation('review')
  const nameOf = useLanguageNames()
  const { file_id, video_id, video_name, name, language } = version
  // The acting person is read at the click: it may change after rendering.
  const setStage = (stage: Stage): void =>
    void changing(() => call('setStage', { file_ids: [file_id], stage, person: workingAs.get() }))
  const assign = (person_id: string): void =>
    void changing(() => call('assignVersions', { file_ids: [file_id], person_id, person: workingAs.get() }))
  return (
    <div className="work-row">
      <VideoLink folderId={folderId} videoId={video_id} fileId={file_id} className="flagged-words">
        <span className="ellipsis">{video_name || name}</span>
        <span className="muted ellipsis">
          {nameOf(language)} · {t('pro:version_number', { n: version.version })}
        </span>
      </VideoLink>
      <span className="work-changed">
        {version.is_changed && (
          <Tag minimal intent="warning">
            {t('changed_since')}
          </Tag>
        )}
      </span>
      <Select
        label={t('stage_of', { name: video_name || name })}
        value={version.stage}
        options={stages.map((value) => ({ value, label: t(`stage_${value}`) }))}
        onChange={setStage}
      />
      <Select
        label={t('assignee_of', { name: video_name || name })}
        value={version.assignee_id}
        options={[
          { value: '', label: t('nobody') },
          ...people.map((each) => ({ value: each.person_id, label: each.name })),
        ]}
        onChange={assign}
      />
      <Button size="small" variant="minimal" text={t('log')} onClick={onLog} />
    </div>
  )
}
