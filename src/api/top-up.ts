import { proxy } from 'valtio'

/** Whether the dialog of packages is open. Any place may open it; the shell shows it. */
export const topUp = proxy({ isOpen: false })

/** Opens the dialog of packages. */
export function openTopUp(): void {
  topUp.isOpen = true
}

/** Closes it. */
export function closeTopUp(): void {
  topUp.isOpen = false
}
