import '#src/style.css'
import { expect, test } from 'vitest'
import { FONT_FAMILY } from '#src/editor/timeline/palette.ts'

const scripts = { Thai: 'กข', Hindi: 'अक', Arabic: 'اب', Hebrew: 'אב', emoji: '🚢🎉' }

/** What is painted for a letter; a box says that no font has it, and is the same for every letter. */
function painted(letter: string, fonts: string): string {
  const canvas = document.createElement('canvas')
  canvas.width = canvas.height = 64
  const context = canvas.getContext('2d')
  if (!context) throw new RangeError('no canvas')
  context.font = `40px ${fonts}`
  context.fillText(letter, 4, 48)
  return canvas.toDataURL()
}

const places = { 'the pages': () => getComputedStyle(document.body).fontFamily, 'the timeline': () => FONT_FAMILY }

test.each(Object.entries(places))(
  '%s have letters for every script of the product, whatever the system has',
  async (_, fontsOf) => {
    // Of some families this system may have none of the local fonts.
    await Promise.allSettled([...document.fonts].map((font) => font.load()))
    for (const [script, text] of Object.entries(scripts)) {
      const [first = '', second = ''] = text
      expect(painted(first, fontsOf()), script).not.toBe(painted(second, fontsOf()))
    }
  },
)
