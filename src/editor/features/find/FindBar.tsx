import './FindBar.css'
import { type KeyboardEvent as ReactKeyboardEvent, type ReactNode, useEffect, useEffectEvent, useRef } from 'react'
import { useTranslation } from 'react-i18next'
import { Button } from '#src/ui/Button.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { ChevronDown, ChevronUp, Cross } from '#src/ui/icons.ts'
import { Select } from '#src/ui/Select.tsx'
import { TextInput } from '#src/ui/TextInput.ts'
import { dialogClass, isInOverlay } from '../../context/dialogs.ts'
import { ReplaceDialog } from './ReplaceDialog.tsx'
import { type Find, findScopes, useFind } from './use-find.ts'
import { type Replace, useReplace } from './use-replace.ts'
import { useDialog, useEditor } from '../../context/use-editor.ts'

const switches = ['matchCase', 'wholeWord', 'isPattern'] as const

/** The bar for find and replace. */
export function FindBar(): ReactNode {
  const dialog = useDialog('find')
  return dialog ? <OpenFindBar isReplacing={dialog.isReplacing} /> : null
}

function OpenFindBar({ isReplacing }: { isReplacing: boolean }): ReactNode {
  const find = useFind()
  const replace = useReplace(find)
  useEscape(find.close)
  return (
    <search className={`find-bar ${dialogClass('find')}`}>
      <FindField find={find} isReplacing={isReplacing} />
      {/* Below the first field on screen, and after it in tab order. */}
      {isReplacing && <ReplaceField replace={replace} />}
      <FindTools find={find} isReplacing={isReplacing} />
      {isReplacing && <ReplaceTools find={find} replace={replace} />}
      {isReplacing && <ReplaceDialog replace={replace} />}
    </search>
  )
}

/** Escape closes the bar wherever the focus is, unless a dialog above it or a text field handles it. */
function useEscape(close: () => void): void {
  const leave = useEffectEvent(close)
  useEffect(() => {
    const hear = ({ key, target, defaultPrevented }: KeyboardEvent): void => {
      if (key !== 'Escape' || defaultPrevented || !(target instanceof HTMLElement)) return
      if (isInOverlay(target) || target.closest('[data-cue]')) return
      leave()
    }
    const control = new AbortController()
    window.addEventListener('keydown', hear, { signal: control.signal })
    return () => control.abort()
  }, [])
}

interface FindFieldProps {
  find: Find
  isReplacing: boolean
}

function FindField({ find, isReplacing }: FindFieldProps): ReactNode {
  const { t } = useTranslation('editor')
  const { query, fault, go, close } = find
  const field = useRef<HTMLInputElement>(null)
  useEffect(() => field.current?.focus(), [isReplacing])
  const key = (event: ReactKeyboardEvent): void => {
    if (event.key === 'Enter') void go(event.shiftKey ? -1 : 1)
    else if (event.key === 'Escape') close()
    else return
    event.preventDefault()
    event.stopPropagation()
  }
  return (
    <TextInput
      size="small"
      fill
      dir="auto"
      inputRef={field}
      placeholder={t('find_text')}
      aria-label={t('find_text')}
      value={query.text}
      intent={fault ? 'danger' : 'none'}
      onValueChange={(text) => find.setQuery({ ...query, text })}
      onKeyDown={key}
    />
  )
}

function FindTools({ find, isReplacing }: { find: Find; isReplacing: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const { query, matches, fault, at, go, close } = find
  const hasNone = matches.length === 0
  return (
    <div className="find-tools">
      <FindOptions find={find} isReplacing={isReplacing} />
      <span className="find-count muted" role="status">
        {fault ? t(`find_${fault}`) : query.text === '' ? '' : t('find_count', { n: at + 1, count: matches.length })}
      </span>
      <Tool label={t('find_previous')} icon={<ChevronUp />} disabled={hasNone} onClick={() => void go(-1)} />
      <Tool label={t('find_next')} icon={<ChevronDown />} disabled={hasNone} onClick={() => void go(1)} />
      <Tool label={t('find_close')} icon={<Cross />} onClick={close} />
    </div>
  )
}

/** Options of matching, and its scope. */
function FindOptions({ find, isReplacing }: { find: Find; isReplacing: boolean }): ReactNode {
  const { t } = useTranslation('editor')
  const { library } = useEditor()
  const { query, setQuery, scope, setScope } = find
  return (
    <>
      {switches.map((name) => (
        <Button
          key={name}
          size="small"
          variant="minimal"
          active={query[name]}
          aria-pressed={query[name]}
          text={t(`find_mark_${name}`)}
          data-tip={t(`find_${name}`)}
          aria-label={t(`find_${name}`)}
          onClick={() => setQuery({ ...query, [name]: !query[name] })}
        />
      ))}
      <Select
        kind="tool"
        label={t('find_scope')}
        value={scope}
        onChange={setScope}
        options={findScopes
          .filter((value) => value !== 'versions' || (isReplacing && library))
          .map((value) => ({ value, label: t(`find_in_${value}`) }))}
      />
    </>
  )
}

function ReplaceField({ replace: { replacement, setReplacement, replaceOne } }: { replace: Replace }): ReactNode {
  const { t } = useTranslation('editor')
  return (
    <TextInput
      size="small"
      fill
      dir="auto"
      placeholder={t('replace_text')}
      aria-label={t('replace_text')}
      value={replacement}
      onValueChange={setReplacement}
      onKeyDown={(event) => {
        if (event.key === 'Enter') void replaceOne()
      }}
    />
  )
}

function ReplaceTools({ find, replace }: { find: Find; replace: Replace }): ReactNode {
  const { t } = useTranslation('editor')
  const { query, matches, fault } = find
  const { replaceOne, plan, keepsCase, setKeepsCase } = replace
  return (
    <div className="find-tools replace-tools">
      <Button
        size="small"
        variant="minimal"
        active={keepsCase}
        aria-pressed={keepsCase}
        text={t('replace_mark_keeps_case')}
        data-tip={t('replace_keeps_case')}
        aria-label={t('replace_keeps_case')}
        onClick={() => setKeepsCase(!keepsCase)}
      />
      <Button size="small" text={t('replace_one')} disabled={matches.length === 0} onClick={() => void replaceOne()} />
      <Button
        size="small"
        text={t('replace_all')}
        disabled={query.text === '' || fault !== undefined}
        onClick={() => void plan()}
      />
    </div>
  )
}

interface ToolProps {
  label: string
  icon: React.JSX.Element
  disabled?: boolean
  onClick: () => void
}

function Tool({ label, icon, disabled = false, onClick }: ToolProps): ReactNode {
  return <IconButton size="small" icon={icon} disabled={disabled} onClick={onClick} label={label} />
}
