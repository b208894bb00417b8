import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import type { Folder } from '#core/contract/folder.ts'
import type { CallFailed } from '#src/api/call.ts'
import { Button } from '#src/ui/Button.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { Search } from '#src/ui/icons.ts'
import { type PickItem, PickList } from '#src/ui/PickList.tsx'
import { SelectField } from '#src/ui/SelectField.tsx'
import { Spinner } from '#src/ui/Spinner.ts'
import { TextInput } from '#src/ui/TextInput.ts'

interface Props {
  title: string
  folders: readonly Folder[] | undefined
  folderId: string | undefined
  onFolder: (folderId: string) => void
  search: string
  onSearch: (text: string) => void
  /** Undefined while loading. */
  items: readonly PickItem[] | undefined
  /** Why loading failed. */
  error: CallFailed | undefined
  emptyText: string
  /** Loads more. */
  pager?: ReactNode
  picked: readonly string[]
  onPick: (ids: readonly string[]) => void
  confirmText: string
  onConfirm: () => void
  onClose: () => void
}

/** Chooses items of the user's folders. */
export function PickDialog(props: Props): ReactNode {
  const { folders, folderId, items, error, picked, search } = props
  const { t } = useTranslation('taskpages')
  return (
    <Dialog isOpen title={props.title} onClose={props.onClose} className="pick-dialog">
      <DialogBody>
        <SelectField
          id="pick-folder"
          label={t('folder')}
          value={folderId ?? ''}
          onChange={props.onFolder}
          options={(folders ?? []).map(({ folder_id: value, folder_name: label }) => ({ value, label }))}
        />
        <TextInput
          className="pick-search"
          leftIcon={<Search />}
          value={search}
          placeholder={t('pick_search')}
          aria-label={t('pick_search')}
          onValueChange={props.onSearch}
        />
        {!items && !error && folders?.length !== 0 && <Spinner size={20} />}
        {!items && error && (
          <Callout intent="warning" role="alert">
            {error.isOffline ? t('common:offline') : error.message}
          </Callout>
        )}
        {(items?.length === 0 || folders?.length === 0) && (
          <p className="muted">{search === '' ? props.emptyText : t('pick_nothing')}</p>
        )}
        <PickList label={props.title} items={items ?? []} picked={picked} onPick={props.onPick} />
        {props.pager}
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={props.onClose} />
            <Button
              intent="primary"
              disabled={picked.length === 0}
              text={props.confirmText}
              onClick={props.onConfirm}
            />
          </>
        }
      />
    </Dialog>
  )
}
