import { defineKind } from './kind.ts'
import { videoErase } from './video-erase.ts'

/** A look at what an erasure with the same choices would take out of the picture; free of charge. */
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
