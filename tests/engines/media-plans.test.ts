import { join } from 'node:path'
import { expect, test } from 'vitest'
import { pickShotChanges } from '#core/media/shot-changes.ts'
import { cutTimes, makeMediaFixtures } from '../support/media-fixtures.ts'
import { shotCandidates } from '../support/media-setup.ts'

test('the server’s ffmpeg finds the shot changes that the browser finds', () => {
  const folder = makeMediaFixtures(join(import.meta.dirname, '..', '..'))
  expect(pickShotChanges(shotCandidates(join(folder, 'cuts.mp4')))).toEqual(cutTimes)
})
