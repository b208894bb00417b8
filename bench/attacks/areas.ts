import { bodies } from './bodies.ts'
import { bombs } from './bombs.ts'
import { imports } from './imports.ts'
import { keys } from './keys.ts'
import { kills } from './kills.ts'
import { limits } from './limits.ts'
import { objects } from './objects.ts'
import { patterns } from './patterns.ts'
import { payments } from './payments.ts'
import type { Area } from './rows.ts'
import { shares } from './shares.ts'
import { spending } from './spending.ts'
import { staff } from './staff.ts'
import type { Target } from './target.ts'
import { webhooks } from './webhooks.ts'
import { zips } from './zips.ts'

/** The attacks of a normal test run. */
export const quickAreas: readonly Area<Target>[] = [...objects, shares, keys, staff, spending, payments, bodies, zips]

/** All of them; the last one kills the server repeatedly. */
export const areas: readonly Area<Target>[] = [...quickAreas, webhooks, imports, bombs, patterns, limits, kills]
