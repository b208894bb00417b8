import './KeySheet.css'
import type { ReactNode } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import { DialogBody } from '#src/ui/Dialog.ts'
import { actionGroupIds, actionGroups } from '../../keys/action-ids.ts'
import { keymapOf } from '../../keys/keymap.ts'
import { keys } from '../../keys/stored-keys.ts'
import { useChordName } from '../../keys/use-key-name.ts'
import { EditorDialog } from '../../parts/EditorDialog.tsx'

/** Lists all keys. */
export function KeySheet(): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <EditorDialog name="key_sheet" title={t('action_key_sheet')} className="key-sheet">
      <Groups />
    </EditorDialog>
  )
}

function Groups(): ReactNode {
  const { t } = useTranslation('editor')
  const { preset, own } = useSnapshot(keys)
  const keymap = keymapOf(preset, own)
  const nameOf = useChordName()
  return (
    <DialogBody>
      <div className="key-sheet-groups">
        {actionGroupIds.map((group) => (
          <section key={group}>
            <h3>{t(`group_${group}`)}</h3>
            <dl>
              {actionGroups[group]
                .filter((id) => keymap[id].length > 0)
                .map((id) => (
                  <div key={id}>
                    <dt>{t(`action_${id}`)}</dt>
                    <dd>
                      {keymap[id].map((chord) => (
                        <kbd key={chord}>{nameOf(chord)}</kbd>
                      ))}
                    </dd>
                  </div>
                ))}
            </dl>
          </section>
        ))}
      </div>
    </DialogBody>
  )
}
