import { proxy } from 'valtio'

/** One dialog at a time, whatever number of calls is refused. */
export const maintenance = proxy<{ message: string }>({ message: '' })

/** Shows the dialog, unless it is open already. */
export function openMaintenance(message: string): void {
  if (maintenance.message === '') maintenance.message = message
}

/** Closes the dialog until a call is refused again. */
export function closeMaintenance(): void {
  maintenance.message = ''
}
