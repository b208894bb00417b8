import { type KeyboardEvent, type ReactNode, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Video } from '#core/contract/video.ts'
import type { EraseMask } from '#core/domain/erase-mask-schema.ts'
import type { PictureRegion } from '#core/domain/picture-region.ts'
import { isErased } from '#core/media/erase/mask.ts'
import { Button } from '#src/ui/Button.ts'
import { Dialog, DialogBody, DialogFooter } from '#src/ui/Dialog.ts'
import { formatLength } from '#src/ui/format.ts'
import { IconButton } from '#src/ui/IconButton.tsx'
import { Undo } from '#src/ui/icons.ts'
import { SegmentedControl } from '#src/ui/SegmentedControl.ts'
import { Slider } from '#src/ui/Slider.ts'
import { type BrushStroke, brushedPlace, countGoing, type Look, withPlace, withTexts } from './mask-edits.ts'
import { MaskList } from './MaskList.tsx'
import { MaskStage, type MaskTool, maskTools } from './MaskStage.tsx'

interface Props {
  video: Video
  look: Look
  mask: EraseMask
  onUse: (mask: EraseMask) => void
  onClose: () => void
}

const FRAME_MS = 40

/** A video's frames with the strokes to erase: texts can be toggled, regions marked by box and brush. */
export function MaskDialog({ video, look, mask: given, onUse, onClose }: Props): ReactNode {
  const { t } = useTranslation('tasks')
  const [edits, setEdits] = useState<readonly EraseMask[]>([given])
  const mask = edits.at(-1) ?? given
  const change = (next: EraseMask): void => setEdits([...edits, next])
  const undo = (): void => setEdits(edits.length > 1 ? edits.slice(0, -1) : edits)
  const [tool, setTool] = useState<MaskTool>('choose')
  const { duration_ms, width, height } = video.video_info
  const first = look.texts.find((text) => isErased(text, mask)) ?? look.texts[0]
  const [atMs, setAt] = useState(first ? middleOf(first) : 0)
  const wholeVideo = { from_ms: 0, to_ms: duration_ms }
  const byKey = (event: KeyboardEvent): void => {
    if ((event.ctrlKey || event.metaKey) && !event.shiftKey && event.key.toLowerCase() === 'z') {
      event.preventDefault()
      undo()
    }
  }
  return (
    <Dialog isOpen title={t('mask_title')} onClose={onClose} canOutsideClickClose={false} className="mask-dialog">
      <DialogBody>
        <div className="mask-body" onKeyDown={byKey}>
          <div className="mask-left">
            <Tools tool={tool} mayUndo={edits.length > 1} onTool={setTool} onUndo={undo} />
            <MaskStage
              video={video}
              look={look}
              mask={mask}
              atMs={atMs}
              tool={tool}
              onText={(text) => change(withTexts(mask, [text], !isErased(text, mask)))}
              onBox={(region: PictureRegion) => change(withPlace(mask, { region, ...wholeVideo }))}
              onBrush={(stroke: BrushStroke) =>
                change(withPlace(mask, brushedPlace([stroke], wholeVideo, width / height)))
              }
            />
            <div className="region-time">
              <Slider
                min={0}
                max={Math.max(1, duration_ms)}
                stepSize={FRAME_MS}
                labelRenderer={false}
                value={Math.min(atMs, duration_ms)}
                onChange={setAt}
                handleHtmlProps={{ 'aria-label': t('region_frame') }}
              />
              <span className="muted">{t('region_at', { time: formatLength(atMs) })}</span>
            </div>
          </div>
          <MaskList
            look={look}
            mask={mask}
            atMs={atMs}
            durationMs={duration_ms}
            onChange={change}
            onShow={(range) => setAt(middleOf(range))}
          />
        </div>
      </DialogBody>
      <DialogFooter
        actions={
          <>
            <Button text={t('common:cancel')} onClick={onClose} />
            <Button intent="primary" text={t('mask_use')} onClick={() => onUse(mask)} />
          </>
        }
      >
        <span className="muted">{t('mask_summary', { count: countGoing(look.texts, mask) })}</span>
      </DialogFooter>
    </Dialog>
  )
}

interface ToolsProps {
  tool: MaskTool
  mayUndo: boolean
  onTool: (tool: MaskTool) => void
  onUndo: () => void
}

function Tools({ tool, mayUndo, onTool, onUndo }: ToolsProps): ReactNode {
  const { t } = useTranslation('tasks')
  return (
    <div className="mask-tools">
      <SegmentedControl
        size="small"
        value={tool}
        onValueChange={(value) => onTool(maskTools.find((one) => one === value) ?? 'choose')}
        options={maskTools.map((value) => ({ value, label: t(`mask_tool_${value}`) }))}
      />
      <span className="muted">{t(`mask_hint_${tool}`)}</span>
      <IconButton icon={<Undo />} label={t('mask_undo')} keyName="Ctrl+Z" disabled={!mayUndo} onClick={onUndo} />
    </div>
  )
}

const middleOf = ({ from_ms, to_ms }: { from_ms: number; to_ms: number }): number => Math.round((from_ms + to_ms) / 2)
