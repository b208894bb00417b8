import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { BatchList } from '../batch/BatchList.tsx'
import { EmptyScene } from '#src/ui/EmptyScene.tsx'
import { NonIdealState } from '#src/ui/NonIdealState.tsx'
import type { TabProps } from '../open-folder.ts'

/** More than on the home page, where they are above the folders. */
const PAGE_SIZE = 12

/** The batches of a folder. */
export function BatchesTab({ folder }: TabProps): ReactNode {
  const { t } = useTranslation('pro')
  return (
    <BatchList
      title={t('tab_batches')}
      folderId={folder.folder_id}
      pageSize={PAGE_SIZE}
      none={
        <NonIdealState
          className="state-page"
          icon={<EmptyScene of="batch" />}
          title={t('no_batches')}
          description={t('no_batches_here')}
        />
      }
    />
  )
}
