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
    /** What an operator does about one that is not here, in the language of the request. */
    missing: z.string(),
    languages: z.array(z.string()),
    /** source code → target codes */
    pairs: z.record(z.string(), z.array(z.string())),
    /** source code → target code → code of the language in between, where it takes two steps */
    through: z.record(z.string(), z.record(z.string(), z.string())),
    voices: z.number().int(),
    /** What its provider counts; empty where that is not known. */
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
    /** About how much is fetched. */
    megabytes: z.number(),
    state: z.enum(['absent', 'part', 'fetching', 'checking', 'here']),
    /** Of the file that is being fetched. */
    file: z.string(),
    done_bytes: z.number(),
    /** 0 where it is not known. */
    total_bytes: z.number(),
    /** What became of the last fetch or check where it failed. */
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
      /** Empty where this process runs no engines: weights belong to the machines of the workers. */
      models: z.array(model),
      /** What an operator does so that people can sign in by Google; empty where they can. */
      google_missing: z.string(),
    }),
  }),
  fetchModel: call({
    method: 'POST',
    path: '/admin/staff.model/fetch',
    access: 'staff',
    summary: 'Fetch the weights of a model and the package that runs it; goes on where it broke off',
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
    summary: 'End the fetch of a model; what came is kept for the next one',
    input: byName,
    data: model,
  }),
}
