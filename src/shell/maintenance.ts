import { proxy } from 'valtio'

/** One dialog at a time, whatever number of calls is refused. */
export const maintenance = proxy<{ message: string }>({ message: '' })

export function openMaintenance(message: string): void {
  if (maintenance.message === '') maintenance.message = message
}

export function closeMaintenance(): void {
  maintenance.message = ''
}
