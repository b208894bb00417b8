import './StylePane.css'
import { type ReactNode, useCallback, useId, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import { useSnapshot } from 'valtio'
import {
  type BurnStyle,
  burnStyleRanges,
  edgeKinds,
  wordEffects,
  type WordLook,
} from '#core/subtitle/burn/burn-style.ts'
import { fontFamilies } from '#core/subtitle/text/fonts.ts'
import { templateOf, wordTemplateIds, wordTemplates } from '#core/subtitle/burn/word-templates.ts'
import { Button } from '#src/ui/Button.ts'
import { ButtonGroup } from '#src/ui/ButtonGroup.ts'
import { Callout } from '#src/ui/Callout.ts'
import { Switch } from '#src/ui/Checkbox.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Bold, Italic, Reset, Underline } from '#src/ui/icons.ts'
import { NumberInput } from '#src/ui/NumberInput.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { SelectField } from '#src/ui/SelectField.tsx'
import type { Action } from '../../context/editor.ts'
import { useEditor } from '../../context/use-editor.ts'
import { aligning, coloring, emphasizing, textColors } from './text-style.ts'
import { styleOf } from './version-style.ts'

/** Styles of the selected lines, and of the whole version. */
export function StylePane(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const style = styleOf(editor)
  const { hasSafeAreas, hasSpokenMark, isOwn, own } = useSnapshot(style.cells)
  const hasFile = own !== undefined
  return (
    <section className="style-pane" aria-label={t('style')}>
      <h2>{t('style_lines')}</h2>
      <LineStyle />
      <h2>{t('style_version')}</h2>
      {hasFile && (
        <SegmentedControl
          fill
          size="small"
          aria-label={t('style_version')}
          value={isOwn ? 'file' : 'version'}
          onValueChange={(value) => style.holdFileStyles(value === 'file')}
          options={[
            { value: 'file', label: t('style_from_file') },
            { value: 'version', label: t('style_from_version') },
          ]}
        />
      )}
      {hasFile && isOwn ? (
        <Callout>{t('style_of_file')}</Callout>
      ) : (
        <>
          <Templates />
          <VersionFields />
          <h2>{t('style_words')}</h2>
          <WordFields />
        </>
      )}
      <Switch
        label={t('style_mark_spoken')}
        checked={hasSpokenMark}
        onChange={({ currentTarget }) => style.markSpoken(currentTarget.checked)}
      />
      <Switch
        label={t('safe_areas')}
        checked={hasSafeAreas}
        onChange={({ currentTarget }) => {
          style.cells.hasSafeAreas = currentTarget.checked
        }}
      />
    </section>
  )
}

/** Emphasis, colour and position of the selected lines. */
function LineStyle(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const run = (action: Action) => (): void => void action(editor)
  const emphases = [
    { icon: <Bold />, label: t('action_bold'), action: emphasizing('bold') },
    { icon: <Italic />, label: t('action_italic'), action: emphasizing('italic') },
    { icon: <Underline />, label: t('action_underline'), action: emphasizing('underline') },
  ]
  return (
    <div className="line-style">
      <div>
        <ButtonGroup>
          {emphases.map(({ icon, label, action }) => (
            <IconButton key={label} icon={icon} keepsFocus onClick={run(action)} label={label} />
          ))}
        </ButtonGroup>
        <div className="line-colors">
          {Object.entries(textColors).map(([name, color]) => (
            <button
              key={name}
              type="button"
              className="line-color"
              style={{ background: color }}
              data-tip={t(`color_${name}` as 'color_white')}
              aria-label={t(`color_${name}` as 'color_white')}
              {...keepsFocus}
              onClick={run(coloring(color))}
            />
          ))}
          <Button
            size="small"
            variant="minimal"
            text={t('color_none')}
            {...keepsFocus}
            onClick={run(coloring(undefined))}
          />
        </div>
      </div>
      <AlignPad label={t('style_lines_place')} value={undefined} onChange={(align) => void aligning(align)(editor)} />
    </div>
  )
}

/** A press leaves focus and selection in the text. */
const keepsFocus = { onMouseDown: (event: { preventDefault: () => void }) => event.preventDefault() }

/** Nine positions, as on a numeric keypad. */
function AlignPad(props: { label: string; value: number | undefined; onChange: (align: number) => void }): ReactNode {
  const { label, value, onChange } = props
  const { t } = useTranslation('editor')
  return (
    <div className="align-pad" role="group" aria-label={label}>
      {[7, 8, 9, 4, 5, 6, 1, 2, 3].map((align) => (
        <Button
          key={align}
          size="small"
          active={align === value}
          aria-pressed={align === value}
          text={align}
          data-tip={t('align_at', { n: align })}
          aria-label={t('align_at', { n: align })}
          {...keepsFocus}
          onClick={() => onChange(align)}
        />
      ))}
    </div>
  )
}

function VersionFields(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const style = styleOf(editor)
  const { style: now } = useSnapshot(style.cells)
  const { size, outline, shadow, opacity, marginX, marginY } = burnStyleRanges
  return (
    <div className="style-fields">
      <SelectField
        id="style-font"
        label={t('style_font')}
        value={now.font}
        onChange={(font) => style.change({ font })}
        options={fontFamilies.map((value) => ({ value, label: value }))}
      />
      <NumberField
        label={t('style_size')}
        range={size}
        value={now.size}
        onChange={(to) => style.change({ size: to })}
      />
      <ColorField label={t('style_color')} value={now.color} onChange={(color) => style.change({ color })} />
      <Switch
        label={t('style_bold')}
        checked={now.bold}
        onChange={({ currentTarget }) => style.change({ bold: currentTarget.checked })}
      />
      <SegmentedControl
        fill
        size="small"
        value={now.edge}
        onValueChange={(value) => style.change({ edge: edgeKinds.find((kind) => kind === value) ?? 'outline' })}
        options={edgeKinds.map((value) => ({ value, label: t(`style_edge_${value}`) }))}
      />
      {now.edge === 'outline' ? (
        <>
          <NumberField
            label={t('style_outline')}
            range={outline}
            value={now.outline.width}
            onChange={(width) => style.change({ outline: { ...now.outline, width } })}
          />
          <ColorField
            label={t('style_outline_color')}
            value={now.outline.color}
            onChange={(color) => style.change({ outline: { ...now.outline, color } })}
          />
          <NumberField
            label={t('style_shadow')}
            range={shadow}
            value={now.shadow}
            onChange={(to) => style.change({ shadow: to })}
          />
        </>
      ) : (
        <BoxFields box={now.box} range={opacity} onChange={(box) => style.change({ box })} />
      )}
      <NumberField
        label={t('style_margin_x')}
        range={marginX}
        value={now.margin.x}
        onChange={(x) => style.change({ margin: { ...now.margin, x } })}
      />
      <NumberField
        label={t('style_margin_y')}
        range={marginY}
        value={now.margin.y}
        onChange={(y) => style.change({ margin: { ...now.margin, y } })}
      />
      <div className="style-row">
        <span>{t('style_place')}</span>
        <AlignPad label={t('style_place')} value={now.align} onChange={(align) => style.change({ align })} />
      </div>
      <Button icon={<Reset />} variant="minimal" text={t('style_reset')} onClick={() => style.reset()} />
    </div>
  )
}

const usualWords: WordLook = { effect: 'color', color: '#ffd83d', box: '#6d3bf5', scale: 120 }
const effects = ['none', ...wordEffects] as const

/** Styles for short videos, in which the active word is marked. */
function Templates(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const style = styleOf(editor)
  const template = templateOf(useSnapshot(style.cells).style)
  return (
    <div className="word-templates" role="group" aria-label={t('style_templates')}>
      {wordTemplateIds.map((id) => (
        <Button
          key={id}
          size="small"
          active={id === template}
          aria-pressed={id === template}
          text={t(`common:template_${id}`)}
          onClick={() => style.change(wordTemplates[id])}
        />
      ))}
    </div>
  )
}

/** Look of the active word. */
function WordFields(): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const { session } = editor
  const style = styleOf(editor)
  const { style: now } = useSnapshot(style.cells) as { style: BurnStyle }
  const isKnown = useSyncExternalStore(
    useCallback((listener: () => void) => session.onWords(listener), [session]),
    () => !session.words.isEmpty,
  )
  const { words } = now
  const change = (to: Partial<WordLook>): void => style.change({ words: { ...usualWords, ...words, ...to } })
  return (
    <div className="style-fields">
      <SelectField
        id="style-words"
        label={t('style_spoken_word')}
        value={words?.effect ?? 'none'}
        onChange={(effect) => (effect === 'none' ? style.change({ words: undefined }) : change({ effect }))}
        options={effects.map((value) => ({ value, label: t(`word_effect_${value}`) }))}
      />
      {words && (
        <>
          <ColorField label={t('style_word_color')} value={words.color} onChange={(color) => change({ color })} />
          {words.effect === 'box' && (
            <ColorField label={t('style_word_box')} value={words.box} onChange={(box) => change({ box })} />
          )}
          {words.effect === 'pop' && (
            <NumberField
              label={t('style_word_scale')}
              range={burnStyleRanges.scale}
              value={words.scale}
              onChange={(scale) => change({ scale })}
            />
          )}
          <p className="muted">{t(isKnown ? 'words_spread_some' : 'words_spread_all')}</p>
        </>
      )}
    </div>
  )
}

