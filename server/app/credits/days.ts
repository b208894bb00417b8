/** The moment this many days ago. */
export function daysAgo(days: number): Date {
  return new Date(Date.now() - days * 86_400_000)
}
