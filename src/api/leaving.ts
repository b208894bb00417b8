/** Stores what is in memory alone; false if it can't be stored. */
type Keeper = () => Promise<boolean>

const keepers = new Set<Keeper>()

/** Registers what to store before the page is left for another site and comes back. */
export function keepWhenLeaving(keeper: Keeper): void {
  keepers.add(keeper)
}

/** Whether everything is stored that would be lost. */
export async function keepBeforeLeaving(): Promise<boolean> {
  const kept = await Promise.all([...keepers].map((keeper) => keeper()))
  return kept.every(Boolean)
}
