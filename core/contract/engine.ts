import { z } from 'zod'
import { enginePorts, priceUnits } from '../domain/engines.ts'
import { call, none } from './call.ts'
import { text } from './fields.ts'

const engineReport = z
  .object({
    port: z.enum(enginePorts),
    name: z.string(),
    label: z.string(),
    is_here: z.boolean(),
    /** Waits for a setting that only some installations want. */
    is_optional: z.boolean(),
    /** Version or model. */
    detail: z.string(),
    /** What an operator can do about a missing one, in the language of the request. */
    missing: z.string(),
    languages: z.array(z.string()),
    /** source code → target codes */
    pairs: z.record(z.string(), z.array(z.string())),
    /** source code → target code → code of the pivot language in a two-step translation */
    through: z.record(z.string(), z.record(z.string(), z.string())),
    voices: z.number().int(),
    /** What its provider charges for; empty if unknown. */
    price_unit: z.enum([...priceUnits, '']),
  })
  .meta({ id: 'EngineReport' })
export type EngineView = z.infer<typeof engineReport>

const model = z
  .object({
    name: z.string(),
    port: z.enum(enginePorts),
    title: z.string(),
    licence: z.string(),
    /** Approximate download size. */
    megabytes: z.number(),
    state: z.enum(['absent', 'part', 'fetching', 'checking', 'here']),
    /** Of the file in transfer. */
    file: z.string(),
    done_bytes: z.number(),
    /** 0 if unknown. */
    total_bytes: z.number(),
    /** Error of the last fetch or check. */
    problem: z.string(),
  })
  .meta({ id: 'Model' })
export type ModelView = z.infer<typeof model>

const byName = z.object({ name: text(80, 1) })

/** What the people who run an installation see of its engines and their weights. */
export const engineCalls = {
  listEngines: call({
    method: 'GET',
    path: '/admin/staff.engine/getlist',
    access: 'staff',
    summary: 'Engines of all workers and the weights on this machine',
    input: none,
    data: z.object({
      engines: z.array(engineReport),
      /** Empty if this process runs no engines: weights belong to the workers' machines. */
      models: z.array(model),
      /** What an operator must do for sign-in by Google; empty if it works. */
      google_missing: z.string(),
    }),
  }),
  fetchModel: call({
    method: 'POST',
    path: '/admin/staff.model/fetch',
    access: 'staff',
    summary: 'Fetch the weights of a model and the package that runs it; an interrupted fetch continues',
    input: byName,
    data: model,
  }),
  verifyModel: call({
    method: 'POST',
    path: '/admin/staff.model/verify',
    access: 'staff',
    summary: 'Compare the files of a model with their checksums',
    input: byName,
    data: model,
  }),
  cancelModel: call({
    method: 'POST',
    path: '/admin/staff.model/cancel',
    access: 'staff',
    summary: 'Stop the fetch of a model; fetched parts are kept for the next one',
    input: byName,
    data: model,
  }),
}
