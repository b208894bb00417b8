/** Whether the keyboard is that of a Mac, or of an iPhone or iPad. */
export const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')
