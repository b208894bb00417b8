import { afterAll, beforeAll, expect, test } from 'vitest'
import { newDataFolder } from '#tests/support/server.ts'
import { quickAreas } from '../../bench/attacks/areas.ts'
import { attackAll } from '../../bench/attacks/rows.ts'
import { openTarget, type Target } from '../../bench/attacks/target.ts'

let target: Target
beforeAll(async () => {
  target = await openTarget(process.env['DATABASE_URL'], { CUELANE_DATA: await newDataFolder() })
})
afterAll(() => target.close())

const titled = quickAreas.map((area) => ({ area, title: [area.name, area.part].filter(Boolean).join(': ') }))

test.each(titled)('attacks on a running server: $title', async ({ area }) => {
  const rows = await attackAll(target, [area])
  expect(rows.filter(({ isHeld }) => !isHeld)).toEqual([])
  expect(rows.length).toBeGreaterThan(0)
})
