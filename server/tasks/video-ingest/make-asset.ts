import type { AssetKind } from '#core/domain/media.ts'
import type { StepBlob, StepWork } from '../../jobs/run.ts'

/** How one asset is made: its part of the progress from 0 to 1, and the work, which returns a blob. */
export type MakeAsset = <T extends StepBlob>(
  kind: AssetKind,
  share: readonly [number, number],
  work: (step: StepWork) => Promise<T>,
) => Promise<T>
