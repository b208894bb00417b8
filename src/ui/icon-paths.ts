/** Outlines of icons for `PlainIcon`. */
export { default as chatPaths } from '@blueprintjs/icons/lib/esm/generated/16px/paths/chat.js'
export { default as morePaths } from '@blueprintjs/icons/lib/esm/generated/16px/paths/more.js'
export { default as translatePaths } from '@blueprintjs/icons/lib/esm/generated/16px/paths/translate.js'
export { default as uploadPaths } from '@blueprintjs/icons/lib/esm/generated/16px/paths/upload.js'
export { default as warningSignPaths } from '@blueprintjs/icons/lib/esm/generated/16px/paths/warning-sign.js'
