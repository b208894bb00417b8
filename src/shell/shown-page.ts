import { proxy } from 'valtio'

/** The page that is shown: its address with query, and its title. Empty until the first one stands. */
export const shownPage = proxy({ path: '', title: '' })
