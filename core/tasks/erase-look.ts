import { defineKind } from './kind.ts'
import { videoErase } from './video-erase.ts'

/** A free preview of an erasure with the same choices. */
export const eraseLook = defineKind({
  type: 'erase_look',
  subjects: ['video'],
  config: videoErase.config.pick({ erase_region_type: true, erase_region: true, erase_marks: true }),
  price: () => 0,
  freezes: 'nothing',
  result: 'none',
  resources: 'cpu',
  isInternal: true,
})
