import { vi } from 'vitest'

/** Where both cores are taken, a second (the default) is too short for what a page does in a tenth of it. */
const LIMIT_MS = 15_000
const { waitFor } = vi

vi.waitFor = (check, options = LIMIT_MS) => waitFor(check, options)
