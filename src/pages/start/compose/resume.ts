import { subscribeKey } from 'valtio/utils'
import { account } from '#src/api/session.ts'
import { textStorage } from '#src/ui/stored.ts'
import { KEPT_STARTS } from './kept-starts.ts'

/** Goes on with chains whose page was closed before their videos were prepared, on whichever page comes next. */
export function resumeOnAnyPage(): void {
  if (!textStorage.getItem(KEPT_STARTS)) return
  const resume = async (): Promise<void> => {
    if (!account.user || account.user.is_vistor) return
    stop()
    const { resumeStarts } = await import('./starts.ts')
    resumeStarts()
  }
  const stop = subscribeKey(account, 'user', () => void resume())
  void resume()
}
