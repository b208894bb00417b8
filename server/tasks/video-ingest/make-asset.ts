import type { AssetKind } from '#core/domain/media.ts'
import type { StepBlob, StepWork } from '../../jobs/run.ts'

/** What one asset is made by: its part of the whole task from 0 to 1, and the work, which returns a blob. */
export type MakeAsset = <T extends StepBlob>(
  kind: AssetKind,
  share: readonly [number, number],
  work: (step: StepWork) => Promise<T>,
) => Promise<T>
