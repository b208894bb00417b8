/** Fonts of East Asian scripts are too large to ship: the server's machine provides them. */
export const machineFonts = [
  'NotoSansCJK-Regular.ttc',
  'NotoSansCJK-Bold.ttc',
  'NotoSerifCJK-Regular.ttc',
  'NotoSerifCJK-Bold.ttc',
] as const

/** Where the server offers them. */
export const MACHINE_FONT_PREFIX = '/fonts/'

/** The address of a face of a font family on the server's machine; undefined for all others. */
export function machineFontPath({ family, bold }: { family: string; bold: boolean }): string | undefined {
  const [, kind] = /^Noto (Sans|Serif) CJK (?:SC|TC|HK|JP|KR)$/.exec(family) ?? []
  if (!kind) return undefined
  return `${MACHINE_FONT_PREFIX}Noto${kind}CJK-${bold ? 'Bold' : 'Regular'}.ttc`
}
