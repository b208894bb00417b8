import '@blueprintjs/select/lib/css/blueprint-select.css'

/** A field over the page that finds by words. */
export { type ItemListRenderer, type ItemRenderer, Omnibar } from '@blueprintjs/select'
