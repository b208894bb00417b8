import { proxy } from 'valtio'

/** One dialog, for any number of refused calls. */
export const maintenance = proxy<{ message: string }>({ message: '' })

/** Opens the dialog if it is closed. */
export function openMaintenance(message: string): void {
  if (maintenance.message === '') maintenance.message = message
}

/** Closes the dialog until another call is refused. */
export function closeMaintenance(): void {
  maintenance.message = ''
}
