import './people.css'
import { type ReactNode, useId, useState, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Present } from '#core/domain/presence.ts'
import { peopleLimits } from '#core/domain/workflow.ts'
import { notifyFailure } from '#src/api/notify-failure.ts'
import { Button } from '#src/ui/Button.ts'
import { Menu, MenuItem } from '#src/ui/Menu.ts'
import { Popover } from '#src/ui/Popover.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { workingAs } from '#src/ui/working-as.ts'
import { useEditor } from '../../context/use-editor.ts'
import type { People } from './people.ts'
import { colorOfPage } from './presence.ts'

/** Further users are shown as a number. */
const MOST_SHOWN = 4

/** The other users of the version; nothing without any. */
export function PeopleHere({ people }: { people: People }): ReactNode {
  const { t } = useTranslation('editor')
  const { presence } = people
  const others = useSyncExternalStore(presence.subscribe, presence.others)
  if (others.length === 0) return null
  const shown = others.slice(0, MOST_SHOWN)
  return (
    <Popover placement="bottom-end" content={<PeopleMenu people={people} others={others} />}>
      <Button
        variant="minimal"
        className="people-here"
        data-testid="people-here"
        aria-label={t('people_here', { count: others.length })}
        data-tip={t('people_here', { count: others.length })}
      >
        {shown.map((each) => (
          <Person key={each.pageId} present={each} />
        ))}
        {others.length > shown.length && <span className="muted">+{others.length - shown.length}</span>}
      </Button>
    </Popover>
  )
}

/** The first letter of a name on the user's colour. */
function Person({ present: { pageId, person } }: { present: Present }): ReactNode {
  const [letter = '?'] = person.trim()
  return (
    <span className="person" style={{ background: colorOfPage(pageId) }} aria-hidden>
      {letter.toUpperCase()}
    </span>
  )
}

function PeopleMenu({ people, others }: { people: People; others: readonly Present[] }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { index } = editor.session.list
  return (
    <div className="people-menu">
      <Menu>
        {others.map((each) => {
          const at = index.get(each.cueId)
          return (
            <MenuItem
              key={each.pageId}
              icon={<Person present={each} />}
              text={each.person}
              label={at === undefined ? '' : t('at_line', { n: at + 1 })}
              disabled={at === undefined}
              onClick={() => editor.goTo(each.cueId)}
            />
          )
        })}
      </Menu>
      {editor.library?.isOwn && <OwnName people={people} />}
    </div>
  )
}

/** Edits the name that others see: useful if several users share an account. */
export function OwnName({ people }: { people: People }): ReactNode {
  const { t } = useTranslation('editor')
  const id = useId()
  const [name, setName] = useState(() => workingAs.get())
  const take = (): void => {
    if (name.trim() === workingAs.get()) return
    workingAs.set(name.trim())
    people.presence.renamed()
    people.comments.read().catch(notifyFailure)
  }
  return (
    <label className="own-name" htmlFor={id}>
      <span className="muted">{t('your_name_here')}</span>
      <TextInput
        id={id}
        size="small"
        value={name}
        maxLength={peopleLimits.nameLength}
        placeholder={t('your_name_account')}
        onChange={(event) => setName(event.currentTarget.value)}
        onBlur={take}
        onKeyDown={(event) => {
          if (event.key === 'Enter') take()
        }}
      />
    </label>
  )
}
