import { removeUnusedAvatar, unusedAvatars } from '../../app/avatars.ts'
import { clearEach, daysBefore, SWEEP_BATCH, type Sweep } from './sweep.ts'

/** Uploaded pictures whose speaker was not saved within a day. */
export const avatarSweep: Sweep = {
  name: 'unused-avatars',
  cron: '25 * * * *',
  run: async (deps, now, onFault) =>
    clearEach(
      await unusedAvatars(deps.db, daysBefore(now, 1), SWEEP_BATCH),
      ({ id }) => removeUnusedAvatar(deps, id),
      onFault,
    ),
}
