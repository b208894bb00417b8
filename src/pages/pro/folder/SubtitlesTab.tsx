import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ProSubtitle } from '#core/contract/pro.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { subtitleSources } from '#core/domain/task.ts'
import { call } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { type KeysetList, useKeyset } from '#src/api/keyset.tsx'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Failing } from '#src/ui/Failing.tsx'
import { formatAgo } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Chat, Link as LinkIcon, Search, Trash } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'
import { VirtualGrid } from '#src/ui/VirtualGrid.tsx'
import type { OpenFolder, TabProps } from '../open-folder.ts'
import { VideoLink } from '../VideoLink.tsx'
import { BindByNameDialog } from './BindByNameDialog.tsx'
import { roleStateKey } from './role-state.ts'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'

const PAGE_SIZE = 60
const layout = { columns: 1, height: 44, gap: 0 }

/** All versions of a folder; files without a video can be bound by name. */
export function SubtitlesTab({ folder }: TabProps): ReactNode {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  const [search, setSearch] = useState('')
  const [language, setLanguage] = useState('')
  const [from, setFrom] = useState<'' | (typeof subtitleSources)[number]>('')
  const [isBinding, setBinding] = useState(false)
  const query = {
    folder_id: folder.folder_id,
    search,
    ...(isLanguageCode(language) && { language }),
    ...(from !== '' && { from }),
  }
  const list = useKeyset('listProSubtitles', query, PAGE_SIZE)
  const { items } = list
  return (
    <section className="pro-tab">
      <div className="pro-bar">
        <span className="muted pro-grow">{items && t('versions', { count: list.total })}</span>
        <TextInput
          leftIcon={<Search />}
          placeholder={t('search_subtitles')}
          aria-label={t('search_subtitles')}
          value={search}
          onValueChange={setSearch}
        />
        <Select
          label={t('language')}
          className="pro-sort"
          value={language}
          options={[
            { value: '', label: t('all_languages') },
            ...folder.languages.map((each) => ({ value: each.language, label: nameOf(each.language) })),
          ]}
          onChange={setLanguage}
        />
        <Select
          label={t('source')}
          className="pro-sort"
          value={from}
          options={[
            { value: '', label: t('all_sources') },
            ...subtitleSources.map((value) => ({ value, label: t(`from_${value}`) })),
          ]}
          onChange={setFrom}
        />
        <Button icon={<LinkIcon />} text={t('bind_by_name')} onClick={() => setBinding(true)} />
      </div>
      <Versions folder={folder} list={list} isFiltered={search !== '' || language !== '' || from !== ''} />
      {isBinding && <BindByNameDialog folder={folder} onClose={() => setBinding(false)} />}
    </section>
  )
}

interface VersionsProps {
  folder: OpenFolder
  list: KeysetList<ProSubtitle>
  isFiltered: boolean
}

function Versions({ folder, list, isFiltered }: VersionsProps): ReactNode {
  const { t } = useTranslation('pro')
  const { items, error } = list
  if (items && items.length > 0)
    return (
      <VirtualGrid
        items={items}
        layoutOf={() => layout}
        keyOf={({ file_id }: ProSubtitle) => file_id}
        label={t('tab_subtitles')}
        loadersOf={list.loadersOf}
        render={(version) => <Row folder={folder} version={version} />}
      />
    )
  return (
    <>
      {list.loadersOf(0, 0)}
      {items && (
        <NonIdealState
          className="state-page"
          icon={isFiltered ? <Chat size={40} /> : <EmptyScene of="text" />}
          title={t(isFiltered ? 'no_subtitle_found' : 'no_languages')}
          description={isFiltered ? undefined : t('no_subtitles_text')}
        />
      )}
      {!items && !error && <span className="skeleton skeleton-block pro-block" aria-hidden />}
      {!items && error && (
        <Failing
          title={t('subtitles_failed')}
          text={error.isOffline ? t('common:offline') : error.message}
          busy={false}
          onRetry={list.retry}
        />
      )}
    </>
  )
}

function Row({ folder, version }: { folder: OpenFolder; version: ProSubtitle }): ReactNode {
  const { t } = useTranslation('pro')
  const nameOf = useLanguageNames()
  const [asks, setAsks] = useState(false)
  const { file_id, video_id, video_name, name, language, cue_sum, is_use, role_state, error_sum, flag_sum } = version
  const remove = async (): Promise<void> => {
    setAsks(false)
    try {
      await call('deleteVersion', { folder_id: folder.folder_id, subtitles_id: file_id })
      notify.success(t('common:deleted'))
      await refresh('listProSubtitles', 'listProVideos', 'getProFolder')
    } catch (error) {
      notifyFailure(error)
    }
  }
  const title = video_name === '' ? name : video_name
  const own = name === title || name === '' ? [] : [name]
  const facts = [
    ...own,
    t(`from_${version.from}`),
    video_id === '' ? t('no_video') : t('version_number', { n: version.version }),
  ].join(' · ')
  return (
    <div className="pro-subtitle-row" data-version={file_id}>
      <VideoLink
        folderId={folder.folder_id}
        videoId={video_id}
        fileId={file_id}
        className="pro-video-name ellipsis"
        title={title}
      >
        {title}
      </VideoLink>
      <span>{nameOf(language)}</span>
      <span className="muted ellipsis" title={facts}>
        {facts}
      </span>
      <span className="muted">{is_use && t('active')}</span>
      <span className="muted">{t('lines', { count: cue_sum })}</span>
      <span title={t(roleStateKey(role_state))}>
        <i className="pro-role" role="img" data-role={role_state} aria-label={t(roleStateKey(role_state))} />
      </span>
      <span className={error_sum > 0 ? 'pro-bad' : 'pro-warn'}>
        {error_sum > 0 ? t('errors', { count: error_sum }) : flag_sum > 0 && t('flags', { count: flag_sum })}
      </span>
      <span className="muted">{formatAgo(version.update_time)}</span>
      <IconButton size="small" icon={<Trash />} label={t('common:delete')} onClick={() => setAsks(true)} />
      <ConfirmDialog
        open={asks}
        text={t('delete_version_question', { name: title, language: nameOf(language) })}
        confirmText={t('common:delete')}
        onConfirm={() => remove()}
        onClose={() => setAsks(false)}
      />
    </div>
  )
}
