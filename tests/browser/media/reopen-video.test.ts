import { expect, test } from 'vitest'
import { reopenVideo } from '#src/ui/reopen-video.ts'
import sampleUrl from '../../../assets/sample/harbour.mp4?url'

const heard = (video: HTMLVideoElement, name: string): Promise<unknown> =>
  new Promise((resolve) => video.addEventListener(name, resolve, { once: true }))

test('a video that can no longer be read is opened again where it stood, and one that never could is said', async () => {
  const video = document.createElement('video')
  let broken = 0
  const stop = reopenVideo(video, () => broken++)
  video.src = sampleUrl
  await heard(video, 'loadeddata')
  video.currentTime = 2
  await heard(video, 'seeked')
  const again = heard(video, 'loadeddata')
  video.dispatchEvent(new Event('error'))
  await again
  expect([video.currentTime, broken]).toEqual([2, 0])
  video.src = `${sampleUrl}.none`
  await heard(video, 'error')
  expect(broken).toBe(0)
  await heard(video, 'error')
  expect(broken).toBe(1)
  stop()
})
