import { expect, test } from 'vitest'
import { DragGuide } from '#src/editor/timeline/drag-guide.ts'

test('the guide of a drag is drawn where it is, and wiped without a change of its style', () => {
  const timeline = document.body.appendChild(document.createElement('div'))
  const guide = new DragGuide(timeline)
  const canvas = timeline.querySelector('canvas')!
  canvas.style.color = 'rgb(10, 200, 30)'
  const pixel = (): number[] => [...canvas.getContext('2d')!.getImageData(0, 0, 1, 1).data]
  expect(pixel()).toEqual([0, 0, 0, 0])
  guide.show(120)
  expect([canvas.style.transform, pixel()]).toEqual(['translateX(120px)', [10, 200, 30, 255]])
  guide.show(90)
  const style = canvas.getAttribute('style')
  guide.show(undefined)
  expect(pixel()).toEqual([0, 0, 0, 0])
  expect(canvas.getAttribute('style')).toBe(style)
  expect(style).toContain('translateX(90px)')
  guide.remove()
  expect(timeline.childElementCount).toBe(0)
  timeline.remove()
})
