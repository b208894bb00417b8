import './VersionsDialog.css'
import { type ReactNode, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { nameLengths } from '#core/domain/limits.ts'
import type { SubtitleVersion } from '#core/contract/subtitle.ts'
import type { Video } from '#core/contract/video.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Add, CaretDown, Document, Duplicate, Import, Trash } from '#src/ui/icons.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { Tag } from '#src/ui/Tag.ts'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'
import { addEmptyVersion } from '../../store/linked/versions.ts'
import { useVersionCounts, type VersionCounts } from './version-counts.ts'
import { useEditor, useLibrary } from '../../context/use-editor.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'
import { TrackItems } from '../import/TrackItems.tsx'
import { qualityOf } from '../quality/quality.ts'

/** Manages the versions of the video: active one, names, languages, copies, deletion. */
export function VersionsDialog(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="versions" title={t('versions_title')} className="versions-dialog">
      <VersionsTable />
    </EditorDialog>
  )
}

function VersionsTable(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const library = useLibrary()
  const counts = useVersionCounts()
  const change = useChange()
  if (!library) return null
  const { versions, fileId, video } = library
  const quality = qualityOf(editor)
  return (
    <>
      <DialogBody>
        <p className="muted">{t('subtitles:import_activate_text')}</p>
        <table className="versions">
          <thead>
            <tr>
              <th scope="col">{t('versions_number')}</th>
              <th scope="col">{t('versions_name')}</th>
              <th scope="col">{t('subtitles:import_language')}</th>
              <th scope="col">{t('versions_source')}</th>
              <th scope="col" className="versions-figure">
                {t('versions_lines')}
              </th>
              <th scope="col" data-tip={t('versions_quality_by', { profile: quality.profile.name })}>
                {t('versions_quality')}
              </th>
              <th scope="col">{t('versions_active')}</th>
              <th scope="col">
                <span className="unseen">{t('more')}</span>
              </th>
            </tr>
          </thead>
          <tbody>
            {versions.map((version) => (
              <VersionRow
                key={version.file_id}
                version={version}
                isOpen={version.file_id === fileId}
                isOnly={versions.length === 1}
                counts={counts.get(version.file_id)}
                change={change}
              />
            ))}
          </tbody>
        </table>
      </DialogBody>
      <DialogFooter
        actions={<Button autoFocus text={t('common:close')} onClick={() => editor.dialogs.close('versions')} />}
      >
        <AddVersion video={video} />
      </DialogFooter>
    </>
  )
}

interface RowProps {
  readonly version: SubtitleVersion
  /** Whether it is the open version. */
  readonly isOpen: boolean
  readonly isOnly: boolean
  /** Undefined while counting. */
  readonly counts: VersionCounts | undefined
  readonly change: Change
}

function VersionRow({ version, isOpen, isOnly, counts, change }: RowProps): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { file_id, version: n, language, from, cue_sum, is_use, video_id } = version
  return (
    <tr data-version={file_id} data-active={is_use}>
      <td>
        <Button
          size="small"
          variant={isOpen ? 'solid' : 'minimal'}
          active={isOpen}
          text={n}
          aria-label={t('versions_open', { n })}
          data-tip={t('versions_open', { n })}
          onClick={() => {
            editor.dialogs.close('versions')
            if (!isOpen) void editor.openVersion(file_id)
          }}
        />
      </td>
      <td className="versions-name">
        <VersionName version={version} change={change} />
      </td>
      <td>
        <LanguageSelect
          id={`version-language-${n}`}
          label={t('versions_language', { n })}
          value={language}
          onChange={(code) => void change(() => call('setVersionLanguage', { file_id, language: code }))}
        />
      </td>
      <td>{t(`tasks:from_${from}`)}</td>
      <td className="versions-figure">{isOpen ? <OwnLines /> : <Lines count={cue_sum} />}</td>
      <td>{isOpen || cue_sum > 0 ? <QualityFigures counts={counts} /> : <span className="muted">–</span>}</td>
      <td>
        {is_use ? (
          <Tag intent="primary" minimal>
            {t('versions_is_active')}
          </Tag>
        ) : (
          <Button
            size="small"
            text={t('versions_activate')}
            aria-label={t('versions_activate_n', { n })}
            onClick={() => void change(() => call('useVersion', { video_id, subtitles_id: file_id }))}
          />
        )}
      </td>
      <td className="versions-actions">
        <IconButton
          size="small"
          icon={<Duplicate />}
          onClick={() => void change(() => call('copyVersion', { file_id }))}
          label={t('versions_copy', { n })}
        />
        <DeleteButton version={version} isOpen={isOpen} isOnly={isOnly} change={change} />
      </td>
    </tr>
  )
}

/** Number of lines in the open version, and whether it is saved. */
function OwnLines(): ReactNode {
  const { t } = useTranslation('editor')
  const { session } = useEditor()
  const { list } = useSnapshot(session.cells)
  const { state } = useSnapshot(session.saving)
  return (
    <>
      {state !== 'saved' && (
        <Tag minimal intent="warning" data-tip={t('versions_unsaved_text')}>
          {t('versions_unsaved')}
        </Tag>
      )}
      <Lines count={list.length} />
    </>
  )
}

