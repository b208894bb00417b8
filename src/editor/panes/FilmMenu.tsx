import { Button, Menu, MenuDivider, MenuItem, PopoverNext } from '@blueprintjs/core'
import { CloudDownload, Desktop, Export, Film } from '@blueprintjs/icons'
import { type ReactNode, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Progress } from '#src/ui/Progress.tsx'
import { tell } from '#src/ui/toaster.ts'
import type { Played } from '../local-original.ts'

/** What plays, and what can be made of it without the server. */
export function FilmMenu({ played, onExport }: { played: Played; onExport: () => void }): ReactNode {
  const { t } = useTranslation('editor')
  const input = useRef<HTMLInputElement>(null)
  const choose = async (file: File): Promise<void> => {
    const fault = await played.choose(file)
    if (fault) tell.error(t(`local_${fault}`))
    else tell.success(t('local_plays'))
  }
  return (
    <>
      {played.comparing !== undefined && <Progress value={played.comparing} label={t('local_comparing')} />}
      <PopoverNext
        placement="bottom-end"
        content={
          <Menu>
            {played.isLocal ? (
              <MenuItem icon={<CloudDownload />} text={t('local_back')} onClick={played.showCopy} />
            ) : (
              <MenuItem
                icon={<Desktop />}
                text={t('local_choose')}
                disabled={played.comparing !== undefined}
                onClick={() => input.current?.click()}
              />
            )}
            <MenuDivider />
            <MenuItem icon={<Export />} text={t('export_title')} onClick={onExport} />
          </Menu>
        }
      >
        <Button variant="minimal" icon={<Film />} text={t('film')} title={t('film_title')} />
      </PopoverNext>
      <input
        ref={input}
        type="file"
        accept="video/*,.mkv,.mov"
        hidden
        data-testid="local-original"
        onChange={(event) => {
          const file = event.currentTarget.files?.[0]
          event.currentTarget.value = ''
          if (file) void choose(file)
        }}
      />
    </>
  )
}
