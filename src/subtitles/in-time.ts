/** The result of some work, or `late` after this many milliseconds. */
export async function inTime<T>(work: Promise<T>, ms: number): Promise<T | 'late'> {
  const late = Promise.withResolvers<'late'>()
  const timer = setTimeout(() => late.resolve('late'), ms)
  try {
    return await Promise.race([work, late.promise])
  } finally {
    clearTimeout(timer)
  }
}
