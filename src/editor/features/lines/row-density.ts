import { proxy, subscribe } from 'valtio'
import * as z from 'zod/mini'
import { stored } from '#src/ui/stored.ts'

/** Row heights of the list. */
export const densities = ['compact', 'normal', 'roomy'] as const
export type Density = (typeof densities)[number]

const setting = stored('cuelane-rows', z.enum(densities), 'normal')

/** The user's choice, stored in this browser. */
export const rowDensity = proxy<{ density: Density }>({ density: setting.get() })
subscribe(rowDensity, () => setting.set(rowDensity.density))
