import { z } from 'zod'
import { dubChannels, dubForms } from '../domain/dubbing.ts'
import { isStorable, unstorable } from '../domain/storable.ts'
import { defineKind } from './kind.ts'

/** A finished dub in another form, free of charge. */
export const dubOutput = defineKind({
  type: 'dub_output',
  subjects: ['video'],
  config: z.object({
    /** The task of the dub. */
    dub_task_id: z.string().min(1).max(64).refine(isStorable, unstorable),
    form: z.enum(dubForms),
    channels: z.enum(dubChannels).default('stereo'),
  }),
  price: () => 0,
  freezes: 'nothing',
  result: 'none',
  resources: 'cpu',
  isInternal: true,
})
