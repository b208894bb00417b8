import { type ReactNode, useSyncExternalStore } from 'react'
import { useTranslation } from 'react-i18next'
import type { Cue } from '#core/subtitle/cue/cue.ts'
import { textDirection } from '#core/subtitle/text/direction.ts'
import { Button } from '#src/ui/Button.ts'
import { Lightbulb } from '#src/ui/icons.ts'
import { useKeyName } from '../../keys/use-key-name.ts'
import { useEditor } from '../../context/use-editor.ts'
import { suggestionPrice, suggestionsOf } from './line-suggestions.ts'
import { putSuggestion } from './suggesting.ts'
import { sourceCuesOf } from './translating.ts'

/** A translation of the focused line by the task engines: ordered with its price, and then applied or not. */
export function Suggestion({ cue }: { cue: Cue }): ReactNode {
  const { t } = useTranslation('editor')
  const editor = useEditor()
  const suggestions = suggestionsOf(editor)
  useSyncExternalStore(suggestions.subscribe, suggestions.version)
  const keyName = useKeyName()
  const source = sourceCuesOf(editor, cue)
  const known = suggestions.of(cue.id, source)
  if (known?.state !== 'there') {
    return (
      <div className="text-box-suggestion">
        <Button
          size="small"
          variant="outlined"
          icon={<Lightbulb size={14} />}
          text={t(known ? 'suggestion_waits' : 'suggestion')}
          endIcon={<span className="muted">{t('suggestion_price', { count: suggestionPrice(source) })}</span>}
          disabled={known !== undefined}
          data-tip={`${t('action_suggest_line')} (${keyName('suggest_line')})`}
          onMouseDown={(event) => event.preventDefault()}
          onClick={() => editor.run('suggest_line')}
        />
      </div>
    )
  }
  return (
    <div className="text-box-suggestion">
      <span
        className="text-box-suggested"
        dir={textDirection(known.text, editor.media.language)}
        role="status"
        aria-label={t('suggestion')}
      >
        {known.text}
      </span>
      <Button
        size="small"
        variant="outlined"
        text={t('use_suggestion')}
        disabled={known.text === cue.text}
        data-tip={keyName('suggest_line')}
        onMouseDown={(event) => event.preventDefault()}
        onClick={() => putSuggestion(editor, cue.id, known.text)}
      />
    </div>
  )
}