function BoxFields(props: {
  box: BurnStyle['box']
  range: Range
  onChange: (box: BurnStyle['box']) => void
}): ReactNode {
  const { box, range, onChange } = props
  const { t } = useTranslation('editor')
  return (
    <>
      <ColorField label={t('style_box_color')} value={box.color} onChange={(color) => onChange({ ...box, color })} />
      <NumberField
        label={t('style_box_opacity')}
        range={range}
        value={box.opacity}
        onChange={(opacity) => onChange({ ...box, opacity })}
      />
    </>
  )
}

interface Range {
  readonly min: number
  readonly max: number
  readonly step: number
}

function NumberField(props: { label: string; range: Range; value: number; onChange: (to: number) => void }): ReactNode {
  const { label, range, value, onChange } = props
  const id = useId()
  const take = (to: number): void => {
    if (Number.isFinite(to) && to >= range.min && to <= range.max) onChange(to)
  }
  return (
    <div className="style-row">
      <label htmlFor={id}>{label}</label>
      <NumberInput
        id={id}
        size="small"
        min={range.min}
        max={range.max}
        stepSize={range.step}
        minorStepSize={null}
        majorStepSize={range.step * 2}
        clampValueOnBlur
        value={value}
        onValueChange={take}
        className="style-number"
      />
    </div>
  )
}

function ColorField(props: { label: string; value: string; onChange: (color: string) => void }): ReactNode {
  const { label, value, onChange } = props
  const id = useId()
  return (
    <div className="style-row">
      <label htmlFor={id}>{label}</label>
      <input
        id={id}
        type="color"
        className="style-color"
        value={value}
        onChange={({ currentTarget }) => onChange(currentTarget.value)}
      />
    </div>
  )
}
