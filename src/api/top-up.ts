import { proxy } from 'valtio'

/** Whether the top-up dialog is open; the shell shows it. */
export const topUp = proxy({ isOpen: false })

/** Opens the top-up dialog. */
export function openTopUp(): void {
  topUp.isOpen = true
}

/** Closes it. */
export function closeTopUp(): void {
  topUp.isOpen = false
}
