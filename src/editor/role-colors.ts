import type { Role } from '#core/contract/role.ts'

/** Nine pairs: a strong colour for marks and edges, a soft one for grounds. Told apart by the colour-blind as well. */
export const roleColors = [
  { strong: '#e8833a', soft: '#5c3a20' },
  { strong: '#4aa3df', soft: '#1f4763' },
  { strong: '#57b894', soft: '#22503f' },
  { strong: '#d9679b', soft: '#5f2c44' },
  { strong: '#b59be8', soft: '#463a63' },
  { strong: '#d8c24a', soft: '#564d1d' },
  { strong: '#6fc7c2', soft: '#28514f' },
  { strong: '#e07a6c', soft: '#5e2f29' },
  { strong: '#9db35c', soft: '#414a25' },
] as const

/** By the role's place in the folder: the tenth has the first one's colours again. */
export function colorOfRole(roles: readonly Role[], role: Role): (typeof roleColors)[number] {
  return roleColors[Math.max(0, roles.indexOf(role)) % roleColors.length] ?? roleColors[0]
}
