/** What a task mostly waits for: reading and writing, processors, a model on an accelerator, another machine. */
export const resourceClasses = ['io', 'cpu', 'gpu', 'net'] as const
export type ResourceClass = (typeof resourceClasses)[number]
