import { proxy } from 'valtio'

/** The shown page's address with query, and its title. Empty before the first one. */
export const shownPage = proxy({ path: '', title: '' })
