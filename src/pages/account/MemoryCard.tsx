import { type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { DataOf } from '#core/contract/index.ts'
import { isLanguageCode } from '#core/domain/languages.ts'
import { call } from '#src/api/call.ts'
import { refresh, useCall } from '#src/api/hooks.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { ConfirmDialog } from '#src/ui/ConfirmDialog.tsx'
import { Translate } from '#src/ui/icons.ts'
import { useLanguageNames } from '#src/ui/language-names.ts'
import { notify } from '#src/ui/toaster.ts'

type Memory = DataOf<'getMemories'>['list'][number]

/** The account's translation memory by languages; nothing while it is empty. */
export function MemoryCard(): ReactNode {
  const { t } = useTranslation('account')
  const { data } = useCall('getMemories', {})
  if (!data || data.list.length === 0) return null
  const count = data.list.reduce((sum, { pair_count }) => sum + pair_count, 0)
  return (
    <section className="profile-card" aria-labelledby="memory">
      <h2 id="memory">{t('memory')}</h2>
      <p className="muted">{t('memory_text', { count, most: data.most_pairs })}</p>
      <ul className="profile-sessions">
        {data.list.map((memory) => (
          <MemoryRow key={`${memory.source_language} ${memory.target_language}`} memory={memory} />
        ))}
      </ul>
    </section>
  )
}

function MemoryRow({ memory: { source_language, target_language, pair_count } }: { memory: Memory }): ReactNode {
  const { t } = useTranslation('account')
  const nameOf = useLanguageNames()
  const [isAsking, setAsking] = useState(false)
  const names = { from: nameOf(source_language), to: nameOf(target_language), count: pair_count }
  const clear = async (): Promise<void> => {
    if (!isLanguageCode(source_language) || !isLanguageCode(target_language)) return
    try {
      await call('clearMemory', { source_language, target_language })
      await refresh('getMemories')
      notify.success(t('memory_cleared', names))
    } catch (error) {
      notifyFailure(error)
    }
    setAsking(false)
  }
  return (
    <li>
      <Translate aria-hidden />
      <span className="ellipsis">{t('memory_languages', names)}</span>
      <span className="muted">{t('memory_pairs', names)}</span>
      <Button size="small" text={t('memory_clear')} onClick={() => setAsking(true)} />
      <ConfirmDialog
        open={isAsking}
        text={t('memory_clear_text', names)}
        confirmText={t('common:delete')}
        onConfirm={clear}
        onClose={() => setAsking(false)}
      />
    </li>
  )
}
