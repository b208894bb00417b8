/** Whether keys are those of a Mac; so on phones and tablets of that house. */
export const isMac = /mac|iphone|ipad/i.test(globalThis.navigator?.platform ?? '')
