import './ImportDialog.css'
import { type FormEvent, type ReactNode, useEffect, useRef, useState } from 'react'
import { useTranslation } from 'react-i18next'
import { type LinkFault, readCloudLink } from '#core/domain/cloud-link.ts'
import type { LanguageCode } from '#core/domain/languages.ts'
import type { DataOf } from '#core/contract/index.ts'
import type { Video } from '#core/contract/video.ts'
import { call, CallFailed } from '#src/api/call.ts'
import { refresh } from '#src/api/hooks.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { formatBytes } from '#src/ui/format.ts'
import { FormGroup } from '#src/ui/FormGroup.ts'
import { LanguageSelect } from '#src/ui/LanguageSelect.tsx'
import { PickList } from '#src/ui/PickList.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { notify } from '#src/ui/toaster.ts'
import { randomId } from '#src/api/random-id.ts'

interface Props {
  /** Where the videos go; may be made for them. */
  folder: string | (() => Promise<string>)
  /** A link that was pasted already. */
  address?: string
  /** Shows the videos where they were asked for, in place of a message. */
  onImported?: (videos: readonly Video[]) => void
  onClose: () => void
}

interface Found {
  readonly list: DataOf<'listImportFiles'>['list']
  /** Constant for a choice, so that a retry imports nothing twice. */
  readonly key: string
}

/** Imports videos from a share link with its password: the link is read, then files are chosen. */
export function ImportDialog({ folder, address = '', onImported, onClose }: Props): ReactNode {
  const { t } = useTranslation('upload')
  const [link, setLink] = useState({ url: address, password: '' })
  const [language, setLanguage] = useState<LanguageCode>('en')
  const [picked, setPicked] = useState<readonly string[]>([])
  const [found, setFound] = useState<Found>()
  const [linkFault, setLinkFault] = useState<LinkFault>()
  const work = useWork()
  const edit = (part: Partial<typeof link>): void => {
    setLink({ ...link, ...part })
    setFound(undefined)
    setLinkFault(undefined)
    work.clear()
  }
  const look = async (signal: AbortSignal): Promise<void> => {
    const { list } = await call('listImportFiles', link, { signal })
    setFound({ list, key: randomId() })
    setPicked(list.map(({ path }) => path).slice(0, MOST))
  }
  const start = async (key: string, signal: AbortSignal): Promise<void> => {
    const folder_id = typeof folder === 'string' ? folder : await folder()
    const input = { ...link, folder_id, language, files: [...picked], idempotency_key: key }
    const { list } = await call('importFiles', input, { signal })
    await refresh('listFiles', 'listVideos', 'listFolders')
    if (onImported) onImported(list)
    else notify.success(t('import_begun', { count: list.length }))
    onClose()
  }
  const submit = (event: FormEvent): void => {
    event.preventDefault()
    const read = readCloudLink(link.url)
    if (typeof read === 'string') return setLinkFault(read)
    work.run((signal) => (found ? start(found.key, signal) : look(signal)))
  }
  return (
    <Dialog isOpen title={t('import')} onClose={onClose} className="import-dialog" canOutsideClickClose={!work.isBusy}>
      <form noValidate onSubmit={submit}>
        <DialogBody>
          <LinkFields link={link} fault={linkFault} onChange={edit} />
          {work.message !== '' && (
            <Callout intent="danger" compact role="alert">
              {work.message}
            </Callout>
          )}
          {found && (
            <>
              <FormGroup label={t('import_language')} labelFor="import-language">
                <LanguageSelect id="import-language" value={language} onChange={setLanguage} />
              </FormGroup>
              <FoundFiles list={found.list} picked={picked} onPick={setPicked} />
            </>
          )}
        </DialogBody>
        <DialogFooter
          actions={
            <>
              <Button text={t('common:cancel')} onClick={onClose} />
              <Button
                type="submit"
                intent="primary"
                loading={work.isBusy}
                disabled={link.url.trim() === '' || (found && (picked.length === 0 || picked.length > MOST))}
                text={found ? t('import_files', { count: picked.length }) : t('import_look')}
              />
            </>
          }
        />
      </form>
    </Dialog>
  )
}

/** Most files of one request. */
const MOST = 50

/** Runs one fallible act at a time: errors appear in the form, which stays. Unmounting aborts it. */
function useWork() {
  const [isBusy, setBusy] = useState(false)
  const [message, fail] = useState('')
  const { t } = useTranslation()
  const control = useRef<AbortController>(undefined)
  useEffect(() => () => control.current?.abort(), [])
  const run = (work: (signal: AbortSignal) => Promise<void>): void => {
    if (isBusy) return
    const { signal } = (control.current = new AbortController())
    setBusy(true)
    fail('')
    work(signal)
      .catch((error: unknown) => {
        if (signal.aborted) return
        if (!(error instanceof CallFailed)) throw error
        fail(error.isOffline ? t('offline') : error.message)
      })
      .finally(() => setBusy(false))
  }
  return { isBusy, message, clear: () => fail(''), run }
}

interface LinkFieldsProps {
  link: { url: string; password: string }
  fault: LinkFault | undefined
  onChange: (part: { url?: string; password?: string }) => void
}

function LinkFields({ link, fault, onChange }: LinkFieldsProps): ReactNode {
  const { t } = useTranslation('upload')
  const intent = fault ? 'danger' : 'none'
  return (
    <>
      <FormGroup
        label={t('import_link')}
        labelFor="import-link"
        intent={intent}
        helperText={
          <span id="import-link-note" role={fault && 'alert'}>
            {fault ? t(`errors:${fault}`) : t('import_sources')}
          </span>
        }
      >
        <TextInput
          id="import-link"
          intent={intent}
          aria-invalid={fault !== undefined}
          aria-describedby="import-link-note"
          type="url"
          autoFocus
          autoComplete="off"
          maxLength={2000}
          placeholder="https://"
          value={link.url}
          onValueChange={(url) => onChange({ url })}
        />
      </FormGroup>
      <FormGroup label={t('import_password')} labelFor="import-password" labelInfo={t('import_password_if')}>
        <TextInput
          id="import-password"
          type="password"
          autoComplete="off"
          maxLength={500}
          value={link.password}
          onValueChange={(password) => onChange({ password })}
        />
      </FormGroup>
    </>
  )
}

interface FoundFilesProps {
  list: Found['list']
  picked: readonly string[]
  onPick: (paths: readonly string[]) => void
}

function FoundFiles({ list, picked, onPick }: FoundFilesProps): ReactNode {
  const { t } = useTranslation('upload')
  const isAll = picked.length === list.length
  return (
    <>
      <div className="import-all">
        <span>{t('import_found', { count: list.length })}</span>
        {list.length > 1 && (
          <Button
            variant="minimal"
            size="small"
            text={t(isAll ? 'import_none' : 'import_every')}
            onClick={() => onPick(isAll ? [] : list.map(({ path }) => path))}
          />
        )}
      </div>
      <PickList
        label={t('files')}
        items={list.map(({ path, size }) => ({
          id: path,
          name: path,
          note: size === null ? '' : formatBytes(size),
        }))}
        picked={picked}
        onPick={onPick}
      />
      {picked.length > MOST && <p className="muted">{t('import_most', { count: MOST })}</p>}
    </>
  )
}
