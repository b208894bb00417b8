/** Role states of the specification, by their numbers. */
const roleStates = { 0: 'role_none', 1: 'role_all', 3: 'role_some' } as const

/** The message for a version's share of tagged cues. */
export function roleStateKey(state: number): (typeof roleStates)[keyof typeof roleStates] {
  return state === 1 || state === 3 ? roleStates[state] : roleStates[0]
}
