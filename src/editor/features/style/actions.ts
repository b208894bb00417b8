import { type Actions, side } from '../../context/action.ts'
import { aligning, coloring, emphasizing, textColors } from './text-style.ts'
import { styleOf } from './version-style.ts'

export const styleActions = {
  italic: emphasizing('italic'),
  bold: emphasizing('bold'),
  underline: emphasizing('underline'),
  color_white: coloring(textColors.white),
  color_yellow: coloring(textColors.yellow),
  color_cyan: coloring(textColors.cyan),
  color_green: coloring(textColors.green),
  color_magenta: coloring(textColors.magenta),
  color_red: coloring(textColors.red),
  color_none: coloring(undefined),
  align_1: aligning(1),
  align_2: aligning(2),
  align_3: aligning(3),
  align_4: aligning(4),
  align_5: aligning(5),
  align_6: aligning(6),
  align_7: aligning(7),
  align_8: aligning(8),
  align_9: aligning(9),
  style_pane: side('style'),
  safe_areas: (editor) => {
    const { cells } = styleOf(editor)
    cells.hasSafeAreas = !cells.hasSafeAreas
  },
} satisfies Actions
