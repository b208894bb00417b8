/** A task's main resource: I/O, processors, an accelerator, the network. */
export const resourceClasses = ['io', 'cpu', 'gpu', 'net'] as const
export type ResourceClass = (typeof resourceClasses)[number]