function Lines({ count }: { count: number }): ReactNode {
  const { t } = useTranslation('editor')
  return count === 0 ? <span className="muted">{t('versions_empty')}</span> : count
}

/** Errors and warnings; hints only if there are neither. */
function QualityFigures({ counts }: { counts: VersionCounts | undefined }): ReactNode {
  const { t } = useTranslation('editor')
  if (counts === undefined)
    return <span className="versions-counting skeleton-block" aria-label={t('versions_counting')} />
  if (counts === 'unread') return <span className="muted">{t('versions_unread')}</span>
  const { error, warning } = counts
  if (error + warning === 0) return <span className="muted">{t('versions_clean')}</span>
  return (
    <span className="versions-quality">
      {error > 0 && (
        <Tag minimal intent="danger">
          {t('versions_errors', { count: error })}
        </Tag>
      )}
      {warning > 0 && (
        <Tag minimal intent="warning">
          {t('versions_warnings', { count: warning })}
        </Tag>
      )}
    </span>
  )
}

/** Adds a version: from a file, from a track of the video, or empty. */
function AddVersion({ video }: { video: Video }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const empty = async (): Promise<void> => {
    try {
      const fileId = await addEmptyVersion(video)
      editor.dialogs.close('versions')
      await editor.openVersion(fileId)
    } catch (error) {
      notifyFailure(error)
    }
  }
  return (
    <Popover
      placement="top-start"
      content={
        <Menu>
          <MenuItem
            icon={<Import />}
            text={t('subtitles:import_file')}
            onClick={() => void editor.run('import_subtitle')}
          />
          <TrackItems video={video} />
          <MenuItem icon={<Document />} text={t('begin_empty')} onClick={() => void empty()} />
        </Menu>
      }
    >
      <Button icon={<Add />} endIcon={<CaretDown />} text={t('versions_add')} />
    </Popover>
  )
}

/** The name, saved on blur or Enter; Escape restores it. */
function VersionName({
  version: { file_id, name, version: n },
  change,
}: Pick<RowProps, 'version' | 'change'>): ReactNode {
  const { t } = useTranslation('editor')
  const [typed, setTyped] = useState<string>()
  const { library } = useEditor()
  const show = (shown: string): void => {
    const { versions = [] } = library?.data() ?? {}
    library?.update({
      versions: versions.map((version) => (version.file_id === file_id ? { ...version, name: shown } : version)),
    })
  }
  const keep = (): void => {
    const wanted = typed?.trim()
    setTyped(undefined)
    if (!wanted || wanted === name) return
    // Every list of versions shows the name at once; if the server refuses, the earlier one returns.
    show(wanted)
    void change(() => call('renameVersion', { file_id, name: wanted })).then((isDone) => {
      if (!isDone) show(name)
    })
  }
  return (
    <TextInput
      aria-label={t('versions_name_n', { n })}
      value={typed ?? name}
      maxLength={nameLengths.file}
      onValueChange={setTyped}
      onBlur={keep}
      onKeyDown={(event) => {
        if (event.key === 'Enter') keep()
        if (event.key !== 'Escape' || typed === undefined) return
        event.stopPropagation()
        setTyped(undefined)
      }}
    />
  )
}

/** Deletes a version, but neither the active nor the last one: another has to be active first. */
function DeleteButton({ version, isOpen, isOnly, change }: Omit<RowProps, 'counts'>): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const library = useLibrary()
  const [isAsking, setAsking] = useState(false)
  const { file_id, folder_id, version: n, is_use, name, cue_sum } = version
  const isGuarded = is_use || isOnly
  const remove = async (): Promise<void> => {
    setAsking(false)
    const active = library?.versions.find((other) => other.is_use)
    const isDone = await change(() => call('deleteVersion', { folder_id, subtitles_id: file_id }))
    if (!isDone) return
    notify.success(t('common:deleted'))
    if (!isOpen || !active) return
    editor.dialogs.close('versions')
    library?.onOpen(active.file_id)
  }
  return (
    <>
      <IconButton
        size="small"
        icon={<Trash />}
        disabled={isGuarded}
        onClick={() => setAsking(true)}
        label={t('versions_delete', { n })}
        tip={isGuarded ? t('versions_delete_active') : t('versions_delete', { n })}
      />
      <ConfirmDialog
        open={isAsking}
        text={t('versions_delete_question', { name, count: cue_sum })}
        confirmText={t('common:delete')}
        onConfirm={() => remove()}
        onClose={() => setAsking(false)}
      />
    </>
  )
}

/** Runs a change of versions on the server and reloads them; false if it fails, which is reported. */
type Change = (work: () => Promise<unknown>) => Promise<boolean>

/** Runs one change after the other: a copy has the name that was typed just before. */
function useChange(): Change {
  const { save } = useEditor()
  const last = useRef(Promise.resolve(true))
  return (work) => {
    last.current = last.current.then(async () => {
      try {
        // A copy has the lines that were typed just before.
        await save.flush()
        await work()
        await refresh('listVersions', 'listVideos', 'listFiles')
        return true
      } catch (error) {
        notifyFailure(error)
        return false
      }
    })
    return last.current
  }
}
