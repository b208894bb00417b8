/** Id of the list of takes, in the details of the line in focus. */
export const TAKES_ID = 'line-takes'

/** Whether the list takes the focus when it appears. */
const wanted = { focus: false }

/** Focuses the list of takes that is there, or the next one that appears. */
export function focusTakes(): void {
  const list = document.getElementById(TAKES_ID)
  wanted.focus = list === null
  list?.focus()
}

/** Focuses a list that appears, if the user waits for it. */
export function takeFocus(list: HTMLElement | null): void {
  if (!list || !wanted.focus) return
  wanted.focus = false
  list.focus()
}
