import type { Page } from 'playwright'

/** Waits until the page has drawn so many more frames: nothing but frames shows that something is not drawn. */
export async function passFrames(page: Page, count: number): Promise<void> {
  await page.evaluate(async (frames) => {
    for (let frame = 0; frame < frames; frame++) await new Promise(requestAnimationFrame)
  }, count)
}

/** Waits until what the page shows is painted as it stays: its fonts, pictures in view, and ends of animations. */
export async function painted(page: Page): Promise<void> {
  await page.evaluate(async () => {
    await document.fonts.ready
    const inView = [...document.images].filter((image) => {
      const { top, bottom, width } = image.getBoundingClientRect()
      return width > 0 && bottom > 0 && top < innerHeight
    })
    // A picture that can not be loaded stays as it is.
    await Promise.allSettled(inView.map((image) => image.decode()))
    const ending = document.getAnimations().filter(({ effect }) => effect?.getComputedTiming().endTime !== Infinity)
    await Promise.allSettled(ending.map(({ finished }) => finished))
  })
  await passFrames(page, 2)
}
