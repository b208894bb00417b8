import '@blueprintjs/select/lib/css/blueprint-select.css'

/** A search field over the page. */
export { type ItemListRenderer, type ItemRenderer, Omnibar } from '@blueprintjs/select'
